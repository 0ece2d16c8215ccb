/** `skillwright deps`: what a skill would have installed, and the installing of it. */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/skill/index.ts";
import { compiledOnce } from "../support/compiled.ts";
import { skillText } from "../support/library.ts";
import { type Playground, playground, type Ran } from "../support/program.ts";
import { root } from "../support/source.ts";
import { runBeside } from "../support/starter.ts";

const SKILL = ".home/.openclaw/workspace/skills/tool/SKILL.md";
const TOOLS = ".home/.openclaw/tools";
const isPosix = process.platform !== "win32";

function skill(install: readonly Json[], bins: readonly string[] = ["no-such-bin"]): string {
  return skillText({
    name: "tool",
    description: "Needs a program.",
    metadata: { openclaw: { requires: { bins }, install } },
  });
}

/** Programs that write down how they were called, one word a line. */
function withPrograms(install: readonly Json[], ...programs: readonly string[]): Playground {
  const ground = playground({ [SKILL]: skill(install) });
  for (const program of programs) {
    ground.write(
      `bin/${program}`,
      `#!/bin/sh\nfor word in ${program} "$@" "GOBIN=$GOBIN"; do echo "$word" >> "$CALLS"; done\necho installing >&2\nexit \${FAIL:-0}\n`,
    );
    chmodSync(ground.path("bin", program), 0o755);
  }
  return ground;
}

function run(ground: Playground, words: readonly string[], environment = {}): Promise<Ran> {
  return runBeside(process.execPath, [join(root, "dist/cli/main.js"), "deps", ...words], {
    cwd: ground.folder,
    env: {
      ...compiledOnce(),
      PATH: ground.path("bin"),
      HOME: ground.path(".home"),
      CALLS: ground.path("calls"),
      SKILLWRIGHT_CACHE_DIR: ground.path("cache"),
      ...environment,
    },
  });
}

function calls(ground: Playground): readonly string[] {
  if (!existsSync(ground.path("calls"))) return [];
  return readFileSync(ground.path("calls"), "utf8").trimEnd().split("\n");
}

const both: readonly Json[] = [
  { kind: "brew", formula: "jq", bins: ["no-such-bin"] },
  { kind: "node", package: "jq-cli@1.0.0" },
  { kind: "uv", package: "jq", os: ["win32"] },
];

