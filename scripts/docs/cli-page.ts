/** The reference page of the program, made from its table of commands. */
import {
  type CommandSpec,
  commonOptions,
  loadActions,
  loadCommands,
} from "../../src/cli/commands/table.ts";
import { optionFlags, usage } from "../../src/cli/help.ts";

export async function cliPage(): Promise<string> {
  const commands = (await loadCommands()).filter(({ actions }) => actions === undefined);
  const all = [...commands, ...(await loadActions())];
  const lines = [
    "---",
    "kind: reference",
    "---",
    "",
    "# Commands",
    "",
    "<!-- Made by scripts/gen-docs.ts from src/app/operations.ts and src/cli/commands/table.ts. -->",
    "",
    "```text",
    "skillwright COMMAND [ARGUMENTS] [OPTIONS]",
    "skillwright help COMMAND",
    "skillwright --version",
    "```",
    "",
    "| command | what it does |",
    "|---|---|",
    ...all.map(
      ({ name, summary }) => `| [\`${name}\`](#${name.replaceAll(" ", "-")}) | ${summary} |`,
    ),
    "",
    ...all.flatMap(commandSection),
    ...commonSections,
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function commandSection(command: CommandSpec): readonly string[] {
  const { name, summary, details, examples } = command;
  return [
    `## ${name}`,
    "",
    "```text",
    usage(command),
    "```",
    "",
    summary,
    ...(details === "" ? [] : [details]),
    "",
    ...table(command),
    "```sh",
    ...examples,
    "```",
    "",
  ];
}

function table({ arguments: words, options }: CommandSpec): readonly string[] {
  const rows = [
    ...words.map(({ name, summary }) => `| \`${name}\` | ${cell(summary)} |`),
    ...options.map((option) => `| \`${optionFlags(option)}\` | ${cell(option.summary)} |`),
  ];
  return rows.length === 0 ? [] : ["| argument or option | meaning |", "|---|---|", ...rows, ""];
}

function cell(text: string): string {
  return text.replaceAll("|", String.raw`\|`);
}

const commonSections: readonly string[] = [
  "## Options of every command",
  "",
  ...commonOptions.map((option) => `- \`${optionFlags(option)}\`: ${option.summary}`),
  "",
  "## Paths",
  "",
  "A path is a folder that is searched, a skill folder, a `SKILL.md` file, or `-` for standard input with `--stdin-path`. Without",
  "a path the working directory is searched.",
  "",
  "- Skills inside of other skills are found. Only folders called `node_modules` and `.git` are passed over, unless you name them.",
  "- `skill.md` in any case of letters counts, since people write it so; `lint` tells of it.",
  "- Links to folders are followed once, and never in a circle. What is passed over is told.",
  "- A path that does not exist is a usage failure. A folder without skills is none: the program says so, and exits with 0 (`lint --strict`: with 2).",
  "",
  "## Exit codes",
  "",
  "| code | meaning |",
  "|---|---|",
  "| 0 | Fine. Warnings alone are fine too, unless `--max-warnings` says otherwise. |",
  "| 1 | Findings or refusal: errors, an invalid skill, a difference in `--fix-dry-run`, something in the way of a new file. |",
  "| 2 | Wrong usage, a wrong configuration, or a failure of the program itself. |",
  "",
  "## JSON",
  "",
  "With `--json` standard output holds one object, never a bare list (for what is streamed, one object a line). A command that fails prints",
  '`{"error": {"code", "severity", "message", "hint"?, "file"?, "range"?}}` there; the same in words goes to standard error.',
  "",
  "## Environment",
  "",
  "| variable | effect |",
  "|---|---|",
  "| `NO_COLOR` | Not empty: no colours, whatever else says so. |",
  "| `FORCE_COLOR` | Colours also where the output is no terminal; `0` switches them off. |",
  "| `SKILLWRIGHT_CACHE_DIR` | Folder for caches, outside of repositories and writable by you alone. Otherwise `$XDG_CACHE_HOME/skillwright`, or what the system has for such files. |",
  "",
  "## Caches",
  "",
  "`list` and `lint` keep what they found. A result counts while the version, the folder, the paths and the configuration are the same, and",
  "the file has the same size, times and inode, or else the same bytes; for `lint` the neighbouring files that the rules asked for must be",
  "as they were. Where nothing changed at all, the whole answer is given again. What changed in the last seconds is always read again.",
  "`--no-cache` does without, and deleting the folder is always safe.",
];
