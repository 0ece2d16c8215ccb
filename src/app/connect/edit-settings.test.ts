import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../skill/model/index.ts";
import { addServer, removeServer } from "./edit-settings.ts";
import { SyntaxProblem } from "./formats/format.ts";
import { type McpHost, mcpHosts } from "./hosts.ts";

const LAUNCH = { command: "/opt/node", args: ["/opt/main.js", "mcp", "/home/me/my skills"] };

function host(id: string): McpHost {
  const found = mcpHosts.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no host ${id}.`);
  return found;
}

async function add(id: string, text: string, launch = LAUNCH): Promise<string> {
  const row = host(id);
  return addServer(row, await row.format(), text, "skillwright", launch).text;
}

async function remove(id: string, text: string): Promise<string> {
  const row = host(id);
  return removeServer(row, await row.format(), text, "skillwright").text;
}

/** Settings with other servers and comments, all of which have to stay. */
const SETTINGS: { readonly [id: string]: readonly string[] } = {
  json: [
    '{\n  // mine\n  "KEY": {\n    "other": { "command": "x" } // keep\n    // last\n  },\n  "z": [1, 2],\n}\n',
    '{\n\t"a": 1,\n\t"KEY": {\n\t\t"other": {\n\t\t\t"command": "x"\n\t\t}\n\t}\n}\n',
    '{"a":{"b":"}"},"KEY":{"other":{"command":"x"}}}',
    '{ "KEY": {} }',
    '{\n  "a": 1,\n  "KEY": null // none yet\n}\n',
    '{\n  "a": "http://x", /* c */\n  "KEY": {\n    /* none yet */\n  }\n}\n',
    '{\r\n  "a": 1\r\n}\r\n',
    '\uFEFF{\n  "a": 1, // b\n}\n',
  ],
  codex: [
    'model = "o" # mine\n\n[mcp_servers.other]\ncommand = "x"\nargs = [\n  "a", # one\n  "[mcp_servers.skillwright]",\n]\n\n# end\n',
    '[mcp_servers.other]\ncommand = \'x\'\ntext = """\n[mcp_servers.skillwright]\ncommand = "no"\n"""\n[projects."/home/me"]\ntrust_level = "trusted"',
    "a = 1\r\n[t]\r\nb = 2020-01-01\r\n",
    "# nothing but a comment\n",
  ],
  goose: [
    "GOOSE_MODEL: o # mine\nextensions:\n  # built in\n  developer:\n    enabled: true\n    args:\n      - a # one\n      - b\n\n# end\nz: |\n  extensions:\n    x\n",
    "extensions:\n    developer: { enabled: true }\n    last:\n        text: |\n            a\n\n            b\n",
    "a: 1\nextensions: {} # none\nb: 2\n",
    "a: 1\nextensions:\nb: 2\n",
    "a: 1\r\nb:\r\n  - 1\r\n",
    "# nothing but a comment\n",
  ],
};

/** What of a text, but for blanks, does not stand in another one in the same order. */
function lostFrom(before: string, after: string): string {
  let rest = before.replaceAll(/\s/gu, "");
  for (const character of after)
    if (rest.startsWith(character)) rest = rest.slice(character.length);
  return rest;
}

const CASES = mcpHosts.flatMap(({ id, key }) =>
  (SETTINGS[id] ?? SETTINGS["json"] ?? []).map(
    (text) => [id, text.replaceAll("KEY", key)] as const,
  ),
);

describe("settings of programs", () => {
  it.each(CASES)("of %s lose no character of %j", async (id, text) => {
    const added = await add(id, text);
    // Braces without anything in them are opened in YAML.
    expect(lostFrom(text.replace(id === "goose" ? "{}" : "null", ""), added)).toBe("");
    if (text.includes("\r\n")) expect(added.replaceAll("\r\n", "")).not.toContain("\n");
    expect(await add(id, added)).toBe(added);
  });

  it.each(CASES)("of %s are as they were when the entry is removed: %j", async (id, text) => {
    const { format, key } = host(id);
    const { parse } = await format();
    const removed = await remove(id, await add(id, text));
    const servers = (settings: JsonObject): JsonObject => ({
      ...settings,
      [key]: settings[key] ?? {},
    });
    expect(servers(parse(removed) as JsonObject)).toEqual(servers(parse(text) as JsonObject));
    for (const comment of text.match(/(?:\/\/|\/\*|#) [^\r\n*]*/gu) ?? [])
      expect(removed).toContain(comment);
  });

  it.each(mcpHosts.map(({ id }) => id))("of %s may be empty or missing", async (id) => {
    for (const text of ["", "\n"]) {
      const added = await add(id, text);
      const { format, key, entry } = host(id);
      const settings = (await format()).parse(added) as Record<string, Record<string, never>>;
      expect(entry.read(settings[key]?.["skillwright"] ?? {})).toMatchObject(LAUNCH);
    }
  });

  it.each([
    ["cursor", '{"mcpServers": '],
    ["cursor", '{"mcpServers": [] }'],
    ["cursor", "[1]"],
    ["cursor", '{"mcpServers": {"a": 1} } x'],
    ["cursor", "[".repeat(100_000)],
    ["cursor", '{"a": tru}'],
    ["cursor", '{"a" 1}'],
    ["cursor", "/* never closed"],
    ["codex", "[mcp_servers\n"],
    ["codex", 'mcp_servers = { skillwright = { command = "x" } }\n'],
    ["codex", 'mcp_servers = { other = { command = "x" } }\n'],
    ["codex", 'mcp_servers.skillwright.command = "x"\n'],
    ["goose", "extensions: [\n"],
    ["goose", "extensions: text\n"],
    ["goose", "extensions:\n  skillwright: text # mine\n"],
    ["goose", "a: 1\n---\nb: 1\n"],
    ["goose", "- a\n"],
  ])("of %s that cannot be edited are refused: %j", async (id, text) => {
    await expect(add(id, text)).rejects.toBeInstanceOf(SyntaxProblem);
  });

  it("keep what people added to the entry", async () => {
    const other = { command: "/new/node", args: ["a"] };
    const json = await add("cursor", "");
    const mine = json.replace('"command"', '"env": { "A": "1" }, // mine\n      "command"');
    const moved = await add("cursor", mine, other);
    expect(moved).toContain('"env": { "A": "1" }, // mine');
    expect(moved).toContain('"command": "/new/node"');
    const toml = `${await add("codex", "")}startup_timeout_sec = 20 # mine\n\n[mcp_servers.skillwright.env]\nA = "1"\n`;
    expect(await add("codex", toml, other)).toBe(
      toml.replace("/opt/node", "/new/node").replace(/args = .*/u, 'args = ["a"]'),
    );
    expect(await remove("codex", toml)).toBe("");
    const yaml = (await add("goose", "")).replace("timeout: 300", "timeout: 9 # mine");
    const changed = await add("goose", yaml, other);
    expect(changed).toContain("timeout: 9 # mine");
    expect(changed).toContain('cmd: "/new/node"');
    expect(await add("goose", changed, other)).toBe(changed);
  });

  it("written in braces are edited too", async () => {
    const added = await add("goose", "extensions: { a: { enabled: true } } # c\n");
    expect(added).toContain("# c");
    expect(await remove("goose", added)).toContain("a: { enabled: true }");
    const windows = await add("goose", "a: 1\r\nextensions: { a: { enabled: true } }\r\n");
    expect(windows.replaceAll("\r\n", "")).not.toContain("\n");
  });
});
