import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { failure } from "../platform/index.ts";
import type { SkillError } from "../skill/model/index.ts";
import {
  type CommandSpec,
  commonOptions,
  type OptionSpec,
  type ValueSpec,
} from "./commands/table.ts";
import type { Options } from "./context.ts";
import { optionFlags, usage } from "./help.ts";
import { suggest } from "./suggest.ts";

export interface ParsedWords {
  readonly arguments: readonly string[];
  readonly options: Options;
}

/** Reads the words after the name of a command by its row of the table. */
export function parse(spec: CommandSpec, words: readonly string[]): ParsedWords {
  const command = build(spec);
  try {
    command.parse(words, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) throw toFailure(error, spec);
    throw error;
  }
  return { arguments: command.args, options: readOptions(command) };
}

function build(spec: CommandSpec): Command {
  const command = new Command(spec.name)
    .exitOverride()
    .helpOption(false)
    .allowExcessArguments(false)
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  for (const argument of spec.arguments) {
    const word = argument.isVariadic ? `${argument.name}...` : argument.name;
    const built = new Argument(argument.isRequired ? `<${word}>` : `[${word}]`);
    command.addArgument(argument.choices === undefined ? built : built.choices(argument.choices));
  }
  for (const option of [...spec.options, ...commonOptions]) command.addOption(buildOption(option));
  return command;
}

function buildOption(spec: OptionSpec): Option {
  const flags = optionFlags({ ...spec });
  const option = new Option(
    spec.value === undefined ? flags : flags.replace(/ [^ ]+$/, ` <${spec.value.name}>`),
  );
  if (spec.value?.choices !== undefined) return option.choices(spec.value.choices);
  if (spec.value?.kind === "number") return option.argParser(toNumber(spec.value));
  return option;
}

function toNumber(spec: ValueSpec): (text: string) => number {
  return (text) => {
    if (/^\d+$/.test(text)) return Number(text);
    throw new InvalidArgumentError(`expected a whole number for ${spec.name}`);
  };
}

/** Commander names options in camel case, and `--no-x` as `x`. */
function key(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function readOptions(command: Command): Options {
  const values = command.opts<Readonly<Record<string, unknown>>>();
  return {
    flag: (name) => values[key(name)] === true,
    isOn: (name) => values[key(name)] !== false,
    text: (name) => {
      const value = values[key(name)];
      return typeof value === "string" ? value : undefined;
    },
    number: (name) => {
      const value = values[key(name)];
      return typeof value === "number" ? value : undefined;
    },
  };
}

/** Says what commander found in the words of this program. */
function toFailure(error: CommanderError, spec: CommandSpec): SkillError {
  const quoted = [...error.message.matchAll(/'([^']*)'/g)].map((match) => match[1] ?? "");
  const first = quoted[0] ?? "";
  const help = `\`skillwright help ${spec.name}\` shows what it takes.`;
  const say = (message: string, hint: string = help): SkillError =>
    failure("cli/usage", message, { hint });
  switch (error.code) {
    case "commander.unknownOption": {
      const names = [...spec.options, ...commonOptions].map((option) => `--${option.name}`);
      const near = suggest(first, names);
      return say(
        `Unexpected option \`${first}\`, expected one that \`${spec.name}\` knows.`,
        near === undefined ? help : `Did you mean \`${near}\`?`,
      );
    }
    case "commander.missingArgument":
      return say(`Unexpected end of the command, expected \`${usage(spec)}\`.`);
    case "commander.excessArguments":
      return say(`Unexpected further arguments, expected \`${usage(spec)}\`.`);
    case "commander.optionMissingArgument":
      return say(`Unexpected option \`${first}\` without a value, expected one after it.`);
    default: {
      const reason = /expected .*|Allowed choices are (.*)$/i.exec(error.message);
      const allowed = reason?.[1] === undefined ? reason?.[0] : `one of ${reason[1]}`;
      const expected = (allowed ?? "another value").replace(/^expected /, "").replace(/\.$/, "");
      return say(`Unexpected value \`${quoted[1] ?? first}\`, expected ${expected}.`);
    }
  }
}
