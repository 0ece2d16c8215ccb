/** The commands as data: help, parsing, completion and the reference page are made from this table. */

export interface ValueSpec {
  /** As help shows it: `FILE`, `N`. */
  readonly name: string;
  readonly kind: "text" | "number" | "file" | "folder" | "choice" | "dialect" | "code" | "command";
  readonly choices?: readonly string[];
}

export interface OptionSpec {
  /** Without the dashes. `no-cache` switches off what is on by default. */
  readonly name: string;
  readonly short?: string;
  /** A switch where absent. */
  readonly value?: ValueSpec;
  readonly summary: string;
}

export interface ArgumentSpec extends ValueSpec {
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
  readonly summary: string;
}

export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** What the summary leaves open, in a few sentences. */
  readonly details: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  readonly examples: readonly string[];
}

const paths: ArgumentSpec = {
  name: "PATH",
  kind: "file",
  isRequired: false,
  isVariadic: true,
  summary: "Folder to search, skill folder, SKILL.md file, or `-` for standard input.",
};

const json: OptionSpec = { name: "json", summary: "Print JSON." };

const noCache: OptionSpec = { name: "no-cache", summary: "Neither read nor write the cache." };

const list: CommandSpec = {
  name: "list",
  summary: "List every skill with its dialect and problems.",
  details:
    "Looks at the frontmatter alone, so it is fast on thousands of skills; `lint` looks at everything. " +
    "Duplicate names and what could not be read are told at the end.",
  arguments: [paths],
  options: [json, noCache],
  examples: ["skillwright list", "skillwright list ~/.claude/skills --json"],
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

export const commands: readonly CommandSpec[] = [list, conform];

/** Taken by every command. */
export const commonOptions: readonly OptionSpec[] = [
  { name: "verbose", summary: "Show stacks and timings with failures." },
  { name: "help", short: "h", summary: "Show help." },
];

export function findCommand(name: string): CommandSpec | undefined {
  return commands.find((command) => command.name === name);
}
