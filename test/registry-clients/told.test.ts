/** What the program tells of a registry: of what is deprecated, and of what is not there. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openManager, type SkillManager, writeTrust } from "../../src/registry/index.ts";
import { type Answer, program, runFile } from "../support/clients.ts";
import { type Playground, playground, temporaryFolder } from "../support/program.ts";
import { openRegistry, type RegistryServer } from "../support/registry-server.ts";
import { trusting, writeShared } from "../support/shared-skills.ts";

let registry: RegistryServer;
let manager: SkillManager;
let token = "";

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com");
  const source = temporaryFolder();
  manager = openManager({
    folder: join(source, "skills"),
    registry: registry.url,
    trust: trusting,
    environment: process.env,
    tokenFor: () => token,
  });
  for (const version of ["1.0.0", "1.1.0"])
    await manager.publish(await writeShared(source, { name: "old-letters", version }));
  await manager.publish(
    await writeShared(source, { name: "writer", needs: { "old-letters": "^1.0.0" } }),
  );
  await manager.registry().deprecate("old-letters", undefined, "Use new-letters.");
});

afterAll(() => registry.close());

function ground(): Playground {
  return playground({ ".home/.skillwright/trusted-keys.json": writeTrust(trusting) });
}

/** Runs the program while the registry goes on to answer. */
async function run(at: Playground, ...words: readonly string[]): Promise<Answer> {
  at.write("token", token);
  const reaching = ["--registry", registry.url, "--token-file", at.path("token")];
  return await runFile(process.execPath, [program, ...words, ...reaching], {
    folder: at.folder,
    environment: { HOME: at.path(".home"), SKILLWRIGHT_CACHE_DIR: at.path(".cache") },
  });
}

describe("a deprecated skill", () => {
  it("[GA-12] is told of where it is installed, also for another, and where it is updated", async () => {
    const at = ground();
    const LINE = "  ! Deprecated by its publisher: Use new-letters.\n";
    const installed = await run(at, "install", "writer", "old-letters@1.0.0");
    expect(installed).toMatchObject({ code: 0, stderr: "" });
    expect(installed.stdout.split(LINE)).toHaveLength(2);
    const other = ground();
    expect((await run(other, "install", "writer")).stdout.split(LINE)).toHaveLength(2);
    const { stdout } = await run(ground(), "install", "old-letters@1.0.0", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ skills: [{ deprecation: "Use new-letters." }] });
  });
});

describe("a personal token", () => {
  it("[GA-22] is taken from the environment too", async () => {
    const at = ground();
    const yank = (environment: Readonly<Record<string, string>>): Promise<Answer> =>
      runFile(
        process.execPath,
        [program, "yank", "old-letters@7.7.7", "--registry", registry.url],
        {
          folder: at.folder,
          environment: { HOME: at.path(".home"), ...environment },
        },
      );
    expect((await yank({ SKILLWRIGHT_TOKEN: token })).stderr).toContain("7.7.7");
    expect((await yank({ SKILLWRIGHT_HOST_TOKEN: token })).stderr).toContain("answered 401");
  });
});

describe("a skill that nobody has", () => {
  it("[GA-22] is told with the registry that was asked", async () => {
    expect((await run(ground(), "install", "nope")).stderr).toContain(
      `No skill \`nope\` in ${registry.url}.`,
    );
  });
});

describe("the gate of the digests", () => {
  it("[GA-12] says who promised them", async () => {
    const { stdout } = await run(ground(), "install", "old-letters", "--verbose");
    expect(stdout).toContain("  integrity: every file is as its source promised (sha256-");
  });
});

describe("a version that is not there", () => {
  it.each([
    ["yank", "old-letters@7.7.7"],
    ["info", "old-letters@7.7.7"],
    ["deprecate", "old-letters@7.7.7"],
  ])("[GA-22] is told from a skill that is not there by %s", async (...words) => {
    expect(await run(ground(), ...words)).toMatchObject({
      code: 1,
      stdout: "",
      stderr:
        "error: No version `7.7.7` of `old-letters`; there are 1.1.0, 1.0.0.\n" +
        "  `skillwright info old-letters` shows all of them.\n",
    });
    const unknown = await run(ground(), words[0] ?? "", "nobody-knows@7.7.7");
    expect(unknown.stderr).toContain(`No skill \`nobody-knows\` at ${registry.url}.`);
  });
});

describe("what is published", () => {
  it.each<readonly [string, string, string]>([
    ["dependencies", "dependencies:\n  - base\n", "metadata.skillwright.relations.skills"],
    [
      "requirements.skills",
      "requirements:\n  skills:\n    - name: base\n",
      "metadata.skillwright.relations.skills",
    ],
    [
      "dependencies",
      "security_tier: community\npermissions: []\ntools: []\ndependencies:\n  - base\n",
      "requirements.skills",
    ],
  ])("[GA-21] is told that nobody reads `%s` in it", async (field, more, place) => {
    const at = ground();
    const front = "name: needy\nversion: 1.0.0\ndescription: Writes letters. Use when asked.\n";
    at.write("skills/needy/SKILL.md", `---\n${front}${more}---\n\nOne.\n`);
    const { stdout } = await run(at, "publish", "skills/needy", "--dry-run");
    expect(stdout).toMatch(
      new RegExp(
        `^ {2}! .* has no field \`${field}\`, .*; write the skills that this one needs into \`${place}\`$`,
        "mu",
      ),
    );
  });

  it("[GA-12] is told to be nothing where there is no skill", async () => {
    const at = ground();
    at.write("skills/.keep", "");
    expect(await run(at, "sync", "--all")).toMatchObject({
      code: 0,
      stdout: "There is no skill in skills.\n",
    });
  });
});
