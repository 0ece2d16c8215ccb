import { type Operation, operation } from "../operation.ts";
import { DEFAULT_SERVER_NAME, hostFields, LOCAL_ONLY } from "./fields.ts";

export const mcpConnect: Operation = operation({
  title: "Connect programs to skills",
  details:
    "Writes an MCP server that serves the folders into the settings of claude-code, claude-desktop, vscode, cursor, " +
    "codex, gemini-cli, windsurf, zed, goose, opencode or lm-studio. Comments and all other settings stay, the file as it " +
    "was is kept beside it, and the command is started once before it is written.",
  examples: [
    "skillwright mcp connect --root ~/skills",
    "skillwright mcp connect cursor codex --root ~/skills --dry-run",
  ],
  input: {
    ...hostFields,
    root: {
      kind: "folder",
      many: true,
      doc: "Folder of skills to serve. Default: the working directory.",
    },
  },
  effects: "writes",
  needs: ["files"],
  expose: { not: { http: LOCAL_ONLY, mcp: LOCAL_ONLY, browser: LOCAL_ONLY } },
  run: async ({ files }, { host, name = DEFAULT_SERVER_NAME, root, dryRun }) => {
    const { connectHosts } = await import("./connecting.ts");
    const roots = root.length === 0 ? ["."] : root;
    return await connectHosts(await files.hosts(), { host, name, isDryRun: dryRun }, roots);
  },
  exitCode: ({ hosts }) => (hosts.some(({ change }) => change === "refused") ? 1 : 0),
  text: async () => (await import("./connections.text.ts")).connectionsText,
});
