import {
  type ArgumentSpec,
  commandGroups,
  type CommandRow,
  commands,
  commonOptions,
  findCommand,
  type CommandSpec,
  type OptionSpec,
} from "./commands/table.ts";

const WIDTH = 80;

/** What most people need on most days, in the order of a skill's life. */
const everydayCommands: readonly string[] = [
  "overview",
  "new",
  "lint",
  "scan",
  "list",
  "explain",
  "convert",
  "run",
  "install",
  "publish",
  "mcp",
  "serve",
];

/** Help on everything; fits a screen. */
export function mainHelp(version: string): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const row = ({ name, summary }: CommandRow): string => `  ${name.padEnd(width)}  ${summary}`;
  const everyday = everydayCommands.flatMap((name) => findCommand(name) ?? []);
  const groups = commandGroups.flatMap(({ title, commands: group }) => [
    "",
    `${title}:`,
    ...group.filter(({ name }) => !everydayCommands.includes(name)).map(row),
  ]);
  return [
    `skillwright ${version}: write, check, explain, run and share agent skills in every format.`,
    "",
    "Usage: skillwright COMMAND [ARGUMENTS] [OPTIONS]",
    "",
    "Everyday commands:",
    ...everyday.map(row),
    ...groups,
    "",
    "`skillwright help COMMAND` shows the options of a command, `--version` the version.",
    "Exit codes: 0 success, 1 findings or refusal, 2 usage, configuration or internal failure.",
    "",
  ].join("\n");
}

export function commandHelp(command: CommandSpec): string {
  if (command.actions !== undefined) return familyHelp(command, command.actions);
  const options = [...command.options, ...commonOptions];
  const rows = [
    ...command.arguments.map((argument) => [argument.name, argument.summary] as const),
    ...options.map((option) => [optionFlags(option), option.summary] as const),
  ];
  const width = Math.min(28, Math.max(...rows.map(([left]) => left.length)));
  return [
    `Usage: ${usage(command)}`,
    "",
    ...wrap(command.summary, WIDTH),
    ...(command.details === "" ? [] : ["", ...wrap(command.details, WIDTH)]),
    "",
    ...rows.flatMap(([left, right]) => twoColumns(left, right, width)),
    ...(command.examples.length === 0 ? [] : ["", "Examples:"]),
    ...command.examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

/** The first of two words: which second words there are. */
function familyHelp(
  { name, summary, details, examples }: CommandSpec,
  actions: NonNullable<CommandSpec["actions"]>,
): string {
  const width = Math.max(...actions.map((action) => action.name.length));
  return [
    `Usage: skillwright ${name} ACTION [ARGUMENTS] [OPTIONS]`,
    "",
    ...wrap(summary, WIDTH),
    "",
    ...wrap(details, WIDTH),
    "",
    ...actions.flatMap((action) => twoColumns(action.name, action.summary, width)),
    "",
    `\`skillwright help ${name} ACTION\` shows the options of one.`,
    "",
    "Examples:",
    ...examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

export function usage(command: CommandSpec): string {
  const words = command.arguments.map(argumentUsage);
  return ["skillwright", command.name, ...words, "[OPTIONS]"].join(" ");
}

function argumentUsage(argument: ArgumentSpec): string {
  const word = argument.isVariadic ? `${argument.name}...` : argument.name;
  return argument.isRequired ? word : `[${word}]`;
}

export function optionFlags(option: OptionSpec): string {
  const short = option.short === undefined ? "" : `-${option.short}, `;
  const value = option.value === undefined ? "" : ` ${option.value.name}`;
  return `${short}--${option.name}${value}`;
}

function twoColumns(left: string, right: string, width: number): readonly string[] {
  const lines = wrap(right, WIDTH - width - 4);
  const indent = " ".repeat(width + 4);
  const first = `  ${left.padEnd(width)}  `;
  if (left.length > width) return [`  ${left}`, ...lines.map((line) => indent + line)];
  return lines.map((line, index) => (index === 0 ? first : indent) + line);
}

/** Breaks text at blanks into lines of at most `width` characters. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
