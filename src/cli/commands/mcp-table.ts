/** The commands that speak MCP. */
import { accessOptions } from "./access-table.ts";
import { connectionOptions } from "./registry-table.ts";
import type { CommandSpec } from "./spec.ts";

const mcp: CommandSpec = {
  name: "mcp",
  summary: "Serve skills over MCP, or look at what another server serves.",
  details:
    "Puts folders of skills of any dialect behind MCP: over standard input and output, or with `--http` on " +
    "this machine. Only skills that their system would offer are served, and every other one is named with " +
    "the reason on standard error. A skill that breaks a contract which guards the start stops it. " +
    "`mcp inspect TARGET` lists and verifies what another server serves.",
  arguments: [
    {
      name: "PATH",
      kind: "folder",
      isRequired: false,
      isVariadic: true,
      summary: "Folders of skills, the first with precedence; else the working directory.",
    },
  ],
  options: [
    {
      name: "as",
      value: { name: "D", kind: "dialect" },
      summary: "System whose rules decide what is offered; else each skill's own.",
    },
    {
      name: "config",
      short: "c",
      value: { name: "FILE", kind: "file" },
      summary: "With `--as`: settings to use instead of the system's.",
    },
    { name: "http", summary: "Serve over HTTP at `/mcp` instead of standard input and output." },
    {
      name: "port",
      value: { name: "N", kind: "number" },
      summary: "With `--http`: port to listen on, 4818 where absent; 0 takes any free one.",
    },
    {
      name: "host",
      value: { name: "ADDRESS", kind: "text" },
      summary: "With `--http`: address to listen on; this machine alone where absent.",
    },
    ...accessOptions,
    { name: "check", summary: "Say what would be served and what not, and end." },
    { name: "strict", summary: "Stop on warnings of contracts and dependencies as well." },
    { name: "skip-invalid", summary: "Go on without skills that break their contract." },
    { name: "list", summary: "With `inspect`: list alone, and read no file of a skill." },
    ...connectionOptions,
    { name: "json", summary: "With `--check` or `inspect`: print JSON." },
  ],
  examples: [
    "skillwright mcp ./skills",
    "skillwright mcp ./skills --http --port 8080",
    "skillwright mcp ./skills --check",
    "skillwright mcp inspect http://127.0.0.1:4818/mcp",
    "skillwright mcp inspect -- npx some-server",
  ],
};

export const mcpCommands: readonly CommandSpec[] = [mcp];
