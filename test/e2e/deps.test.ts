/** `skillwright deps`: what a skill would have installed, and the installing of it. */
import { createHash } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../src/skill/index.ts";
import { tarGzOf, zipOf } from "../support/archives.ts";
import { skillText } from "../support/library.ts";
import { type Playground, playground, type Ran } from "../support/program.ts";
import { root } from "../support/source.ts";

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
  const child = spawn(process.execPath, [join(root, "dist/cli/main.js"), "deps", ...words], {
    cwd: ground.folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: ground.path("bin"),
      HOME: ground.path(".home"),
      CALLS: ground.path("calls"),
      SKILLWRIGHT_CACHE_DIR: ground.path("cache"),
      ...environment,
    },
  });
  const texts = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (texts[0] += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (texts[1] += text));
  return new Promise((settle) => {
    child.once("close", (code) => settle({ code, stdout: texts[0] ?? "", stderr: texts[1] ?? "" }));
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
    expect(await run(ground, ["tool"])).toEqual({
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
    const { stdout } = await run(ground, ["tool", "--host", "box.json"]);
    expect(stdout).toContain(
      "✓ node-1: chosen\n      npm install -g --ignore-scripts jq-cli@1.0.0\n",
    );
    expect((await run(ground, ["install", "tool", "--host", "box.json", "--yes"])).code).toBe(2);
  });

  it("[OC-11] installs nothing without a yes, and says how to give one", async () => {
    const ground = withPrograms(both, "brew");
    const { code, stderr } = await run(ground, ["install", "tool"]);
    expect(code).toBe(1);
    expect(stderr).toContain("Add `--yes` where nobody can be asked. Nothing was done.");
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
    const { stdout } = await run(ground, ["install", "tool", "--yes"]);
    const folder = ground.path(".home/.local/bin");
    expect(calls(ground)).toEqual(["go", "install", "example.org/x@v1", `GOBIN=${folder}`]);
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
    expect([missing.code, missing.stderr.includes("Unexpected lack of `brew`")]).toEqual([1, true]);
  });

  it.each([
    [{ kind: "brew", formula: "--force" }],
    [{ kind: "node", package: "file:../evil" }],
    [{ kind: "go", module: "example.org/x" }],
  ])("[OC-11] does not follow %j", async (spec) => {
    const ground = withPrograms([spec], "brew", "npm", "go");
    const { code, stderr } = await run(ground, ["install", "tool", "--yes"]);
    expect([code, stderr.includes("error: Unexpected ")]).toEqual([1, true]);
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
    expect([nothing.code, nothing.stderr.includes("Unexpected lack of an installer")]).toEqual([
      1,
      true,
    ]);
  });
});

/** Files that came to lie among the tools of the skill. */
function kept(ground: Playground): readonly string[] {
  const folder = ground.path(TOOLS);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replace(/^tool-[0-9a-f]{32}./u, "").replaceAll("\\", "/"));
}

describe("deps install with a download", () => {
  const files: { readonly [path: string]: Buffer } = {
    "/tool.tar.gz": tarGzOf([{ name: "tool-1/bin/tool", content: "#!/bin/sh\n", mode: 0o755 }]),
    "/evil.zip": zipOf([{ name: "../../evil", content: "x" }]),
    "/tool": Buffer.from("#!/bin/sh\n"),
  };
  let server: Server;
  let address = "";

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? "";
      if (path === "/away") response.writeHead(302, { location: "http://192.0.2.1/tool" }).end();
      else if (path === "/moved") response.writeHead(302, { location: "/tool" }).end();
      else if (path === "/huge") response.writeHead(200, { "content-length": 2 ** 30 }).write("x");
      else if (files[path] === undefined) response.writeHead(404).end();
      else response.end(files[path]);
    });
    await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function install(
    path: string,
    more: object = {},
  ): Promise<{ ground: Playground; ran: Ran }> {
    const spec = { kind: "download", url: address + path, ...more };
    const ground = playground({ [SKILL]: skill([spec], ["tool"]) });
    return { ground, ran: await run(ground, ["install", "tool", "--yes"]) };
  }

  it("[OC-11] unpacks an archive into the folder of the skill's tools", async () => {
    const sha256 = createHash("sha256")
      .update(files["/tool.tar.gz"] ?? "")
      .digest("hex");
    const more = { sha256, stripComponents: 1, targetDir: "kit" };
    const { ground, ran } = await install("/tool.tar.gz", more);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/It lies in \.home\/\.openclaw\/tools\/tool-[0-9a-f]{32}\/kit\./u);
    expect(kept(ground)).toEqual(["kit/bin/tool"]);
  });

  it("[OC-11] keeps a single program, also where the server sends on", async () => {
    const { ground, ran } = await install("/moved", { bins: ["moved"] });
    expect(ran.code).toBe(0);
    expect(kept(ground)).toEqual(["moved"]);
    const [folder = ""] = readdirSync(ground.path(TOOLS));
    if (isPosix) expect(statSync(ground.path(TOOLS, folder, "moved")).mode & 0o111).not.toBe(0);
  });

  it.each([
    ["/tool", { sha256: "0".repeat(64) }, "install/wrong-digest", "expected `000"],
    ["/evil.zip", {}, "install/unsafe-archive", "Nothing of it was kept."],
    ["/tool", { archive: "zip" }, "install/unsafe-archive", "Unexpected archive"],
    ["/away", {}, "install/refused-address", "Unexpected redirection to `http://192.0.2.1/tool`"],
    ["/huge", {}, "install/download-failed", "expected at most 268435456 bytes"],
    ["/none", {}, "install/download-failed", "the server answered 404"],
    ["/tool", { targetDir: "../../.." }, "install/outside-folder", "expected a folder inside"],
  ])("[OC-11] refuses %s with %j and keeps nothing (%s)", async (path, more, _code, words) => {
    const { ground, ran } = await install(path, more);
    expect(ran.stderr).toContain(words);
    expect(ran.code).toBe(1);
    expect(kept(ground)).toEqual([]);
    expect(existsSync(ground.path(".home/.openclaw/evil"))).toBe(false);
  });
});
