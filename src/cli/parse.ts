import { didYouMean, suggest } from "../skill/model/index.ts";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { errorCode, failure } from "../platform/index.ts";
import type { SkillError } from "../skill/model/index.ts";
import {
  type CommandSpec,
  commonOptions,
  type OptionSpec,
  type ValueSpec,
} from "./commands/table.ts";
import type { Options } from "./context.ts";
import { usage } from "./help.ts";

export interface ParsedWords {
  readonly arguments: readonly string[];
  readonly options: Options;
}

type Values = Readonly<Record<string, unknown>>;

/** Reads the words after the name of a command by its row of the table. */
export function parse(spec: CommandSpec, words: readonly string[]): ParsedWords {
  const { values, positionals } = split(spec, words);
  checkArguments(spec, positionals);
  for (const { name, value } of spec.options) {
    for (const given of [values[name]].flat())
      if (typeof given === "string" && value !== undefined) checkValue(`--${name}`, given, value);
  }
  return { arguments: positionals, options: readOptions(values) };
}

function split(
  spec: CommandSpec,
  words: readonly string[],
): { readonly values: Values; readonly positionals: readonly string[] } {
  try {
    return parseArgs({ args: words, options: toParseConfig(spec), allowPositionals: true });
  } catch (error) {
    throw toFailure(error, spec, words);
  }
}

function toParseConfig(spec: CommandSpec): NonNullable<ParseArgsConfig["options"]> {
  const rows = [...spec.options, ...commonOptions].map(
    ({ name, short, value, isRepeatable = false }) => [
      name,
      {
        type: value === undefined ? "boolean" : "string",
        multiple: isRepeatable,
        ...(short === undefined ? {} : { short }),
      },
    ],
  );
  return Object.fromEntries(rows) as NonNullable<ParseArgsConfig["options"]>;
}

function checkArguments(spec: CommandSpec, words: readonly string[]): void {
  const required = spec.arguments.filter((argument) => argument.isRequired).length;
  const isOpen = spec.arguments.some((argument) => argument.isVariadic);
  if (words.length < required) throw wrong(spec, `Missing argument. Usage: \`${usage(spec)}\`.`);
  if (!isOpen && words.length > spec.arguments.length) {
    const word = words[spec.arguments.length] ?? "";
    throw wrong(spec, `Too many arguments: \`${word}\`. Usage: \`${usage(spec)}\`.`);
  }
  for (const [index, argument] of spec.arguments.entries()) {
    const word = words[index];
    if (word !== undefined) checkValue(argument.name, word, argument);
  }
}

function checkValue(place: string, word: string, value: ValueSpec): void {
  if (value.kind === "number" && !/^\d+$/.test(word))
    throw failure("cli/usage", `\`${place}\` must be a whole number, not \`${word}\`.`);
  if (value.choices === undefined || value.choices.includes(word)) return;
  const near = suggest(word, value.choices);
  throw failure(
    "cli/usage",
    `\`${place}\` cannot be \`${word}\`; use one of ${value.choices.join(", ")}.`,
    near === undefined ? {} : { hint: `Did you mean \`${near}\`?` },
  );
}

function readOptions(values: Values): Options {
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  return {
    flag: (name) => values[name] === true,
    isOn: (name) => values[`no-${name}`] !== true,
    text,
    texts: (name) => [values[name]].flat().filter((value) => typeof value === "string"),
    number: (name) => {
      const value = text(name);
      return value === undefined ? undefined : Number(value);
    },
  };
}

function wrong(spec: CommandSpec, message: string, hint?: string): SkillError {
  return failure("cli/usage", message, {
    hint: hint ?? `\`skillwright help ${spec.name}\` shows what it takes.`,
  });
}

/** Says what the parser found in the words of this program. */
function toFailure(error: unknown, spec: CommandSpec, words: readonly string[]): unknown {
  const options = [...spec.options, ...commonOptions];
  if (errorCode(error) === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const word = findUnknown(options, words);
    const names = options.map((option) => `--${option.name}`);
    return wrong(spec, `\`${spec.name}\` has no option \`${word}\`.`, didYouMean(word, names));
  }
  if (errorCode(error) === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE") {
    const reason = error instanceof Error ? error.message : "";
    const name = /--([\w-]+)/.exec(reason)?.[1] ?? "";
    const option = options.find((candidate) => candidate.name === name);
    return wrong(
      spec,
      option?.value === undefined
        ? `The option \`--${name}\` takes no value.`
        : `The option \`--${name}\` needs a value.`,
    );
  }
  return error;
}

/** The first word that names an option which the command does not have. */
function findUnknown(options: readonly OptionSpec[], words: readonly string[]): string {
  const known = new Set(options.flatMap(({ name, short }) => [`--${name}`, `-${short ?? ""}`]));
  for (const word of words) {
    if (word.startsWith("--") && !known.has(word.split("=", 1)[0] ?? "")) return word;
    if (!/^-[^-]/.test(word)) continue;
    for (const letter of word.slice(1)) if (!known.has(`-${letter}`)) return `-${letter}`;
  }
  return "";
}