describe.runIf(isPosix)("deps", () => {
  it("[OC-11] shows which installer would be followed and why not the others, and does nothing", async () => {
    const ground = withPrograms(both, "brew", "npm");
    expect(await run(ground, ["tool", "--as", "openclaw@seed"])).toEqual({
      code: 0,
      stderr: "",
      stdout: `tool (openclaw) needs no-such-bin (not installed)
  ✓ brew-0: chosen
      brew install jq
  – node-1: the system prefers another
  – uv-2: for win32 only
`,
    });
    expect((await run(ground, ["install", "tool", "--dry-run"])).stdout).toContain(
      "brew install jq",
    );
    expect(calls(ground)).toEqual([]);
  });

  it("[OC-11] shows what would be chosen on another machine", async () => {
    const ground = withPrograms(both, "brew");
    ground.write("box.json", `{"id": "box", "os": "linux", "bins": ["npm"]}`);
    const { stdout } = await run(ground, ["tool", "--host", "box.json", "--as", "openclaw@seed"]);
    expect(stdout).toContain(
      "✓ node-1: chosen\n      npm install -g --ignore-scripts jq-cli@1.0.0\n",
    );
    expect((await run(ground, ["install", "tool", "--host", "box.json", "--yes"])).code).toBe(2);
  });

  it("[OC-11] installs nothing without a yes, and says how to give one", async () => {
    const ground = withPrograms(both, "brew");
    const { code, stderr } = await run(ground, ["install", "tool"]);
    expect(code).toBe(1);
    expect(stderr).toContain("Add `--yes` to install without a question. Nothing was installed.");
    expect(calls(ground)).toEqual([]);
  });

  it("[OC-11] runs the program with its arguments as they are", async () => {
    const ground = withPrograms(both, "brew");
    const { code, stdout, stderr } = await run(ground, ["install", "tool", "--yes"]);
    expect([code, stdout]).toEqual([0, "Installed, but not found on the `PATH`: no-such-bin.\n"]);
    expect(stderr).toContain("installing\n");
    expect(calls(ground)).toEqual(["brew", "install", "jq", "GOBIN="]);
  });

  it("[OC-11] keeps scripts of packages from running, whatever manager the settings name", async () => {
    const ground = withPrograms([{ kind: "node", package: "jq-cli" }], "pnpm");
    ground.write(
      ".home/.openclaw/openclaw.json",
      `{ skills: { install: { nodeManager: "pnpm" } } }`,
    );
    await run(ground, ["install", "tool", "--yes"]);
    expect(calls(ground)).toEqual(["pnpm", "add", "-g", "--ignore-scripts", "jq-cli", "GOBIN="]);
  });

  it("[OC-11] builds Go modules into a folder of the user", async () => {
    const ground = withPrograms([{ kind: "go", module: "example.org/x@v1" }], "go");
    const empty = await run(ground, ["install", "tool", "--yes"]);
    const folder = ground.path(".home/.local/bin");
    expect(calls(ground)).toEqual(["go", "install", "example.org/x@v1", `GOBIN=${folder}`]);
    expect(empty.stdout).toContain(
      "no-such-bin. It is not in .home/.local/bin either, where the installer puts what it brings.",
    );
    ground.write(".home/.local/bin/no-such-bin", "");
    const { stdout } = await run(ground, ["install", "tool", "--yes"]);
    expect(stdout).toContain("It lies in .home/.local/bin. Add that folder to the `PATH`.");
  });

  it("tells when the program fails, takes too long, or is not there", async () => {
    const failing = withPrograms(both, "brew");
    const failed = await run(failing, ["install", "tool", "-y"], { FAIL: "7" });
    expect([failed.code, failed.stderr.includes("exit code 7")]).toEqual([1, true]);
    failing.write("bin/brew", "#!/bin/sh\nexec /bin/sleep 20\n");
    chmodSync(failing.path("bin/brew"), 0o755);
    const late = await run(failing, ["install", "tool", "-y", "--timeout", "1"]);
    expect([late.code, late.stderr.includes("longer than 1 seconds")]).toEqual([1, true]);
    const missing = await run(withPrograms([both[0] ?? null]), ["install", "tool", "-y"]);
    expect([missing.code, missing.stderr.includes("`brew` is not on the `PATH`")]).toEqual([
      1,
      true,
    ]);
  });

  it.each([
    [{ kind: "brew", formula: "--force" }],
    [{ kind: "node", package: "file:../evil" }],
    [{ kind: "go", module: "example.org/x" }],
  ])("[OC-11] does not follow %j", async (spec) => {
    const ground = withPrograms([spec], "brew", "npm", "go");
    const { code, stderr } = await run(ground, ["install", "tool", "--yes"]);
    expect([code, stderr.includes("error: ")]).toEqual([1, true]);
    expect(calls(ground)).toEqual([]);
  });

  it("tells of a name that no skill has, and of words that it does not take", async () => {
    const ground = withPrograms(both);
    const unknown = await run(ground, ["toll", "--as", "openclaw"]);
    expect([unknown.code, unknown.stderr.includes("Did you mean `tool`?")]).toEqual([1, true]);
    expect((await run(ground, ["toll"])).stderr).toBe(unknown.stderr);
    for (const words of [
      ["tool", "other"],
      ["install", "tool", "other"],
    ])
      expect((await run(ground, words)).code).toBe(2);
    const nothing = await run(withPrograms([]), ["install", "tool", "--yes"]);
    expect([
      nothing.code,
      nothing.stderr.includes("declares no installer for this operating system"),
    ]).toEqual([1, true]);
  });
});

describe("deps install with a download", () => {
  it.each([
    "http://127.0.0.1:9/tool",
    "https://127.0.0.1:9/tool",
    "https://[::1]:9/tool",
    "https://[::ffff:10.0.0.1]/tool",
    "https://169.254.169.254/latest/meta-data",
    "https://0x7f000001/tool",
    "https://2130706433/tool",
    "https://localhost:9/tool",
    "https://metadata.google.internal/tool",
  ])("[OC-11] refuses %s, which is not on the open network", async (url) => {
    const ground = playground({ [SKILL]: skill([{ kind: "download", url }], ["tool"]) });
    const { code, stderr } = await run(ground, ["install", "tool", "--yes"]);
    expect([code, stderr.includes("is on a private network")]).toEqual([1, true]);
    expect(existsSync(ground.path(TOOLS))).toBe(false);
  });
});
