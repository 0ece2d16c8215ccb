import {
  type CommandSpec,
  commonOptions,
  type OptionSpec,
  type ValueSpec,
} from "../commands/table.ts";

/** What can stand at a place: one of the words, or a path. */
export interface Completion {
  readonly words: readonly string[];
  readonly path: "file" | "folder" | "none";
}

export interface OptionGrammar {
  readonly long: string;
  readonly short?: string;
  readonly summary: string;
  /** Absent for a switch. */
  readonly value?: Completion;
}

export interface CommandGrammar {
  readonly name: string;
  readonly summary: string;
  readonly argument: Completion;
  readonly options: readonly OptionGrammar[];
}

/** Words that stand in no table of the commands. */
export interface Vocabulary {
  readonly dialects: readonly string[];
  readonly codes: readonly string[];
}

const NOTHING: Completion = { words: [], path: "none" };

/** The table of commands with every set of values written out. */
export function buildGrammar(
  commands: readonly CommandSpec[],
  vocabulary: Vocabulary,
): readonly CommandGrammar[] {
  const help: CommandGrammar = {
    name: "help",
    summary: "Show help on a command.",
    argument: { words: commands.map(({ name }) => name), path: "none" },
    options: [],
  };
  return [...commands.map((command) => commandGrammar(command, vocabulary)), help];
}

function commandGrammar(command: CommandSpec, vocabulary: Vocabulary): CommandGrammar {
  const [argument] = command.arguments;
  return {
    name: command.name,
    summary: command.summary,
    argument: argument === undefined ? NOTHING : toCompletion(argument, vocabulary),
    options: [...command.options, ...commonOptions].map((option) =>
      optionGrammar(option, vocabulary),
    ),
  };
}

function optionGrammar(option: OptionSpec, vocabulary: Vocabulary): OptionGrammar {
  const { name, short, summary, value } = option;
  return {
    long: `--${name}`,
    summary,
    ...(short === undefined ? {} : { short: `-${short}` }),
    ...(value === undefined ? {} : { value: toCompletion(value, vocabulary) }),
  };
}

function toCompletion(value: ValueSpec, vocabulary: Vocabulary): Completion {
  if (value.kind === "file" || value.kind === "folder") return { words: [], path: value.kind };
  if (value.kind === "dialect") return { words: vocabulary.dialects, path: "none" };
  if (value.kind === "code") return { words: vocabulary.codes, path: "none" };
  return { words: value.choices ?? [], path: "none" };
}

/** Both spellings of an option. */
export function spellings({ long, short }: OptionGrammar): readonly string[] {
  return short === undefined ? [long] : [short, long];
}
