// @starts the program, which starts its own server
/** Other programs are connected through their own settings, in a home folder of the test. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Connections } from "../../src/app/connect/connecting.ts";
import { type Launch, mcpHosts } from "../../src/app/connect/hosts.ts";
import { connectMcp } from "../../src/registry/sources/index.ts";
import type { JsonObject } from "../../src/skill/model/index.ts";
import { goodSkill, type Playground, playground, temporaryFolder } from "../support/program.ts";
import { root } from "../support/source.ts";

const FILES: { readonly [id: string]: string } = {
  "claude-code": ".claude.json",
  "claude-desktop": ".config/Claude/claude_desktop_config.json",
  vscode: ".config/Code/User/mcp.json",
  cursor: ".cursor/mcp.json",
  codex: ".codex/config.toml",
  "gemini-cli": ".gemini/settings.json",
  windsurf: ".codeium/windsurf/mcp_config.json",
  zed: ".config/zed/settings.json",
  goose: ".config/goose/config.yaml",
  opencode: ".config/opencode/opencode.json",
  "lm-studio": ".lmstudio/mcp.json",
};

/** What the programs themselves write there, and people after them: other servers, comments, settings of other things. */
const OWN: { readonly [id: string]: string } = {
  "claude-code": `{
  "numStartups": 12,
  "projects": { "/home/me/work": { "allowedTools": [], "mcpServers": { "db": { "type": "http", "url": "https://db.example/mcp" } } } },
  "mcpServers": {
    "github": { "type": "stdio", "command": "npx", "args": ["-y", "server-github"], "env": { "TOKEN": "\${TOKEN}" } }
  }
}
`,
  "claude-desktop": '{\n  "globalShortcut": "",\n  "mcpServers": {}\n}\n',
  vscode: `{
\t"inputs": [{ "id": "key", "type": "promptString", "password": true }],
\t"servers": {
\t\t"docs": { "type": "http", "url": "https://docs.example/mcp" }, // of the team
\t},
}
`,
  cursor: '{"mcpServers":{"search":{"url":"https://search.example/mcp"}}}',
  codex: `model = "o4" # the small one
approval_policy = "on-request"

[mcp_servers.docs]
command = "npx"
args = ["-y", "docs-server"]
env = { KEY = "1" }

[projects."/home/me/work"]
trust_level = "trusted"
`,
  "gemini-cli": `{
  "ui": { "theme": "GitHub" },
  // of the team
  "mcpServers": { "docs": { "httpUrl": "https://docs.example/mcp", "trust": false } }
}
`,
  windsurf:
    '{\n  "mcpServers": {\n    "docs": { "serverUrl": "https://docs.example/sse", "disabled": true }\n  }\n}',
  zed: `// Zed settings
//
// For information on how to configure Zed, see the Zed
// documentation: https://zed.dev/docs/configuring-zed
{
  "theme": { "mode": "system", "light": "One Light", "dark": "One Dark" },
  "context_servers": {
    "docs": { "source": "custom", "command": "docs-server", "args": [], "env": {} },
  },
  "vim_mode": true, // always
}
`,
  goose: `GOOSE_PROVIDER: anthropic
extensions:
  developer:
    bundled: true
    enabled: true # needed
    name: developer
    timeout: 300
    type: builtin
GOOSE_MODEL: sonnet
`,
  opencode: `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": { "docs": { "type": "remote", "url": "https://docs.example/mcp", "enabled": true } }
}
`,
  "lm-studio":
    '{\n  "mcpServers": {\n    "docs": {\n      "url": "https://docs.example/mcp"\n    }\n  }\n}\n',
};

/** What a program would start by its own settings. */
async function launchOf(host: (typeof mcpHosts)[number], file: string): Promise<Launch> {
  const { parse } = await host.format();
  // As the format has it; what is missing is `undefined` in the comparison.
  const settings = parse(readFileSync(file, "utf8")) as Record<string, Record<string, JsonObject>>;
  const launch = host.entry.read(settings[host.key]?.["skillwright"] ?? {});
  if (launch === undefined) throw new Error(`${file} has no entry that starts a server.`);
  return launch;
}

