/**
 * Reads regular expressions that stand in settings. A folder brings its own settings, so they are not given to the
 * engine, which can be made to run for ever. Look-around, back references, named groups, properties and very long
 * repetitions are not read.
 */
import {
  ANY_IN_LINE,
  anyTimes,
  eitherOf,
  END,
  literal,
  one,
  optional,
  type Pattern,
  START,
} from "../pattern.ts";

const MAX_STEPS = 5000;
const MAX_DEPTH = 100;

/** A pattern as with the flag `u`; undefined where it is wrong, or not read here. */
export function parseRegex(source: string): Pattern | undefined {
  const reader: Reader = { characters: [...source], at: 0, depth: 0 };
  const pattern = readBranches(reader);
  return reader.at === reader.characters.length ? pattern : undefined;
}

interface Reader {
  readonly characters: readonly string[];
  at: number;
  depth: number;
}

function take(reader: Reader, text: string): boolean {
  const wanted = [...text];
  if (wanted.some((character, index) => reader.characters[reader.at + index] !== character))
    return false;
  reader.at += wanted.length;
  return true;
}

function readBranches(reader: Reader): Pattern | undefined {
  const branches: Pattern[] = [];
  let length = 0;
  do {
    const branch = readSequence(reader);
    length += (branch?.length ?? 0) + 1;
    if (branch === undefined || length > MAX_STEPS) return undefined;
    branches.push(branch);
  } while (take(reader, "|"));
  return eitherOf(branches);
}

function readSequence(reader: Reader): Pattern | undefined {
  const steps: Pattern[number][] = [];
  while (
    reader.at < reader.characters.length &&
    !/[|)]/u.test(reader.characters[reader.at] ?? "")
  ) {
    const next = readEdge(reader) ?? readRepeated(reader);
    if (next === undefined || steps.length + next.length > MAX_STEPS) return undefined;
    steps.push(...next);
  }
  return steps;
}

/** What takes no character cannot be repeated either. */
function readEdge(reader: Reader): Pattern | undefined {
  if (take(reader, "^")) return START;
  if (take(reader, "$")) return END;
  for (const [name, isBorder] of [
    ["\\b", true],
    ["\\B", false],
  ] as const)
    if (take(reader, name))
      return [
        {
          kind: "edge",
          holds: (before, after) => (isWord(before) !== isWord(after)) === isBorder,
        },
      ];
  return undefined;
}

function isWord(character: string): boolean {
  return /^\w$/u.test(character);
}

function readRepeated(reader: Reader): Pattern | undefined {
  const body = readAtom(reader);
  if (body === undefined) return undefined;
  const times = readTimes(reader);
  if (times === undefined) return body;
  const { min, max } = times;
  // Whether as much or as little as possible is taken does not change whether there is a match.
  take(reader, "?");
  const copies = max === Infinity ? min + 1 : max;
  if (min > max || copies * (body.length + 2) > MAX_STEPS) return undefined;
  return [
    ...Array.from({ length: min }, () => body).flat(),
    ...(max === Infinity
      ? anyTimes(body)
      : Array.from({ length: max - min }, () => optional(body)).flat()),
  ];
}

interface Times {
  readonly min: number;
  readonly max: number;
}

function readTimes(reader: Reader): Times | undefined {
  if (take(reader, "*")) return { min: 0, max: Infinity };
  if (take(reader, "+")) return { min: 1, max: Infinity };
  if (take(reader, "?")) return { min: 0, max: 1 };
  const start = reader.at;
  if (!take(reader, "{")) return undefined;
  const min = readNumber(reader);
  const max = take(reader, ",") ? (readNumber(reader) ?? Infinity) : min;
  if (min !== undefined && max !== undefined && take(reader, "}")) return { min, max };
  // A brace alone is no atom, so that whoever reads on from it fails.
  reader.at = start;
  return undefined;
}

function readNumber(reader: Reader): number | undefined {
  const start = reader.at;
  while (/^[0-9]$/u.test(reader.characters[reader.at] ?? "")) reader.at += 1;
  return start === reader.at
    ? undefined
    : Number(reader.characters.slice(start, reader.at).join(""));
}

function readAtom(reader: Reader): Pattern | undefined {
  if (take(reader, "(")) return readGroup(reader);
  if (take(reader, "[")) return readClass(reader);
  if (take(reader, ".")) return ANY_IN_LINE;
  const item = readItem(reader, /[*+?{}\]]/u, /[\^$\\.*+?()[\]{}|/]/u);
  if (item === undefined) return undefined;
  return typeof item === "string" ? literal(item) : one(item);
}

function readGroup(reader: Reader): Pattern | undefined {
  take(reader, "?:");
  if (reader.depth === MAX_DEPTH) return undefined;
  reader.depth += 1;
  const body = readBranches(reader);
  reader.depth -= 1;
  return take(reader, ")") ? body : undefined;
}

type Test = (character: string) => boolean;

function readClass(reader: Reader): Pattern | undefined {
  const isNegated = take(reader, "^");
  const tests: Test[] = [];
  const read = (): string | Test | undefined => {
    // Here `\b` is a character.
    if (take(reader, "\\b")) return "\b";
    return readItem(reader, /[\]]/u, /[\^$\\.*+?()[\]{}|/-]/u);
  };
  while (!take(reader, "]")) {
    const first = read();
    if (first === undefined) return undefined;
    const isRange = reader.characters[reader.at + 1] !== "]" && take(reader, "-");
    const last = isRange ? read() : first;
    if (last === undefined) return undefined;
    if (typeof first === "string" && typeof last === "string") {
      const [low, high] = [codeOf(first), codeOf(last)];
      if (low > high) return undefined;
      tests.push((character) => low <= codeOf(character) && codeOf(character) <= high);
    } else if (isRange || typeof first === "string") return undefined;
    else tests.push(first);
  }
  return one((character) => tests.some((fits) => fits(character)) !== isNegated);
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? -1;
}

const SETS: Readonly<Record<string, Test>> = {
  d: (character) => /\d/u.test(character),
  D: (character) => /\D/u.test(character),
  s: (character) => /\s/u.test(character),
  S: (character) => /\S/u.test(character),
  w: (character) => /\w/u.test(character),
  W: (character) => /\W/u.test(character),
};
const CONTROLS: Readonly<Record<string, string>> = {
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
};

/** One character, or the set that an escape names. */
function readItem(reader: Reader, reserved: RegExp, escapable: RegExp): string | Test | undefined {
  const character = reader.characters[reader.at];
  if (character === undefined || reserved.test(character)) return undefined;
  reader.at += 1;
  if (character !== "\\") return character;
  const name = reader.characters[reader.at] ?? "";
  reader.at += 1;
  if (name === "x") return readCode(reader, 2);
  if (name === "u") return readCode(reader, 4);
  return SETS[name] ?? CONTROLS[name] ?? (escapable.test(name) ? name : undefined);
}

/** Halves of a character are not read. */
function readCode(reader: Reader, length: number): string | undefined {
  const digits = reader.characters.slice(reader.at, reader.at + length).join("");
  reader.at += length;
  const code = /^[0-9a-fA-F]+$/u.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
  const isWhole = digits.length === length && !(code >= 0xd800 && code <= 0xdfff);
  return isWhole && !Number.isNaN(code) ? String.fromCodePoint(code) : undefined;
}
