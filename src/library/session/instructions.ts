import { fillText, type PlaceholderSyntax } from "../../skill/index.ts";

/** What a call of a skill puts into its text. */
export interface CallValues {
  /** The folder of the skill. */
  readonly baseDir: string;
  /** What was typed after the command, as it was typed. */
  readonly arguments?: string;
  /** Names that the skill gives to its arguments, in their order. */
  readonly argumentNames?: readonly string[];
  /** Variables that stand as `${NAME}`, such as the id of the session. */
  readonly variables?: { readonly [name: string]: string };
}

/** The instructions of a skill for one call, by the placeholders that its system knows. */
export function renderInstructions(
  body: string,
  syntaxes: readonly PlaceholderSyntax[],
  values: CallValues,
): string {
  // A function, so that a folder with `$&` in its name is put in as it is.
  const based = syntaxes.includes("base-dir")
    ? fillText(body, /\{baseDir\}/g, () => values.baseDir)
    : body;
  return syntaxes.includes("arguments") ? renderArguments(based, values) : based;
}

/** Placeholders, with the backslashes before them. Only names that the skill has are any. */
function placeholders(names: readonly string[]): RegExp {
  const known = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[^\w]/g, "\\$&"));
  const kinds = [
    String.raw`\{(?<variable>[A-Z][A-Z0-9_]*)\}`,
    String.raw`ARGUMENTS\[(?<index>\d+)\]`,
    String.raw`(?<all>ARGUMENTS)(?![\w[])`,
    String.raw`(?<position>\d+)(?!\w)`,
    ...(known.length === 0 ? [] : [String.raw`(?<name>${known.join("|")})(?![\w[])`]),
  ];
  return new RegExp(String.raw`(?<!\\)(?<slashes>\\*)\$(?:${kinds.join("|")})`, "g");
}

/** Each placeholder is compared with every name, so that there are only so many. */
const MOST_NAMES = 100;

type Groups = { readonly [group: string]: string | undefined };

/**
 * One pass over the text, so that what is put in is not looked at again. `$ARGUMENTS` is all that was
 * typed, `$0` and `$ARGUMENTS[0]` its first word, `$name` the word of that name. A backslash keeps any of
 * them as it is, but for `${NAME}`.
 */
function renderArguments(body: string, values: CallValues): string {
  const { arguments: typed = "", argumentNames = [], variables = {} } = values;
  const words = splitArguments(typed);
  let isUsed = false;
  const names = argumentNames.slice(0, MOST_NAMES);
  const text = fillText(body, placeholders(names), ({ 0: whole, groups = {} }) => {
    const { slashes = "", variable } = groups;
    if (variable !== undefined)
      return Object.hasOwn(variables, variable) ? `${slashes}${variables[variable]}` : whole;
    if (slashes.length % 2 === 1) return whole.slice(1);
    const value = valueOf(groups, typed, words, names);
    if (value === undefined) return whole;
    isUsed = true;
    return slashes + value;
  });
  return isUsed || typed.trim() === "" ? text : `${text.trimEnd()}\n\nARGUMENTS: ${typed}\n`;
}

/** A word that was not typed leaves the placeholder as it is, unless it has a name. */
function valueOf(
  { all, index, position, name = "" }: Groups,
  typed: string,
  words: readonly string[],
  names: readonly string[],
): string | undefined {
  if (all !== undefined) return typed;
  const number = position ?? index;
  return number === undefined ? (words[names.indexOf(name)] ?? "") : words[Number(number)];
}

/** Words as a shell splits them: quotes keep blanks together, a backslash keeps the next letter. */
export function splitArguments(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (quote !== "" && letter === quote) quote = "";
    else if (quote === "'" || (quote !== "" && letter !== "\\")) word += letter;
    else if (letter === "\\" && at + 1 < text.length) word = (word ?? "") + (text[++at] as string);
    else if (quote === "" && (letter === '"' || letter === "'")) {
      quote = letter;
      word ??= "";
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + letter;
  }
  if (word !== undefined) words.push(word);
  return words;
}