function home(files: Readonly<Record<string, string>> = {}): Playground {
  const ground = playground({ "skills/letters/SKILL.md": goodSkill("letters") });
  mkdirSync(ground.path(".home"));
  for (const [path, text] of Object.entries(files)) ground.write(`.home/${path}`, text);
  return ground;
}

function connect(ground: Playground, ...words: readonly string[]): Connections {
  const { stdout, stderr } = ground.run(["mcp", "connect", "--root", "skills", "--json", ...words]);
  expect(stderr === "" || stderr.includes("error")).toBe(true);
  return JSON.parse(stdout) as Connections;
}

function changesOf({ hosts }: Connections): Readonly<Record<string, string>> {
  return Object.fromEntries(hosts.map(({ host, change }) => [host, change]));
}

function read(ground: Playground, path: string): string {
  return readFileSync(ground.path(".home", path), "utf8");
}

describe.skipIf(process.platform !== "linux")("mcp connect", () => {
  it("writes every program's own file, starts what it wrote, and takes it back", () => {
    const ground = home();
    expect(Object.keys(FILES)).toEqual(mcpHosts.map(({ id }) => id));
    const all = Object.keys(FILES);
    const connected = connect(ground, ...all);
    for (const { host, file, change, server, backup } of connected.hosts) {
      expect([host, change, backup]).toEqual([host, "added", undefined]);
      expect(file).toBe(ground.path(".home", FILES[host] ?? ""));
      expect(server).toMatchObject({
        name: "skillwright",
        tools: expect.any(Number) as number,
      });
      const text = readFileSync(file, "utf8");
      for (const word of [join(root, "dist/cli/main.js"), ground.path("skills"), process.execPath])
        expect(text).toContain(word);
    }
    expect(new Set(Object.values(changesOf(connect(ground, ...all))))).toEqual(
      new Set(["unchanged"]),
    );
    const { stdout } = ground.run(["mcp", "disconnect", "--json"]);
    const gone = JSON.parse(stdout) as Connections;
    expect(gone.hosts.map(({ change }) => change)).toEqual(all.map(() => "removed"));
    for (const path of Object.values(FILES)) expect(read(ground, path)).not.toContain("skills");
    const again = ground.run(["mcp", "disconnect"]);
    expect(again.stdout).toBe("No program has an entry `skillwright`.\n");
  });

  it("[BX-06] gives each program a server beside its own, and leaves what it had", async () => {
    const files = Object.entries(FILES).map(([id, path]) => [path, OWN[id] ?? ""] as const);
    const ground = home(Object.fromEntries(files));
    const { hosts } = connect(ground);
    expect(hosts.map(({ host, change }) => [host, change])).toEqual(
      mcpHosts.map(({ id }) => [id, "added"]),
    );
    const launches = await Promise.all(
      mcpHosts.map((host, index) => launchOf(host, hosts[index]?.file ?? "")),
    );
    // All of them start the same, so that one session stands for all.
    const [launch = { command: "", args: [] }, ...others] = launches;
    for (const other of others) expect(other).toEqual(launch);
    const address = { kind: "stdio", command: launch.command, parameters: launch.args } as const;
    const { client, close } = await connectMcp(address, { version: "1.0.0", era: "legacy" });
    const found = await client.callTool({ name: "search_skills", arguments: { query: "letters" } });
    await close();
    expect(found.structuredContent).toMatchObject({ total: 1, skills: [{ name: "letters" }] });
    ground.run(["mcp", "disconnect"]);
    for (const [path, text] of files) expect(read(ground, path)).toBe(text);
  });

  it("finds programs, keeps comments, and leaves a copy that only its owner reads", () => {
    const before =
      '{\n  // mine\n  "mcpServers": {\n    "other": { "command": "x" } // keep\n  }\n}\n';
    const ground = home({ ".cursor/mcp.json": before, ".config/goose/config.yaml": "a: [\n" });
    chmodSync(ground.path(".home/.cursor/mcp.json"), 0o640);
    const { code, stdout, stderr } = ground.run(["mcp", "connect", "--root", "skills"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^Cursor: Connected: .*mcp\.json\n {2}Before: .*\.bak\n {2}Tried: skillwright/u,
    );
    expect(stderr).toContain("The settings of Goose cannot be edited: ");
    expect(read(ground, ".config/goose/config.yaml")).toBe("a: [\n");
    const after = read(ground, ".cursor/mcp.json");
    expect(after).toContain(
      '  // mine\n  "mcpServers": {\n    "other": { "command": "x" }, // keep\n',
    );
    expect(statSync(ground.path(".home/.cursor/mcp.json")).mode & 0o777).toBe(0o640);
    const copy = readdirSync(ground.path(".home/.cursor")).find((name) => name.endsWith(".bak"));
    expect(read(ground, `.cursor/${copy ?? ""}`)).toBe(before);
    expect(statSync(ground.path(".home/.cursor", copy ?? "")).mode & 0o777).toBe(0o600);
  });

  it("shows with --dry-run what would change, and changes nothing", () => {
    const ground = home({ ".cursor/mcp.json": "{}" });
    const { stdout } = ground.run([
      "mcp",
      "connect",
      "--root",
      "skills",
      "--dry-run",
      "--name",
      "mine",
    ]);
    expect(stdout).toContain("Cursor: Would connect: .home/.cursor/mcp.json\n  mine: {");
    expect(read(ground, ".cursor/mcp.json")).toBe("{}");
  });

  it("[BX-14] follows links inside of the home folder and refuses those that lead out", () => {
    const outside = temporaryFolder();
    const ground = home({ "dotfiles/codex.toml": 'model = "o"\n', ".cursor/keep": "" });
    const link = (target: string, path: string): void => {
      mkdirSync(dirname(ground.path(".home", path)), { recursive: true });
      symlinkSync(target, ground.path(".home", path));
    };
    link(ground.path(".home/dotfiles/codex.toml"), ".codex/config.toml");
    link(join(outside, "mcp.json"), ".cursor/mcp.json");
    link(outside, ".lmstudio");
    const answer = connect(ground, "codex", "cursor", "lm-studio");
    expect(changesOf(answer)).toEqual({
      codex: "added",
      cursor: "refused",
      "lm-studio": "refused",
    });
    expect(answer.hosts[1]?.problem?.code).toBe("app/host-settings-outside");
    expect(read(ground, "dotfiles/codex.toml")).toContain("[mcp_servers.skillwright]");
    expect(readdirSync(outside)).toEqual([]);
  });

  it("writes nothing where the server would not start, and says why", () => {
    const ground = home();
    ground.write("notes.txt", "No skill.\n");
    const { code, stdout } = ground.run([
      "mcp",
      "connect",
      "cursor",
      "--root",
      "notes.txt",
      "--json",
    ]);
    const { hosts } = JSON.parse(stdout) as Connections;
    expect([code, hosts[0]?.problem?.code]).toEqual([1, "app/server-not-started"]);
    expect(hosts[0]?.problem?.message).toContain("is not a folder of skills");
    expect(existsSync(ground.path(".home/.cursor"))).toBe(false);
  });

  it("refuses names and folders that do not exist", () => {
    const ground = home();
    const run = (...words: readonly string[]): string => ground.run(["mcp", ...words]).stderr;
    expect(run("connect", "cursr")).toContain("Did you mean `cursor`?");
    expect(run("connect", "--root", "none")).toContain("No such file or folder");
    expect(run("connect")).toContain("None of the programs");
    expect(run("connect", "cursor", "--name", "a b")).toContain("is no name for a server");
  });
});
