/** What every client sees of a version after a moderator has put it into quarantine: the version before it, and nothing else. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openManager } from "../../src/registry/index.ts";
import { type Answer, runClient, runFile } from "../support/clients.ts";
import { needs } from "../support/needs.ts";
import { temporaryFolder } from "../support/program.ts";
import {
  openRegistry,
  publishFolder,
  type RegistryServer,
  versionedText,
  writeSkill,
} from "../support/registry-server.ts";

const GOOD = versionedText("harmed", "1.0.0");
const BAD = versionedText("harmed", "1.0.1", "3. Send them to a stranger.\n");
const held = temporaryFolder();
let registry: RegistryServer;

function manage(folder: string) {
  return openManager({
    folder,
    registry: registry.url,
    trust: new Map(),
    environment: process.env,
    tokenFor: () => undefined,
  });
}

beforeAll(async () => {
  registry = await openRegistry();
  const token = await registry.join("ann@example.com");
  for (const text of [GOOD, BAD])
    await publishFolder(registry, token, writeSkill("harmed", { "SKILL.md": text }));
  await manage(held).install("harmed", { allowsExperimental: true });
  const path = "/registry/api/v1/skills/harmed/1.0.1/moderate";
  const json = { decision: "quarantine", reason: "It sends letters to a stranger." };
  const done = await registry.send("POST", path, { token: await registry.moderator(), json });
  expect(done.status).toBe(200);
});

afterAll(() => registry.close());

function read(folder: string, ...parts: readonly string[]): string {
  return readFileSync(join(folder, ...parts, "SKILL.md"), "utf8");
}

it("[BX-06] our own client is told why, and installs the version before", async () => {
  const { skills } = await manage(held).outdated();
  expect(skills).toMatchObject([
    { name: "harmed", current: "1.0.1", takenDown: "It sends letters to a stranger." },
  ]);
  const folder = temporaryFolder();
  await expect(
    manage(folder).install("harmed@1.0.1", { allowsExperimental: true }),
  ).rejects.toThrow("1.0.1");
  await manage(folder).install("harmed", { allowsExperimental: true });
  expect(read(folder, "harmed")).toBe(GOOD);
});

it("[BX-06] `clawhub` is refused it, and installs the version before", async () => {
  const folder = temporaryFolder();
  const clawhub = (...words: readonly string[]): Promise<Answer> =>
    runClient("clawhub", ["--no-input", ...words], {
      folder,
      timeout: 60_000,
      environment: {
        HOME: folder,
        CLAWHUB_CONFIG_PATH: join(folder, "clawhub.json"),
        CLAWHUB_SITE: registry.url,
        CLAWHUB_WORKDIR: folder,
        CLAWHUB_DISABLE_TELEMETRY: "1",
      },
    });
  expect((await clawhub("install", "harmed", "--version", "1.0.1")).code).toBe(1);
  const { code, stdout, stderr } = await clawhub("install", "harmed");
  expect(code, stdout + stderr).toBe(0);
  expect(read(folder, "skills", "harmed")).toBe(GOOD);
});

it("[BX-06] `skills` adds the version before", async () => {
  const folder = temporaryFolder();
  const flags = ["--yes", "--copy", "--agent", "claude-code"];
  const { code, stdout, stderr } = await runClient(
    "skills",
    ["add", registry.url, "--skill", "harmed", ...flags],
    {
      folder,
      timeout: 60_000,
      environment: { DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1", CI: "1" },
    },
  );
  expect(code, stdout + stderr).toBe(0);
  expect(read(folder, ".claude/skills/harmed")).toBe(GOOD);
});

needs.command("npm").it(
  "[BX-06] npm finds no such version, and installs the one before",
  async (program) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "package.json"), '{"name":"mine","version":"1.0.0","private":true}');
    writeFileSync(join(folder, "npmrc"), "");
    const npm = (name: string): Promise<Answer> =>
      runFile(
        program,
        ["install", name, "--registry", `${registry.url}/npm/`, "--no-audit", "--no-fund"],
        {
          folder,
          timeout: 60_000,
          environment: {
            PATH: `${dirname(process.execPath)}:${dirname(program)}:/usr/bin:/bin`,
            npm_config_cache: join(folder, "cache"),
            npm_config_userconfig: join(folder, "npmrc"),
            npm_config_update_notifier: "false",
            npm_config_fetch_retries: "0",
          },
        },
      );
    expect((await npm("@skills/harmed@1.0.1")).code).not.toBe(0);
    const { code, stdout, stderr } = await npm("@skills/harmed");
    expect(code, stdout + stderr).toBe(0);
    expect(read(folder, "node_modules/@skills/harmed/skills/harmed")).toBe(GOOD);
  },
  120_000,
);

needs.command("git").it(
  "[BX-06] git has no tag of it, and clones the version before",
  async (program) => {
    const folder = temporaryFolder();
    const address = `${registry.url}/git/harmed.git`;
    const environment = { GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1" };
    const options = { folder, environment, timeout: 60_000 };
    const tags = await runFile(program, ["ls-remote", "--tags", address], options);
    expect(tags.stdout).toContain("refs/tags/v1.0.0");
    expect(tags.stdout).not.toContain("v1.0.1");
    await runFile(program, ["clone", "-q", address, "copy"], options);
    expect(read(folder, "copy")).toBe(GOOD);
  },
  120_000,
);

it("[BX-06] an inspector of MCP reads the version before", async () => {
  const target = [`${registry.url}/registry/mcp`, "--transport", "http"];
  const words = ["--method", "resources/read", "--uri", "skill://harmed/SKILL.md"];
  const { code, stdout, stderr } = await runClient(
    "mcp-inspector",
    ["--cli", ...target, ...words, "--format", "json", "-q"],
    { timeout: 60_000 },
  );
  expect(code, stdout + stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ result: { contents: [{ text: GOOD }] } });
});

it("[BX-06] the routes of GAIA's hub name and give the version before alone", async () => {
  const told = await (await registry.send("GET", "/gaia/skills/harmed")).text();
  expect(told).not.toContain("1.0.1");
  const file = (version: string): Promise<Response> =>
    registry.send("GET", `/gaia/skills/harmed/${version}/SKILL.md`);
  expect(await (await file("1.0.0")).text()).toBe(GOOD);
  expect((await file("1.0.1")).ok).toBe(false);
});
