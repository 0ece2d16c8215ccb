/** What a registry takes down reaches every copy that was installed: each command says so, and none loads it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, program, runFile } from "../support/clients.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  type Asker,
  askAs,
  openRegistry,
  type RegistryServer,
} from "../support/registry-server.ts";

let registry: RegistryServer;
let ann: Asker;
let moderator: Asker;

beforeAll(async () => {
  registry = await openRegistry();
  const token = await registry.join("ann@example.com");
  const other = await registry.moderator();
  ann = askAs(() => [registry, token]);
  moderator = askAs(() => [registry, other]);
});

afterAll(() => registry.close());

const POLICY = "policy.json";

function skillwright(words: readonly string[], folder: string): Promise<Answer> {
  return runFile(process.execPath, [program, ...words], {
    folder,
    environment: {
      HOME: folder,
      SKILLWRIGHT_REGISTRY: registry.url,
      SKILLWRIGHT_POLICY: join(folder, POLICY),
    },
  });
}

async function installed(name: string): Promise<string> {
  await ann.publish(name);
  const folder = temporaryFolder();
  // Asked before everything that is loaded.
  writeFileSync(join(folder, POLICY), JSON.stringify({ stateMaxAgeSeconds: 0 }));
  const ran = await skillwright(["install", name, "--allow-experimental"], folder);
  expect(ran.code, ran.stderr).toBe(0);
  return folder;
}

async function quarantine(name: string): Promise<void> {
  await moderator.post(`/registry/api/v1/skills/${name}/1.0.0/moderate`, {
    decision: "quarantine",
    reason: "It sends tokens to a stranger.",
  });
}

const SAID = "taken down by the registry: It sends tokens to a stranger";

describe("a version that the registry put into quarantine", () => {
  let folder = "";
  beforeAll(async () => {
    // An earlier version stays, which nobody is moved to without being asked.
    await ann.publish("bad-letters", "0.9.0");
    folder = await installed("bad-letters");
    for (const words of [["installed"], ["lock", "--check"]])
      expect((await skillwright(words, folder)).code).toBe(0);
    await quarantine("bad-letters");
  });

  it.each([
    ["installed"],
    ["outdated"],
    ["update", "--all"],
    ["update", "bad-letters", "--dry-run"],
    ["lock", "--check"],
    ["install", "--frozen", "--allow-experimental"],
    ["run", "skills/bad-letters", "--dry-run"],
    ["permissions", "skills/bad-letters"],
  ])("[BX-11] is told of by `%s %s`, which exits with 1", async (...words) => {
    const given = words.filter((word) => word !== undefined);
    const { code, stdout, stderr } = await skillwright(given, folder);
    expect(stdout + stderr).toContain(SAID);
    expect(code).toBe(1);
  });

  it("[BX-11] is told of in JSON", async () => {
    const list = JSON.parse((await skillwright(["installed", "--json"], folder)).stdout);
    expect(list.skills).toMatchObject([
      { drifts: [{ kind: "taken-down", actual: "It sends tokens to a stranger." }] },
    ]);
    const outdated = JSON.parse((await skillwright(["outdated", "--json"], folder)).stdout);
    expect(outdated.skills).toMatchObject([{ takenDown: "It sends tokens to a stranger." }]);
  });

  it("[BX-11] is not served over MCP, and not offered to an agent", async () => {
    const served = await skillwright(["mcp", "skills", "--check", "--json"], folder);
    expect(served.stdout).not.toContain("Sorts letters");
    const told = await skillwright(
      ["explain", "bad-letters", "--root", "skills", "--as", "claude"],
      folder,
    );
    expect(told.stdout).toContain(
      "It was taken down by the registry: It sends tokens to a stranger.",
    );
    // To install it again, or to record it as one's own, would be the wrong advice.
    expect(told.stdout).toContain("Remove it with `skillwright remove bad-letters`");
    const checked = await skillwright(["doctor", "--root", "skills", "--as", "claude"], folder);
    expect(checked.stdout).toContain("taken-down: bad-letters");
    expect(told.stdout + checked.stdout).not.toContain("again");
  });
});

it("[BX-11] `audit` lists what was taken down and what is advised against, as text, JSON and SARIF", async () => {
  const folder = await installed("audited-letters");
  const clean = await skillwright(["audit"], folder);
  expect([clean.code, clean.stdout]).toEqual([0, "1 skill, 0 errors, 0 warnings\n"]);
  await ann.post("/registry/api/v1/skills/audited-letters/1.0.0/yank", { reason: "It is slow." });
  const yanked = await skillwright(["audit"], folder);
  expect(yanked.code).toBe(1);
  expect(yanked.stdout).toContain(
    "warning `audited-letters` 1.0.0 is yanked: It is slow. registry/advised-against",
  );
  await quarantine("audited-letters");
  const taken = await skillwright(["audit", "--json"], folder);
  expect(taken.code).toBe(1);
  expect(JSON.parse(taken.stdout)).toMatchObject({
    skills: [
      {
        name: "audited-letters",
        diagnostics: [{ code: "registry/taken-down", severity: "error" }],
      },
    ],
  });
  const { stdout } = await skillwright(["audit", "--format", "sarif"], folder);
  expect(JSON.parse(stdout)).toMatchObject({
    version: "2.1.0",
    runs: [
      {
        results: [
          {
            ruleId: "registry/taken-down",
            level: "error",
            message: { text: expect.stringContaining(SAID) },
            locations: [
              {
                physicalLocation: { artifactLocation: { uri: "skills/audited-letters/SKILL.md" } },
              },
            ],
          },
        ],
      },
    ],
  });
});

it("[BX-11] stays taken down while the registry cannot be reached", async () => {
  const folder = await installed("dark-letters");
  await quarantine("dark-letters");
  expect((await skillwright(["installed"], folder)).code).toBe(1);
  const lock = join(folder, "skills/skill-lock.json");
  const { seal: _seal, ...rest } = JSON.parse(readFileSync(lock, "utf8"));
  // Nothing listens there.
  writeFileSync(lock, JSON.stringify(rest).replaceAll(registry.url, "http://127.0.0.1:9"));
  const ran = await skillwright(["installed"], folder);
  expect([ran.code, ran.stdout]).toEqual([1, expect.stringContaining(SAID)]);
  expect(ran.stderr).toContain("Could not ask http://127.0.0.1:9");
});

it("[BX-11] a deleted skill, and one that was brought back", async () => {
  const folder = await installed("left-letters");
  await ann.post("/registry/api/v1/skills/left-letters", { reason: "Not mine." }, 204, "DELETE");
  const gone = await skillwright(["installed"], folder);
  expect([gone.code, gone.stdout]).toEqual([
    1,
    expect.stringContaining("taken down by the registry"),
  ]);
  await ann.post("/registry/api/v1/skills/left-letters/undelete", {});
  expect((await skillwright(["installed"], folder)).code).toBe(0);
});

it("[BX-11] a client refuses a log that was rewritten since it was asked", async () => {
  const folder = await installed("sure-letters");
  expect((await skillwright(["installed"], folder)).code).toBe(0);
  const file = join(folder, "skills/.skillwright/statements.json");
  const known = JSON.parse(readFileSync(file, "utf8"));
  const [address] = Object.keys(known.logs);
  for (const change of [
    { root: Buffer.alloc(32, 7).toString("base64") },
    { size: 1_000_000 },
    { key: "another+00000000+AAAA" },
  ]) {
    const other = {
      ...known,
      logs: { [address ?? ""]: { ...known.logs[address ?? ""], ...change } },
    };
    writeFileSync(file, JSON.stringify(other));
    const { code, stderr } = await skillwright(["installed"], folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining("cannot be believed")]);
  }
});

it("[BX-14] a file that came with a folder hides nothing that was taken down", async () => {
  const folder = await installed("sly-letters");
  expect((await skillwright(["installed"], folder)).code).toBe(0);
  await quarantine("sly-letters");
  const file = join(folder, "skills/.skillwright/statements.json");
  const known = JSON.parse(readFileSync(file, "utf8"));
  known.skills["sly-letters"].asked_at = new Date().toISOString();
  writeFileSync(file, JSON.stringify(known));
  writeFileSync(join(folder, POLICY), JSON.stringify({ stateMaxAgeSeconds: 3600 }));
  const ran = await skillwright(["run", "skills/sly-letters", "--dry-run"], folder);
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining(SAID)]);
});

it("[BX-11] asks no more often than the rules of the organisation want it", async () => {
  const folder = await installed("calm-letters");
  writeFileSync(join(folder, POLICY), JSON.stringify({ stateMaxAgeSeconds: 3600 }));
  expect((await skillwright(["run", "skills/calm-letters", "--dry-run"], folder)).code).toBe(0);
  await quarantine("calm-letters");
  expect((await skillwright(["run", "skills/calm-letters", "--dry-run"], folder)).code).toBe(0);
  writeFileSync(join(folder, POLICY), JSON.stringify({ stateMaxAgeSeconds: 0 }));
  expect((await skillwright(["run", "skills/calm-letters", "--dry-run"], folder)).code).toBe(1);
});
