/** How programs are told of the registry over MCP, each in its own words. */

export interface ProgramSnippet {
  readonly title: string;
  /** Where the text belongs: a file, or a command line. */
  readonly place: string;
  readonly text: string;
  /** Has the program itself take it over. */
  readonly link?: string;
}

const NAME = "skills";

function json(value: object): string {
  return JSON.stringify(value, undefined, 2);
}

function servers(entry: object): string {
  return json({ mcpServers: { [NAME]: entry } });
}

/** One for each program that `skillwright mcp connect` knows; those that can log in do so by themselves. */
export function programSnippets(address: string): readonly ProgramSnippet[] {
  const packed = encodeURIComponent(btoa(JSON.stringify({ url: address })));
  const forCode = { name: NAME, type: "http", url: address };
  return [
    {
      title: "Claude Code",
      place: "a terminal",
      text: `claude mcp add --transport http ${NAME} ${address}`,
    },
    {
      title: "Claude Desktop",
      place: "claude_desktop_config.json",
      text: servers({ command: "npx", args: ["-y", "mcp-remote", address] }),
    },
    {
      title: "VS Code",
      place: "mcp.json",
      text: json({ servers: { [NAME]: { type: "http", url: address } } }),
      link: `vscode:mcp/install?${encodeURIComponent(JSON.stringify(forCode))}`,
    },
    {
      title: "Cursor",
      place: "~/.cursor/mcp.json",
      text: servers({ url: address }),
      link: `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${packed}`,
    },
    {
      title: "Codex",
      place: "~/.codex/config.toml",
      text: `[mcp_servers.${NAME}]\nurl = ${JSON.stringify(address)}`,
    },
    {
      title: "Gemini CLI",
      place: "~/.gemini/settings.json",
      text: servers({ httpUrl: address }),
    },
    {
      title: "Windsurf",
      place: "~/.codeium/windsurf/mcp_config.json",
      text: servers({ serverUrl: address }),
    },
    {
      title: "Zed",
      place: "~/.config/zed/settings.json",
      text: json({ context_servers: { [NAME]: { url: address } } }),
    },
    {
      title: "Goose",
      place: "~/.config/goose/config.yaml",
      text: [
        "extensions:",
        `  ${NAME}:`,
        `    name: ${NAME}`,
        "    type: streamable_http",
        `    uri: ${JSON.stringify(address)}`,
        "    enabled: true",
      ].join("\n"),
    },
    {
      title: "OpenCode",
      place: "~/.config/opencode/opencode.json",
      text: json({ mcp: { [NAME]: { type: "remote", url: address } } }),
    },
    {
      title: "LM Studio",
      place: "~/.lmstudio/mcp.json",
      text: servers({ url: address }),
      link: `lmstudio://add_mcp?name=${NAME}&config=${packed}`,
    },
  ];
}
