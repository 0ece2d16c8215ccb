/** Numbers of versions are held against what changed, by the registry and by its clients alike. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openManager, type SkillManager, syncSkill } from "../../src/registry/index.ts";
import { program, runFile } from "../support/clients.ts";
import { temporaryFolder } from "../support/program.ts";
import { openRegistry, type RegistryServer, writeSkill } from "../support/registry-server.ts";

let registry: RegistryServer;
let token = "";

beforeAll(async () => {
  registry = await openRegistry();
  token = await registry.join("ann@example.com");
});

afterAll(() => registry.close());

interface Text {
  readonly version?: string;
  readonly tool?: string;
  readonly more?: string;
  readonly permissions?: readonly string[];
}

/** In the flat form of GAIA, in which every part of a promise can be written. */
function mailText(
  name: string,
  { version, tool = "fetch_mail", more = "", permissions = ["network:read"] }: Text,
): string {
  return [
    "---",
    `name: ${name}`,
    ...(version === undefined ? [] : [`version: ${version}`]),
    "description: Fetches mail. Use it when somebody asks for letters.",
    "author: Ann",
    "license: MIT",
    `permissions: ${JSON.stringify(permissions)}`,
    "tools:",
    `  - name: ${tool}`,
    "    description: Fetches mail.",
    "    parameters:",
    "      box: { type: string, required: true }",
    ...(more === "" ? [] : [`  - { name: ${more}, description: Does more. }`]),
    "security_tier: experimental",
    "---",
    "",
    "# Mail",
    "",
    "Ask for the box.",
    "",
  ].join("\n");
}

function folderOf(name: string, text: Text): string {
  return writeSkill(name, { "SKILL.md": mailText(name, text) });
}

const WIDER: Text = {
  version: "1.0.1",
  tool: "load_mail",
  permissions: ["network:read", "shell:execute"],
};

function skillwright(words: readonly string[], folder: string) {
  return runFile(process.execPath, [program, ...words], {
    folder,
    environment: { SKILLWRIGHT_REGISTRY: registry.url, SKILLWRIGHT_TOKEN: token },
  });
}

function manage(folder: string = temporaryFolder()): SkillManager {
  return openManager({
    folder,
    registry: registry.url,
    trust: new Map(),
    environment: process.env,
    tokenFor: (address) => (address.origin === registry.url ? token : undefined),
  });
}

async function versionAt(path: string): Promise<unknown> {
  const response = await registry.send("GET", `/registry/api/v1/skills/${path}`, { token });
  return await response.json();
}

describe("a patch that swaps a tool and asks for a shell", () => {
  it("[GA-20] is refused with the number that it needs, in a dry run too", async () => {
    await manage().publish(folderOf("swap", { version: "1.0.0" }));
    const folder = folderOf("swap", WIDER);
    const refusal =
      "`1.0.1` is too low for what changed since `1.0.0`. Asks for the permission `shell:execute`. " +
      "Removes the tool `fetch_mail`. The lowest number that says so is `2.0.0`.";
    const refused = await skillwright(["publish", folder, "--dry-run"], folder);
    expect(refused.stderr).toContain(refusal);
    expect(refused.code).toBe(1);
    await expect(manage().publish(folder)).rejects.toThrow(refusal);
    expect(await versionAt("swap")).toMatchObject({ latest_version: "1.0.0" });
    const dry = await skillwright(["publish", folder, "--version", "2.0.0", "--dry-run"], folder);
    expect(dry.stdout).toContain("changes since 1.0.0 ask for a major release");
    expect(dry.code).toBe(0);
    await manage().publish(folder, { version: "2.0.0" });
    expect(await versionAt("swap/2.0.0")).toMatchObject({
      semver: { since: "1.0.0", needs: "major", proposed: "2.0.0", is_honest: true },
    });
  });

  it("[GA-20] is refused as a draft that waited for the version before it", async () => {
    await manage().publish(folderOf("late", WIDER), { isDraft: true });
    await manage().publish(folderOf("late", { version: "1.0.0" }));
    const path = "/registry/api/v1/skills/late/1.0.1/submit";
    const response = await registry.send("POST", path, { token, json: {} });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("`1.0.1` is too low for what changed since `1.0.0`.");
  });
});

const READING = ["network:read", "filesystem:read:./mail/**"];

