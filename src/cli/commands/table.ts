/** The commands as data: help, parsing, completion and the reference page are made from this table. */

import { libraryCommands, ownerOptions, serverCommands } from "./library-table.ts";
import { mcpCommands } from "./mcp-table.ts";
import { registryCommands } from "./registry-table.ts";
import { runCommands } from "./run-table.ts";
import { scanCommands } from "./scan-table.ts";
import { shareCommands } from "./share-table.ts";
import type { ArgumentSpec, CommandSpec, OptionSpec } from "./spec.ts";
import { toolCommands } from "./tools-table.ts";

export type { ArgumentSpec, CommandSpec, OptionSpec, ValueSpec } from "./spec.ts";

const paths: ArgumentSpec = {
  name: "PATH",
  kind: "file",
  isRequired: false,
  isVariadic: true,
  summary: "Folder to search, skill folder, SKILL.md file, or `-` for standard input.",
};

const trees: ArgumentSpec = {
  ...paths,
  summary: "Folder to search, skill folder or SKILL.md file.",
};

const json: OptionSpec = { name: "json", summary: "Print JSON." };

const jobs: OptionSpec = {
  name: "jobs",
  short: "j",
  value: { name: "N", kind: "number" },
  summary: "Threads to use; by default more than one where there are many files.",
};

const noCache: OptionSpec = { name: "no-cache", summary: "Neither read nor write the cache." };

const dialect: OptionSpec = {
  name: "dialect",
  short: "d",
  value: { name: "D", kind: "dialect" },
  summary: "Take every skill for one of this dialect; else each one tells its own.",
};

const output: OptionSpec = {
  name: "output",
  short: "o",
  value: { name: "FILE", kind: "file" },
  summary: "Write to this file instead of standard output.",
};

const stdinPath: OptionSpec = {
  name: "stdin-path",
  value: { name: "FILE", kind: "file" },
  summary: "Path under which standard input (`-`) is checked.",
};

const lint: CommandSpec = {
  name: "lint",
  summary: "Check skills and show what is wrong, or mend it.",
  details:
    "Exits with 1 when there are errors, and with 0 when there are only warnings. Reads " +
    "skillwright.config.json from the working directory or the nearest folder above it.",
  arguments: [paths],
  options: [
    dialect,
    { name: "fix", summary: "Apply the fixes that keep the meaning, and say which." },
    { name: "fix-unsafe", summary: "Apply also the fixes that need a look." },
    { name: "fix-dry-run", summary: "Show the fixes as a diff and write nothing." },
    {
      name: "format",
      short: "f",
      value: {
        name: "FORMAT",
        kind: "choice",
        choices: ["pretty", "json", "sarif", "github", "junit"],
      },
      summary: "Kind of report: pretty, json, sarif, github or junit.",
    },
    { ...json, summary: "The same as `--format json`." },
    output,
    {
      name: "max-warnings",
      value: { name: "N", kind: "number" },
      summary: "Exit with 1 when there are more warnings than this.",
    },
    { name: "quiet", short: "q", summary: "Show errors only." },
    { name: "scan", summary: "Look also for what is dangerous, in every file of each skill." },
    { name: "strict", summary: "Exit with 2 when no skill is found." },
    {
      name: "config",
      short: "c",
      value: { name: "FILE", kind: "file" },
      summary: "Read this configuration instead of looking for one.",
    },
    stdinPath,
    jobs,
    noCache,
  ],
  examples: [
    "skillwright lint",
    "skillwright lint skills --fix",
    "skillwright lint . --format sarif --output skills.sarif",
  ],
};

const list: CommandSpec = {
  name: "list",
  summary: "List every skill with its dialect and problems.",
  details:
    "Looks at the frontmatter alone, so it is fast on thousands of skills; `lint` looks at everything. " +
    "Duplicate names and what could not be read are told at the end.",
  arguments: [trees],
  options: [...ownerOptions, json, noCache],
  examples: ["skillwright list ~/.claude/skills --json", "skillwright list --as openclaw"],
};

const validate: CommandSpec = {
  name: "validate",
  summary: "Say whether skills are valid in one dialect.",
  details:
    "Gives the verdict of the dialect's own reader: valid or not, and which fields are wrong. Without " +
    "`--dialect` it is that of the open specification. Exits with 1 when a skill is invalid.",
  arguments: [paths],
  options: [
    { ...dialect, summary: "Dialect to judge by; the open specification where absent." },
    json,
    stdinPath,
  ],
  examples: ["skillwright validate skills", "skillwright validate . --dialect openclaw --json"],
};

const inspect: CommandSpec = {
  name: "inspect",
  summary: "Show what a skill says, and where each value stands.",
  details:
    "Shows the dialect and why, every value by its meaning with line, column and frontmatter path, what " +
    "is kept without a meaning, and the problems.",
  arguments: [
    {
      name: "PATH",
      kind: "file",
      isRequired: true,
      isVariadic: false,
      summary: "Skill folder, SKILL.md file, or `-` for standard input.",
    },
  ],
  options: [dialect, json, stdinPath],
  examples: ["skillwright inspect skills/pdf-tools"],
};

