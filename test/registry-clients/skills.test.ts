/** The `skills` program against our registry: discovery, updates, direct downloads and git. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runClient } from "../support/clients.ts";
import { needs } from "../support/needs.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  openRegistry,
  publishFolder,
  readSkill,
  type RegistryServer,
  versionedText,
  writeSkill,
} from "../support/registry-server.ts";

let registry: RegistryServer;
let token = "";

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com");
});

afterAll(() => registry.close());

async function skills(words: readonly string[], folder: string): Promise<string> {
  const answer = await runClient("skills", words, {
    folder,
    timeout: 60_000,
    environment: { DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1", CI: "1", GIT_TERMINAL_PROMPT: "0" },
  });
  const said = answer.stdout + answer.stderr;
  expect(answer.code, `${words.join(" ")}\n${said}`).toBe(0);
  return said;
}

const flags = ["--yes", "--copy", "--agent", "claude-code"];

describe("skills", () => {
  it("[BX-06] adds every skill of the registry with every byte", async () => {
    const one = writeSkill("first-skill", {
      "SKILL.md": versionedText("first-skill", "1.0.0"),
      "scripts/run.sh": ["#!/bin/sh\n", true],
      "data/bytes.bin": Uint8Array.of(0, 255, 128),
    });
    const two = writeSkill("second-skill", { "SKILL.md": versionedText("second-skill", "1.0.0") });
    await publishFolder(registry, token, one);
    await publishFolder(registry, token, two);
    const work = temporaryFolder();
    await skills(["add", registry.url, "--skill", "*", ...flags], work);
    expect(readSkill(join(work, ".claude/skills/first-skill"))).toEqual(readSkill(one));
    expect(readSkill(join(work, ".claude/skills/second-skill"))).toEqual(readSkill(two));
  });

  it("[BX-06] adds one skill at a version, and sees an update of the latest", async () => {
    const folder = writeSkill("third-skill", {
      "SKILL.md": versionedText("third-skill", "1.0.0"),
      "a.md": "# A\n",
    });
    await publishFolder(registry, token, folder);
    const before = readSkill(folder);
    const work = temporaryFolder();
    await skills(["add", `${registry.url}/s/third-skill`, ...flags], work);
    writeFileSync(join(folder, "SKILL.md"), versionedText("third-skill", "1.1.0", "3. Say so.\n"));
    await publishFolder(registry, token, folder);
    const target = join(work, ".claude/skills/third-skill");
    expect(readSkill(target)).toEqual(before);
    await skills(["update", "--yes"], work);
    expect(readSkill(target)).toEqual(readSkill(folder));

    const pinned = temporaryFolder();
    await skills(["add", `${registry.url}/s/third-skill@1.0.0`, ...flags], pinned);
    expect(readSkill(join(pinned, ".claude/skills/third-skill"))).toEqual(before);
  });

  it("[BX-06] adds from the address of an archive", async () => {
    const folder = writeSkill("packed-skill", {
      "SKILL.md": versionedText("packed-skill", "1.0.0"),
      "a.md": "# A\n",
    });
    await publishFolder(registry, token, folder);
    for (const kind of ["zip", "tgz"]) {
      const work = temporaryFolder();
      await skills(["add", `${registry.url}/d/packed-skill@1.0.0.${kind}`, ...flags], work);
      expect(readSkill(join(work, ".claude/skills/packed-skill"))).toEqual(readSkill(folder));
    }
  });

  needs.command("git").it(
    "[BX-06] adds from a repository of git, with the right to run",
    async () => {
      const folder = writeSkill("cloned-skill", {
        "SKILL.md": versionedText("cloned-skill", "1.0.0"),
        "scripts/run.sh": ["#!/bin/sh\n", true],
      });
      await publishFolder(registry, token, folder);
      const work = temporaryFolder();
      await skills(["add", `${registry.url}/git/cloned-skill.git`, ...flags], work);
      const modes = { withModes: true };
      expect(readSkill(join(work, ".claude/skills/cloned-skill"), modes)).toEqual(
        readSkill(folder, modes),
      );
    },
    120_000,
  );

  it("[BX-06] adds from a private registry by a token for reading in the address", async () => {
    const closed = await openRegistry({ registry: { access: "private" } });
    try {
      const writer = await closed.join("ann@example.com");
      const reader = await closed.join("bob@example.com", ["registry:read"]);
      const folder = writeSkill("secret-skill", {
        "SKILL.md": versionedText("secret-skill", "1.0.0"),
        "a.md": "# A\n",
      });
      await publishFolder(closed, writer, folder);
      const work = temporaryFolder();
      await skills(["add", `${closed.url}/t/${reader}/s/secret-skill`, ...flags], work);
      expect(readSkill(join(work, ".claude/skills/secret-skill"))).toEqual(readSkill(folder));
      expect(readFileSync(join(work, "skills-lock.json"), "utf8")).toContain("secret-skill");
      const refused = await closed.send(
        "GET",
        `/t/${writer}/s/secret-skill/.well-known/agent-skills/index.json`,
      );
      expect(refused.status).toBe(403);
    } finally {
      await closed.close();
    }
  });
});
