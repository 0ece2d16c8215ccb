/** Programs that start MCP servers: where each keeps its settings, and how it writes an entry. One row for each. */
import type { Json, JsonObject } from "../../skill/model/index.ts";
import { isObject } from "../../skill/model/index.ts";
import type { ConfigFormat } from "./formats/format.ts";
import { jsonFormat } from "./formats/json.ts";

/** How a server is started. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: { readonly [name: string]: string };
}

/** Folders in which programs of this computer keep settings. */
export interface SettingsFolders {
  readonly home: string;
  /** `~/.config` on Linux, `~/Library/Application Support` on macOS, `%APPDATA%` on Windows. */
  readonly applications: string;
  /** `~/.config` on macOS too, for programs that do as on Linux. */
  readonly config: string;
  readonly isWindows: boolean;
  readonly variable: (name: string) => string | undefined;
}

interface EntryShape {
  /** The fields that start the server. */
  readonly write: (launch: Launch) => JsonObject;
  /** What a new entry has besides; people change it as they like. */
  readonly defaults?: (name: string) => JsonObject;
  readonly read: (entry: JsonObject) => Launch | undefined;
}

export interface McpHost {
  readonly id: string;
  readonly title: string;
  readonly format: () => Promise<ConfigFormat>;
  /** The key below which servers stand. */
  readonly key: string;
  readonly entry: EntryShape;
  /** The file of settings; the first of several that exists, or else the first. Parts are joined by `/`. */
  readonly files: (folders: SettingsFolders) => readonly string[];
  /** The program is on this computer where one of these exists. */
  readonly signs: (folders: SettingsFolders) => readonly string[];
  /** Names of its command. */
  readonly programs?: readonly string[];
  /** What to do before the program knows of the change. */
  readonly next: string;
}

const json = async (): Promise<ConfigFormat> => jsonFormat;

/** `command`, `args` and `env`, as most programs have them, and what one adds. */
function plain(more: JsonObject = {}): EntryShape {
  return {
    write: ({ command, args }) => ({ ...more, command, args }),
    read: ({ command, args, env }) => toLaunch(command, args, env),
  };
}

