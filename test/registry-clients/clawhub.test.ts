/** The command line of ClawHub against our registry: what it installs is what was published. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REGISTRY_PATH } from "../../src/registry/contract/index.ts";
import { runClient } from "../support/clients.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  openRegistry,
  readSkill,
  type RegistryServer,
  skillText,
  writeSkill,
} from "../support/registry-server.ts";
import { until } from "../support/wait.ts";

let registry: RegistryServer;
let home = "";

beforeAll(async () => {
  registry = await openRegistry();
  home = temporaryFolder();
  const token = await registry.join("ann@example.com");
  await clawhub(["login", "--token", token]);
});

afterAll(() => registry.close());

async function clawhub(
  words: readonly string[],
  folder = temporaryFolder(),
  environment: Readonly<Record<string, string>> = {},
  onOutput: (text: string) => void = () => {},
): Promise<string> {
  const answer = await runClient("clawhub", ["--no-input", ...words], {
    folder,
    timeout: 60_000,
    onOutput,
    environment: {
      HOME: home,
      // Its schemas are made into functions otherwise, which takes a third of each start.
      NODE_OPTIONS: "--disallow-code-generation-from-strings",
      CLAWHUB_CONFIG_PATH: join(home, "clawhub.json"),
      CLAWHUB_SITE: registry.url,
      CLAWHUB_WORKDIR: folder,
      CLAWHUB_DISABLE_TELEMETRY: "1",
      ...environment,
    },
  });
  const said = answer.stdout + answer.stderr;
  expect(answer.code, `${words.join(" ")}\n${said}`).toBe(0);
  return said;
}

const own = { leftOut: [".clawhub/"] };

function letterSorter(): string {
  return writeSkill("letter-sorter", {
    "SKILL.md": skillText("letter-sorter"),
    "scripts/sort.sh": ["#!/bin/sh\nsort\n", true],
    "data/größe.bin": Uint8Array.of(0, 255, 13, 10, 128),
  });
}

describe("clawhub", () => {
  it("[OC-19] [BX-06] publishes, finds, installs and updates a skill with every byte", async () => {
    const folder = letterSorter();
    await clawhub(["publish", folder, "--version", "1.0.0", "--changelog", "first"]);
    expect(await clawhub(["search", "sort letters"])).toContain("letter-sorter v1.0.0");
    const work = temporaryFolder();
    await clawhub(["install", "letter-sorter"], work);
    const installed = join(work, "skills/letter-sorter");
    expect(readSkill(installed, own)).toEqual(readSkill(folder));

    writeFileSync(join(folder, "SKILL.md"), skillText("letter-sorter", "3. Say so.\n"));
    rmSync(join(folder, "data"), { recursive: true });
    await clawhub(["publish", folder, "--changelog", "second"]);
    expect(await clawhub(["update", "--all"], work)).toContain("letter-sorter -> v1.0.1");
    expect(readSkill(installed, own)).toEqual(readSkill(folder));

    const other = temporaryFolder();
    await clawhub(["install", "@ann/letter-sorter", "--version", "1.0.0"], other);
    expect(readSkill(join(other, "skills/@ann/letter-sorter"), own)).toEqual(
      readSkill(letterSorter()),
    );
  });

  it("[OC-19] lists, inspects and verifies what was published", async () => {
    expect(await clawhub(["search", "letter", "--prefix"])).toContain("letter-sorter");
    expect(await clawhub(["explore", "--sort", "downloads"])).toContain("letter-sorter");
    const said = await clawhub(["inspect", "letter-sorter", "--versions", "--files"]);
    for (const part of ["1.0.0", "1.0.1", "second", "scripts/sort.sh", "CLEAN"])
      expect(said).toContain(part);
    const file = ["inspect", "letter-sorter", "--file", "scripts/sort.sh"];
    expect(await clawhub(file)).toContain("#!/bin/sh\nsort\n");
    expect(await clawhub(["skill", "verify", "letter-sorter", "--card"])).toContain(
      "Security: passed",
    );
    expect(await clawhub(["scan", "--slug", "letter-sorter"])).toContain("Verdict: CLEAN");
  });

  it("[OC-19] syncs a folder of skills, new ones and changed ones", async () => {
    const work = temporaryFolder();
    const skills = join(work, "skills");
    mkdirSync(skills);
    const one = writeSkill("sync-one", { "SKILL.md": skillText("sync-one") }, skills);
    writeSkill("sync-two", { "SKILL.md": skillText("sync-two") }, skills);
    await clawhub(["sync", "--all"], work);
    writeFileSync(join(one, "more.md"), "more\n");
    await clawhub(["sync", "--all", "--bump", "minor"], work);
    const target = temporaryFolder();
    await clawhub(["install", "sync-one", "--version", "1.1.0"], target);
    expect(readSkill(join(target, "skills/sync-one"), own)).toEqual(readSkill(one));
    await clawhub(["install", "sync-two", "--version", "1.0.0"], target);
  });

  it("[OC-19] stars, deletes and brings back", async () => {
    expect(await clawhub(["star", "letter-sorter", "--yes"])).toContain("Starred letter-sorter");
    await clawhub(["unstar", "letter-sorter", "--yes"]);
    await clawhub(["delete", "letter-sorter", "--yes"]);
    expect(await clawhub(["search", "letter-sorter"])).not.toContain("letter-sorter v");
    await clawhub(["undelete", "letter-sorter", "--yes"]);
    const found = await registry.send("GET", "/clawhub/api/v1/search?q=letter-sorter");
    // Others that have one of the words come after it.
    expect(await found.json()).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ slug: "letter-sorter" })]),
    });
  });

  it("[OC-19] logs in where its user agrees on a page", async () => {
    const session = await registry.login("bob@example.com");
    const said: string[] = [];
    const agreed = (async () => {
      await until("the program shows a code", () => /enter code: \S+/u.test(said.join("")));
      const code = /enter code: (\S+)/u.exec(said.join(""))?.[1];
      const answer = await registry.send("POST", `${REGISTRY_PATH}/device/answer`, {
        token: session,
        json: { user_code: code, is_approved: true },
      });
      expect(answer.status).toBe(204);
    })();
    const config = join(temporaryFolder(), "clawhub.json");
    await clawhub(["login"], temporaryFolder(), { CLAWHUB_CONFIG_PATH: config }, (text) =>
      said.push(text),
    );
    await agreed;
    expect(said.join("")).toContain("Logged in as @bob");
    expect(JSON.parse(readFileSync(config, "utf8"))).toMatchObject({
      registry: `${registry.url}/clawhub`,
    });
  });
});
