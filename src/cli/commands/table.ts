/** The commands as data: help, parsing, completion and the reference page are made from this table. */

import { operations } from "../../app/operations.ts";
import { type CommandRow, families, isOfFamily, toFamilyRow } from "./families.ts";
import { toSpec } from "../operation-spec.ts";
import { serverCommands } from "./server-table.ts";
import { mcpCommands } from "./mcp-table.ts";
import type { CommandSpec, OptionSpec } from "./spec.ts";

export { type CommandRow, findAction, loadActions, withUsualAction } from "./families.ts";
export type { ArgumentSpec, CommandSpec, OptionSpec, ValueSpec } from "./spec.ts";

const lsp: CommandSpec = {
  name: "lsp",
  summary: "Check skills in an editor (language server).",
  details:
    "Speaks the Language Server Protocol over standard input and output: findings while you type, fixes, completion, " +
    "hover, links and an outline. It reads skillwright.config.json as `lint` does.",
  arguments: [],
  options: [
    {
      name: "dialect",
      short: "d",
      value: { name: "D", kind: "dialect" },
      summary: "Read every skill in this format (default: detected).",
    },
    { name: "no-scan", summary: "Do not scan for security risks." },
    { name: "stdio", summary: "Accepted for editors that pass it; there is no other way." },
  ],
  examples: ["skillwright lsp"],
};

const completion: CommandSpec = {
  name: "completion",
  summary: "Print a completion script for a shell.",
  details: "The script holds all commands, options, dialects and codes of this version.",
  arguments: [
    {
      name: "SHELL",
      kind: "choice",
      choices: ["bash", "zsh", "fish", "powershell"],
      isRequired: true,
      isVariadic: false,
      summary: "bash, zsh, fish or powershell.",
    },
  ],
  options: [],
  examples: [
    'eval "$(skillwright completion bash)"',
    "skillwright completion fish > ~/.config/fish/completions/skillwright.fish",
  ],
};

function toRow(spec: CommandSpec): CommandRow {
  return { name: spec.name, summary: spec.summary, load: async () => spec };
}

function pickOperations(...ids: readonly string[]): readonly CommandRow[] {
  return ids.flatMap((id) => {
    const row = operations.find((operation) => operation.id === id);
    if (row === undefined) return [];
    return [{ name: id, summary: row.summary, load: async () => toSpec(row, await row.load()) }];
  });
}

function pickFamily(name: string): readonly CommandRow[] {
  return families.filter((family) => family.name === name).map(toFamilyRow);
}

/** Commands under a heading, as help shows them. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandRow[];
}

const groups: readonly CommandGroup[] = [
  {
    title: "Write and check",
    commands: [
      ...pickOperations("new", "lint", "validate", "inspect", "scan", "list", "matrix", "convert"),
      toRow(lsp),
    ],
  },
  {
    title: "What an agent has",
    commands: [...pickOperations("overview", "explain", "doctor", "prompt", "deps")],
  },
  { title: "Evaluate", commands: pickFamily("eval") },
  {
    title: "Run skills",
    commands: [
      ...pickOperations("run", "chat"),
      ...["kb", "models", "workflow"].flatMap(pickFamily),
      ...pickOperations("login"),
      ...pickFamily("tools"),
      ...pickOperations("permissions"),
      ...pickFamily("sandbox"),
      ...pickOperations("migrate"),
      ...pickFamily("agent"),
    ],
  },
  {
    title: "Serve and share",
    commands: [
      ...[...serverCommands, ...mcpCommands].map(toRow),
      ...pickOperations(
        "add",
        "pack",
        "unpack",
        "keygen",
        "sign",
        "verify",
        "trust",
        "feed",
        "lock",
      ),
    ],
  },
  {
    title: "Install and publish",
    commands: pickOperations(
      "install",
      "update",
      "remove",
      "installed",
      "outdated",
      "pin",
      "unpin",
      "search",
      "info",
      "publish",
      "sync",
      "deprecate",
      "yank",
      "audit",
    ),
  },
  {
    title: "Look after a registry",
    commands: [
      ...["registry", "team", "key", "token", "moderate"].flatMap(pickFamily),
      ...pickOperations("audit-log"),
    ],
  },
  {
    title: "About this program",
    commands: [...pickOperations("rules", "conform"), toRow(completion)],
  },
];

/** Operations that no group names stand at the end of the first one, so that a new one needs no line here. */
export const commandGroups: readonly CommandGroup[] = groups.map((group, index) =>
  index > 0 ? group : { ...group, commands: [...group.commands, ...unnamedOperations()] },
);

function unnamedOperations(): readonly CommandRow[] {
  const named = new Set(groups.flatMap((group) => group.commands.map(({ name }) => name)));
  const single = operations.filter((row) => !isOfFamily(row)).map(({ id }) => id);
  return pickOperations(...single.filter((id) => !named.has(id)));
}

export const commands: readonly CommandRow[] = commandGroups.flatMap((group) => group.commands);

/** Taken by every command. */
export const commonOptions: readonly OptionSpec[] = [
  { name: "verbose", summary: "Show the stack of a failure." },
  { name: "help", short: "h", summary: "Show help." },
];

export function findCommand(name: string): CommandRow | undefined {
  return commands.find((command) => command.name === name);
}

/** Every command with all that it takes, for completion and the reference. */
export async function loadCommands(): Promise<readonly CommandSpec[]> {
  return await Promise.all(commands.map(({ load }) => load()));
}