function toLaunch(command: unknown, args: unknown, env: unknown): Launch | undefined {
  if (typeof command !== "string" || !isTexts(args ?? [])) return undefined;
  const variables = Object.entries(isObject(env) ? env : {}).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  return {
    command,
    // Checked above.
    args: (args ?? []) as readonly string[],
    env: Object.fromEntries(variables),
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

const openCodeEntry: EntryShape = {
  write: ({ command, args }) => ({ type: "local", command: [command, ...args] }),
  defaults: () => ({ enabled: true }),
  read: ({ command, environment }) => {
    const [first, ...rest] = Array.isArray(command) ? (command as readonly Json[]) : [];
    return toLaunch(first, rest, environment);
  },
};

const gooseEntry: EntryShape = {
  write: ({ command, args }) => ({ type: "stdio", cmd: command, args }),
  defaults: (name) => ({
    name,
    description: "Skills served by Skillwright",
    enabled: true,
    timeout: 300,
  }),
  read: ({ cmd, args, envs }) => toLaunch(cmd, args, envs),
};

const RESTART = "Start the program again.";

export const mcpHosts: readonly McpHost[] = [
  {
    id: "claude-code",
    title: "Claude Code",
    format: json,
    key: "mcpServers",
    entry: plain({ type: "stdio" }),
    files: ({ home, variable }) => [`${variable("CLAUDE_CONFIG_DIR") ?? home}/.claude.json`],
    signs: ({ home }) => [`${home}/.claude.json`, `${home}/.claude`],
    next: "`/mcp` in a new session shows the server.",
  },
  {
    id: "claude-desktop",
    title: "Claude Desktop",
    format: json,
    key: "mcpServers",
    entry: plain(),
    files: ({ applications }) => [`${applications}/Claude/claude_desktop_config.json`],
    signs: ({ applications }) => [`${applications}/Claude`],
    next: RESTART,
  },
  {
    id: "vscode",
    title: "VS Code",
    format: json,
    key: "servers",
    entry: plain({ type: "stdio" }),
    files: ({ applications }) => [`${applications}/Code/User/mcp.json`],
    signs: ({ applications }) => [`${applications}/Code/User`],
    programs: ["code"],
    next: "`MCP: List Servers` starts the server.",
  },
  {
    id: "cursor",
    title: "Cursor",
    format: json,
    key: "mcpServers",
    entry: plain(),
    files: ({ home }) => [`${home}/.cursor/mcp.json`],
    signs: ({ home }) => [`${home}/.cursor`],
    programs: ["cursor"],
    next: "Switch the server on under Settings, MCP.",
  },
  {
    id: "codex",
    title: "Codex",
    format: async () => (await import("./formats/toml.ts")).tomlFormat,
    key: "mcp_servers",
    entry: plain(),
    files: (folders) => [`${codexHome(folders)}/config.toml`],
    signs: (folders) => [codexHome(folders)],
    programs: ["codex"],
    next: "`codex mcp list` shows the server.",
  },
  {
    id: "gemini-cli",
    title: "Gemini CLI",
    format: json,
    key: "mcpServers",
    entry: plain(),
    files: (folders) => [`${geminiHome(folders)}/.gemini/settings.json`],
    signs: (folders) => [`${geminiHome(folders)}/.gemini`],
    programs: ["gemini"],
    next: "`/mcp` in a new session shows the server.",
  },
  {
    id: "windsurf",
    title: "Windsurf",
    format: json,
    key: "mcpServers",
    entry: plain(),
    files: ({ home }) => [`${home}/.codeium/windsurf/mcp_config.json`],
    signs: ({ home }) => [`${home}/.codeium/windsurf`],
    programs: ["windsurf"],
    next: "Press Refresh above the list of MCP servers.",
  },
  {
    id: "zed",
    title: "Zed",
    format: json,
    key: "context_servers",
    entry: plain(),
    files: (folders) => [`${zedFolder(folders)}/settings.json`],
    signs: (folders) => [zedFolder(folders)],
    programs: ["zed"],
    next: "The server starts when the file is saved.",
  },
  {
    id: "goose",
    title: "Goose",
    format: async () => (await import("./formats/yaml.ts")).yamlFormat,
    key: "extensions",
    entry: gooseEntry,
    files: (folders) => [`${gooseFolder(folders)}/config.yaml`],
    signs: (folders) => [gooseFolder(folders)],
    programs: ["goose"],
    next: "The extension is on in the next session.",
  },
  {
    id: "opencode",
    title: "OpenCode",
    format: json,
    key: "mcp",
    entry: openCodeEntry,
    files: ({ config }) =>
      ["opencode.json", "opencode.jsonc", "config.json"].map(
        (name) => `${config}/opencode/${name}`,
      ),
    signs: ({ config }) => [`${config}/opencode`],
    programs: ["opencode"],
    next: "`opencode mcp list` shows the server.",
  },
  {
    id: "lm-studio",
    title: "LM Studio",
    format: json,
    key: "mcpServers",
    entry: plain(),
    files: ({ home }) => [`${home}/.lmstudio/mcp.json`],
    signs: ({ home }) => [`${home}/.lmstudio`],
    next: "The server starts when the file is saved.",
  },
];

function codexHome({ home, variable }: SettingsFolders): string {
  return variable("CODEX_HOME") ?? `${home}/.codex`;
}

function geminiHome({ home, variable }: SettingsFolders): string {
  return variable("GEMINI_CLI_HOME") ?? home;
}

function zedFolder({ applications, config, isWindows }: SettingsFolders): string {
  return isWindows ? `${applications}/Zed` : `${config}/zed`;
}

function gooseFolder({ applications, config, isWindows }: SettingsFolders): string {
  return isWindows ? `${applications}/Block/goose/config` : `${config}/goose`;
}
