import { PATH } from "../template.ts";

export type Operator =
  | "==="
  | "!=="
  | "=="
  | "!="
  | "<="
  | ">="
  | "<"
  | ">"
  | "&&"
  | "||"
  | "!"
  | "("
  | ")"
  | ","
  | ".includes"
  | "contains";

export type Token =
  | { readonly kind: "operator"; readonly text: Operator; readonly at: number }
  | { readonly kind: "number"; readonly value: number; readonly at: number }
  | { readonly kind: "text"; readonly value: string; readonly at: number }
  | { readonly kind: "constant"; readonly value: true | false | null; readonly at: number }
  | { readonly kind: "variable"; readonly path: string; readonly at: number };

/** What is wrong with an expression, and where. */
export class ExpressionError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

// The longer operators come first: the first one that fits is taken.
const OPERATORS: readonly Operator[] = [
  "===",
  "!==",
  "==",
  "!=",
  "<=",
  ">=",
  "&&",
  "||",
  "<",
  ">",
  "!",
  "(",
  ")",
  ",",
];

const BLANK = /\s+/uy;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
const TEMPLATE = new RegExp(`\\{\\{(${PATH.source})\\}\\}`, "uy");
const INCLUDES = /\.includes(?=\s*\()/uy;
export const WORD: RegExp = new RegExp(`(?![\\p{N}-])${PATH.source}`, "uy");
const ESCAPES: { readonly [letter: string]: string } = { n: "\n", r: "\r", t: "\t" };

/** Reads words and signs. Values of variables never pass through here, so they cannot become either. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at += match[0].length;
    return match;
  };
  while (at < text.length) {
    if (take(BLANK) !== null) continue;
    const start = at;
    const template = take(TEMPLATE)?.[1];
    const number = template === undefined ? take(NUMBER)?.[0] : undefined;
    if (template !== undefined) tokens.push({ kind: "variable", path: template, at: start });
    else if (number !== undefined)
      tokens.push({ kind: "number", value: Number(number), at: start });
    else if (text[at] === '"' || text[at] === "'") {
      const read = readText(text, at);
      tokens.push({ kind: "text", value: read.value, at: start });
      at = read.end;
    } else if (take(INCLUDES) !== null)
      tokens.push({ kind: "operator", text: ".includes", at: start });
    else {
      const word = readWord(text, at);
      const operator = word === undefined ? operatorAt(text, at) : undefined;
      if (word !== undefined) tokens.push(toToken(word, start));
      else if (operator !== undefined) tokens.push({ kind: "operator", text: operator, at: start });
      else
        throw new ExpressionError(`Unexpected \`${text.slice(at, at + 1)}\`, expected a value`, at);
      at += (word ?? operator ?? "").length;
    }
  }
  return tokens;
}

function operatorAt(text: string, at: number): Operator | undefined {
  return OPERATORS.find((operator) => text.startsWith(operator, at));
}

/** A name; a call of `includes` at its end is not a part of it. */
function readWord(text: string, at: number): string | undefined {
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[0];
  if (word === undefined) return undefined;
  const isCall = word.endsWith(".includes") && /^\s*\(/u.test(text.slice(at + word.length));
  return isCall ? word.slice(0, -".includes".length) : word;
}

function toToken(word: string, at: number): Token {
  switch (word.toLowerCase()) {
    case "true":
      return { kind: "constant", value: true, at };
    case "false":
      return { kind: "constant", value: false, at };
    case "null":
    case "undefined":
    case "none":
      return { kind: "constant", value: null, at };
    case "contains":
      return { kind: "operator", text: "contains", at };
    default:
      return { kind: "variable", path: word, at };
  }
}

function readText(text: string, from: number): { readonly value: string; readonly end: number } {
  const quote = text[from];
  let value = "";
  for (let at = from + 1; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (letter === quote) return { value, end: at + 1 };
    if (letter !== "\\") value += letter;
    else {
      at += 1;
      const escaped = text[at] ?? "";
      value += ESCAPES[escaped] ?? escaped;
    }
  }
  throw new ExpressionError(`Unexpected end, expected ${quote ?? ""} to close the text`, from);
}
