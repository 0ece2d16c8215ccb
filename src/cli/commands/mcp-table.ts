/** The commands that speak MCP. */
import { accessOptions } from "./access-table.ts";
import { connectionFields, loginFields } from "../../app/registry/fields.ts";
import { toOption, toOptions } from "../operation-spec.ts";
import type { CommandSpec } from "./spec.ts";
import { agreementFields } from "../../app/tools/fields.ts";

const mcp: CommandSpec = {
  name: "mcp",
  summary: "Serve skills over MCP, connect programs to them, or inspect a server.",
  details:
    "Serves skills of any dialect that their systems would offer, and names the others with reasons on " +
    "standard error. `mcp connect` writes the server into the settings of programs, `mcp disconnect` removes it, " +
    "`mcp inspect TARGET` verifies another server, and `mcp call TOOL TARGET` calls a tool of it.",
  arguments: [
    {
      name: "PATH",
      kind: "folder",
      isRequired: false,
      isVariadic: true,
      summary: "Folders of skills (default: the working directory).",
    },
  ],
  options: [
    {
      name: "as",
      value: { name: "D", kind: "dialect" },
      summary: "System whose rules apply (default: each skill's own).",
    },
    {
      name: "config",
      short: "c",
      value: { name: "FILE", kind: "file" },
      summary: "With `--as`: settings instead of the system's.",
    },
    { name: "http", summary: "Serve over HTTP at `/mcp` (default: stdin and stdout)." },
    {
      name: "port",
      value: { name: "N", kind: "number" },
      summary: "With `--http`: port (default: 4818); 0 for any.",
    },
    {
      name: "host",
      value: { name: "ADDRESS", kind: "text" },
      summary: "With `--http`: address (default: this machine only).",
    },
    ...accessOptions,
    {
      name: "tools",
      summary: "Offer allowed tools too; over HTTP for a token only.",
    },
    toOption("policy", agreementFields.policy),
    { name: "check", summary: "List what would be served and what not, and exit." },
    { name: "strict", summary: "Also stop on warnings of contracts and dependencies." },
    { name: "skip-invalid", summary: "Leave out skills that break their contract." },
    {
      name: "allow-blocked",
      value: { name: "SKILL", kind: "text" },
      isRepeatable: true,
      summary: "Serve a skill that the scan blocks (name or file).",
    },
    { name: "list", summary: "With `inspect`: only list, and read no file." },
    {
      name: "input",
      value: { name: "JSON", kind: "text" },
      summary: "With `call`: arguments of the tool.",
    },
    {
      name: "answers",
      value: { name: "JSON", kind: "text" },
      summary: "With `call`: answers to what the tool asks.",
    },
    ...toOptions({
      ...connectionFields,
      tokenFile: { kind: "file", doc: "Token of the other server, or with `--http` its own." },
      ...loginFields,
    }),
    { name: "json", summary: "With `--check`, `inspect` or `call`: print JSON." },
  ],
  examples: [
    "skillwright mcp ./skills",
    "skillwright mcp connect --root ./skills",
    "skillwright mcp inspect http://127.0.0.1:4818/mcp",
    "skillwright mcp inspect -- npx some-server",
    "skillwright mcp call list_library http://127.0.0.1:4818/mcp",
  ],
};

export const mcpCommands: readonly CommandSpec[] = [mcp];
