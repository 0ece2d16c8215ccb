/** npm itself against our registry. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runClient, runFile } from "../support/clients.ts";
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

const modes = { withModes: true };

function project(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), '{"name":"mine","version":"1.0.0","private":true}');
  return folder;
}

needs.command("npm").describe("npm", (program) => {
  async function npm(words: readonly string[], folder: string, userconfig = ""): Promise<number> {
    writeFileSync(join(folder, "npmrc"), userconfig);
    const answer = await runFile(program, [...words, "--no-audit", "--no-fund"], {
      folder,
      timeout: 60_000,
      environment: {
        PATH: `${dirname(process.execPath)}:${dirname(program)}:/usr/bin:/bin`,
        npm_config_cache: join(folder, "cache"),
        npm_config_userconfig: join(folder, "npmrc"),
        npm_config_update_notifier: "false",
        npm_config_fetch_retries: "0",
      },
    });
    if (answer.code !== 0 && userconfig !== "refused")
      throw new Error(`${words.join(" ")}\n${answer.stdout}${answer.stderr}`);
    return answer.code;
  }

  it("[BX-06] installs a published skill with every byte and right to run", async () => {
    const folder = writeSkill("npm-skill", {
      "SKILL.md": versionedText("npm-skill", "1.0.0"),
      "scripts/run.sh": ["#!/bin/sh\n", true],
      "package.json": '{"name":"of-the-skill"}',
      "data/bytes.bin": Uint8Array.of(0, 255, 128),
    });
    await publishFolder(registry, token, folder);
    const work = project();
    await npm(["install", "@skills/npm-skill", "--registry", `${registry.url}/npm/`], work);
    const installed = join(work, "node_modules/@skills/npm-skill/skills/npm-skill");
    expect(readSkill(installed, modes)).toEqual(readSkill(folder, modes));

    writeFileSync(join(folder, "SKILL.md"), versionedText("npm-skill", "1.1.0", "3. Say so.\n"));
    await publishFolder(registry, token, folder);
    await npm(["update", "--registry", `${registry.url}/npm/`], work);
    expect(readSkill(installed, modes)).toEqual(readSkill(folder, modes));
    await npm(["ci", "--registry", `${registry.url}/npm/`], work);
    expect(readSkill(installed, modes)).toEqual(readSkill(folder, modes));
  });

  it("[BX-06] installs what `skills` links for agents", async () => {
    const folder = writeSkill("linked-skill", {
      "SKILL.md": versionedText("linked-skill", "1.0.0"),
      "a.md": "# A\n",
    });
    await publishFolder(registry, token, folder);
    const work = project();
    await npm(["install", "@skills/linked-skill", "--registry", `${registry.url}/npm/`], work);
    const linked = await runClient(
      "skills",
      ["experimental_sync", "-y", "--agent", "claude-code"],
      {
        folder: work,
        timeout: 60_000,
        environment: { DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1", CI: "1" },
      },
    );
    expect(linked.code, linked.stdout + linked.stderr).toBe(0);
    expect(readSkill(join(work, ".claude/skills/linked-skill"))).toEqual(readSkill(folder));
  });

  it("[BX-06] installs below the scope of a publisher", async () => {
    const folder = writeSkill("scoped-skill", {
      "SKILL.md": versionedText("scoped-skill", "1.0.0"),
    });
    await publishFolder(registry, token, folder);
    const work = project();
    await npm(["install", "@ann/scoped-skill@1.0.0", `--@ann:registry=${registry.url}/npm/`], work);
    const installed = join(work, "node_modules/@ann/scoped-skill/skills/scoped-skill");
    expect(readSkill(installed, modes)).toEqual(readSkill(folder, modes));
  });

  it("[BX-06] installs a yanked version by its number, and by a range another one", async () => {
    for (const version of ["1.0.0", "1.1.0"])
      await publishFolder(
        registry,
        token,
        writeSkill("yanked-skill", { "SKILL.md": versionedText("yanked-skill", version) }),
      );
    const path = "/registry/api/v1/skills/yanked-skill/1.1.0/yank";
    expect((await registry.send("POST", path, { token, json: {} })).status).toBe(200);
    for (const [wanted, got] of [
      ["1.1.0", "1.1.0"],
      ["^1.0.0", "1.0.0"],
      ["latest", "1.0.0"],
    ]) {
      const work = project();
      const name = `@skills/yanked-skill@${wanted}`;
      await npm(["install", name, "--registry", `${registry.url}/npm/`], work);
      const installed = join(work, "node_modules/@skills/yanked-skill/skills/yanked-skill");
      expect(readFileSync(join(installed, "SKILL.md"), "utf8")).toContain(`version: ${got}`);
    }
  });

  it("[BX-06] is let into a private registry with its token, and else not", async () => {
    const closed = await openRegistry({ registry: { access: "private" } });
    try {
      const writer = await closed.join("ann@example.com");
      const folder = writeSkill("secret-skill", {
        "SKILL.md": versionedText("secret-skill", "1.0.0"),
      });
      await publishFolder(closed, writer, folder);
      const words = ["install", "@skills/secret-skill", `--@skills:registry=${closed.url}/npm/`];
      expect(await npm(words, project(), "refused")).not.toBe(0);
      const work = project();
      await npm(words, work, `//${new URL(closed.url).host}/npm/:_authToken=${writer}\n`);
      const installed = join(work, "node_modules/@skills/secret-skill/skills/secret-skill");
      expect(readSkill(installed, modes)).toEqual(readSkill(folder, modes));
    } finally {
      await closed.close();
    }
  });
});