const matrix: CommandSpec = {
  name: "matrix",
  summary: "Show on which systems skills work, and why not elsewhere.",
  details:
    "One row for each skill and one column for each system. Every cell that is not green has a reason.",
  arguments: [paths],
  options: [
    json,
    { name: "html", summary: "Print a page for a browser." },
    output,
    {
      name: "systems",
      value: { name: "LIST", kind: "text" },
      summary: "Only these systems, with commas between; `--json` shows their ids.",
    },
    stdinPath,
  ],
  examples: ["skillwright matrix skills", "skillwright matrix skills --html -o matrix.html"],
};

const convert: CommandSpec = {
  name: "convert",
  summary: "Say skills in another dialect, with an account of the losses.",
  details:
    "Prints the converted skill, or writes it with its other files below `--out`. The report says what " +
    "became of every value. Exits with 1 when the result is not valid in the new dialect.",
  arguments: [
    {
      name: "PATH",
      kind: "file",
      isRequired: true,
      isVariadic: false,
      summary: "Skill folder, SKILL.md file, folder of skills, or `-` for standard input.",
    },
  ],
  options: [
    {
      name: "to",
      value: { name: "D", kind: "dialect" },
      summary: "Dialect to write; required.",
    },
    {
      name: "from",
      value: { name: "D", kind: "dialect" },
      summary: "Dialect to read; else each skill tells its own.",
    },
    {
      name: "out",
      value: { name: "DIR", kind: "folder" },
      summary: "Folder in which each skill gets a folder of its name.",
    },
    { name: "force", summary: "Replace files that are there already." },
    { name: "dry-run", summary: "Say what would be written, and write nothing." },
    {
      name: "report",
      value: { name: "FORMAT", kind: "choice", choices: ["md", "json"] },
      summary: "Form of the report: md (for people) or json.",
    },
    {
      name: "report-file",
      value: { name: "FILE", kind: "file" },
      summary: "Write the report to this file instead of standard error.",
    },
    stdinPath,
  ],
  examples: [
    "skillwright convert skills/pdf-tools --to openclaw",
    "skillwright convert skills --to claude --out converted --report json",
  ],
};

const newSkill: CommandSpec = {
  name: "new",
  summary: "Write a new skill to begin with.",
  details:
    "Makes a folder of that name with a SKILL.md that is valid in the dialect. Never writes over a file.",
  arguments: [
    {
      name: "NAME",
      kind: "text",
      isRequired: true,
      isVariadic: false,
      summary: "Name of the skill and of its folder.",
    },
  ],
  options: [
    { ...dialect, summary: "Dialect to write; the open specification where absent." },
    {
      name: "dir",
      value: { name: "DIR", kind: "folder" },
      summary: "Folder in which the skill's folder is made; the working directory where absent.",
    },
    {
      name: "description",
      value: { name: "TEXT", kind: "text" },
      summary: "What the skill does and when to use it.",
    },
  ],
  examples: ["skillwright new release-notes", "skillwright new invoices -d gaia --dir skills"],
};

const rules: CommandSpec = {
  name: "rules",
  summary: "List the codes of findings, or explain one.",
  details: "The page of a code says what is wrong, why it matters and how to mend it.",
  arguments: [
    {
      name: "CODE",
      kind: "code",
      isRequired: false,
      isVariadic: false,
      summary: "Code to explain, such as lint/name-directory.",
    },
  ],
  options: [json],
  examples: ["skillwright rules", "skillwright rules lint/name-directory"],
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

const conform: CommandSpec = {
  name: "conform",
  summary: "Run conformance cases and compare the answers.",
  details:
    "Each line of the files is one case. Prints a line for every case that differs, then the counts.",
  arguments: [
    {
      name: "FILE",
      kind: "file",
      isRequired: true,
      isVariadic: true,
      summary: "File with one JSON case a line.",
    },
  ],
  options: [{ ...json, summary: "Print one JSON line for every case." }],
  examples: ["skillwright conform vectors/*.jsonl"],
};

/** Commands under a heading, as help shows them. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandSpec[];
}

export const commandGroups: readonly CommandGroup[] = [
  {
    title: "Write and check",
    commands: [newSkill, lint, validate, inspect, ...scanCommands, list, matrix, convert],
  },
  {
    title: "What an agent has",
    commands: libraryCommands,
  },
  { title: "Run skills", commands: [...runCommands, ...toolCommands] },
  {
    title: "Serve and share",
    commands: [...serverCommands, ...mcpCommands, ...registryCommands],
  },
  { title: "Install and publish", commands: shareCommands },
  { title: "About this program", commands: [rules, conform, completion] },
];

export const commands: readonly CommandSpec[] = commandGroups.flatMap((group) => group.commands);

/** Taken by every command. */
export const commonOptions: readonly OptionSpec[] = [
  { name: "verbose", summary: "Show the stack of a failure." },
  { name: "help", short: "h", summary: "Show help." },
];

export function findCommand(name: string): CommandSpec | undefined {
  return commands.find((command) => command.name === name);
}