describe("users of a skill", () => {
  it("[GA-20] [GA-12] see what an update changes before they take it", async () => {
    const folder = temporaryFolder();
    await manage().publish(folderOf("shown", { version: "1.0.0" }));
    await manage(folder).install("shown", { allowsExperimental: true });
    await manage().publish(folderOf("shown", { version: "1.1.0", more: "count_mail" }));
    await manage().publish(folderOf("shown", { ...WIDER, version: "2.0.0", permissions: READING }));
    const place = ["--to", folder];
    const info = await skillwright(["info", "shown"], folder);
    expect(info.stdout).toContain("changes since 1.1.0 ask for a major release");
    expect(info.stdout).toContain("! Removes the tool `count_mail`.");
    const { skills } = await manage(folder).outdated();
    // Against what is installed, whatever lies between.
    expect(skills[0]?.changes?.map(({ message }) => message)).toEqual([
      "Asks for the permission `filesystem:read:./mail/**`.",
      "Removes the tool `fetch_mail`.",
      "Adds the tool `load_mail`.",
    ]);
    const outdated = await skillwright(["outdated", ...place], folder);
    expect(outdated.stdout).toContain("! Asks for the permission `filesystem:read:./mail/**`.");
    const update = await skillwright(
      ["update", "shown", "--dry-run", "--allow-experimental", ...place],
      folder,
    );
    expect(update.stdout, update.stderr).toContain("! Removes the tool `fetch_mail`.");
    expect(readFileSync(join(folder, "shown", "SKILL.md"), "utf8")).toContain("fetch_mail");
  });

  it("[GA-20] find the judgement in the signed statement", async () => {
    await manage().publish(folderOf("stated", { version: "1.0.0" }));
    await manage().publish(folderOf("stated", { version: "1.1.0", more: "count_mail" }));
    const response = await registry.send("GET", "/registry/log/statements?of=stated@1.1.0");
    expect(await response.text()).toContain(
      String.raw`\"semver\":\"minor since 1.0.0; Adds the tool`,
    );
  });
});

/** In the keys of skill-creator, as `eval run --out skills/x/evals` writes it. */
function benchmark(withSkill: number, without: number): string {
  return JSON.stringify({
    metadata: { skill_name: "helpful", executor_model: "openai:gpt-5", evals_run: [1, 2] },
    runs: [],
    run_summary: {
      with_skill: { pass_rate: { mean: withSkill } },
      without_skill: { pass_rate: { mean: without } },
    },
  });
}

describe("a benchmark that is published with a skill", () => {
  it("[BX-09] warns those who update to a version that helps less", async () => {
    const folder = temporaryFolder();
    const publish = async (version: string, lift: number): Promise<void> => {
      const text = mailText("helpful", { version });
      const files = { "SKILL.md": text, "evals/benchmark.json": benchmark(0.5 + lift, 0.5) };
      await manage().publish(writeSkill("helpful", files));
    };
    await publish("1.0.0", 0.3);
    await manage(folder).install("helpful", { allowsExperimental: true });
    await publish("1.1.0", 0.12);
    const words = ["update", "helpful", "--to", folder, "--allow-experimental", "--yes"];
    const updated = await skillwright(words, folder);
    expect(updated.stdout).toContain(
      "! Helps less with `openai:gpt-5`: it adds 12 points to the share of checks that pass; the version before added 30.",
    );
    await publish("1.2.0", 0.4);
    const again = await skillwright(words, folder);
    expect(again.code).toBe(0);
    expect(again.stdout).not.toContain("Helps less");
  });
});

describe("a skill without a version", () => {
  it("[GA-20] is offered the lowest number that fits, and synced under it", async () => {
    await manage().publish(folderOf("plain", {}), { version: "1.0.0" });
    const next = folderOf("plain", { more: "count_mail" });
    const refused = await skillwright(["publish", next], next);
    expect(refused.stderr).toContain("`--version 1.1.0` is the lowest that fits");
    expect(refused.code).toBe(1);
    const dry = await manage().publish(next, { isDryRun: true });
    expect(dry).toMatchObject({ version: "1.1.0" });
    expect(dry.warnings.join("\n")).toContain("publish it with `--version 1.1.0`");
    expect(await syncSkill(next, manage().registry())).toMatchObject({ version: "1.1.0" });
  });
});

const moduleText = (parameters: string): string =>
  `from gaia.agents.base.tools import tool\n\n\n@tool\ndef fetch_mail(${parameters}) -> dict:\n    """Fetches mail."""\n    return {}\n`;

function coded(version: string, parameters: string): string {
  const text = mailText("coded", { version });
  return writeSkill("coded", { "SKILL.md": text, "tools.py": moduleText(parameters) });
}

describe("a signature that changes in the code alone", () => {
  it("[GA-20] is held against the number, as one in the SKILL.md is", async () => {
    await manage().publish(coded("1.0.0", "box: str"));
    await expect(manage().publish(coded("1.0.1", "box: str, folder: str"))).rejects.toThrow(
      "Requires the parameter `folder` of the tool `fetch_mail`, which is new.",
    );
    // What has a type now had none that was promised, and what is optional breaks nothing.
    await manage().publish(coded("1.1.0", 'box: str, folder: str = "all"'));
    expect(await versionAt("coded/1.1.0")).toMatchObject({
      semver: {
        needs: "minor",
        changes: [{ message: "Adds the parameter `folder` of the tool `fetch_mail`." }],
      },
    });
  });
});
