/** The commands that take skills from elsewhere, and what they share with those that look there. */
import type { CommandSpec, OptionSpec } from "./spec.ts";

/** Taken by every command that asks a server of the Model Context Protocol. */
export const connectionOptions: readonly OptionSpec[] = [
  {
    name: "era",
    value: { name: "ERA", kind: "choice", choices: ["auto", "modern", "legacy"] },
    summary: "MCP to speak elsewhere: modern, legacy, or auto.",
  },
  {
    name: "token-file",
    value: { name: "FILE", kind: "file" },
    summary: "Token for elsewhere; else `SKILLWRIGHT_MCP_TOKEN`.",
  },
  {
    name: "timeout",
    value: { name: "SECONDS", kind: "number" },
    summary: "Most seconds for each question elsewhere; else 30.",
  },
];

const add: CommandSpec = {
  name: "add",
  summary: "Install a skill from elsewhere, verified.",
  details:
    "Takes one skill of an MCP server: every file is fetched and compared with the size, digest and frontmatter " +
    "that the server promises, then all are scanned, and only then written, in one step and without the right to be " +
    "run. Where it came from is kept in `.skillwright/origins` of the folder. Exits with 1 when something is " +
    "refused, such as a skill with a critical finding of the scanner.",
  arguments: [
    {
      name: "SOURCE",
      kind: "text",
      isRequired: true,
      isVariadic: true,
      summary: "`mcp:URL#NAME`, or `mcp:stdio#NAME -- COMMAND…` for a server to start.",
    },
  ],
  options: [
    {
      name: "to",
      value: { name: "DIR", kind: "folder" },
      summary: "Folder of skills to install into; `skills` where absent.",
    },
    { name: "force", summary: "Replace the skill of that name in the folder." },
    { name: "allow-risky", summary: "Install it also where the scanner blocks it." },
    { name: "dry-run", summary: "Fetch, verify and scan, and write nothing." },
    ...connectionOptions,
    { name: "json", summary: "Print JSON." },
  ],
  examples: [
    "skillwright add mcp:http://127.0.0.1:4818/mcp#pdf-tools",
    "skillwright add mcp:stdio#pdf-tools --to ~/.claude/skills -- npx some-server",
  ],
};

export const registryCommands: readonly CommandSpec[] = [add];
