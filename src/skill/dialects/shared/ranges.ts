import { compare, parse } from "semver";
import { isSemver } from "./semver.ts";

/** What a system allows in a range of versions. */
export interface RangeGrammar {
  readonly comparators: readonly string[];
  /** A version without a comparator: itself alone, or everything that begins with it. */
  readonly bare: "exact" | "prefix";
  /** Words for "any version", lower-case. */
  readonly any: readonly string[];
}

/** A version whose missing parts are zero, and how many parts were written. */
interface Bound {
  readonly version: string;
  readonly major: number;
  readonly minor: number;
  readonly parts: number;
}

const CLAUSE = /^([<>=!~^]*)\s*([^\s<>=!~^]\S*)$/;
const PARTIAL = /^(0|[1-9]\d*)(?:\.(0|[1-9]\d*))?$/;

/**
 * Whether a version lies in a range; undefined where either is malformed. Prereleases are ordered
 * by SemVer and take part like any other version.
 */
export function satisfies(
  version: string,
  range: string,
  grammar: RangeGrammar,
): boolean | undefined {
  const given = readBound(version);
  if (given?.parts !== 3) return undefined;
  const wanted = range.trim();
  if (grammar.any.includes(wanted.toLowerCase())) return true;
  const verdicts = wanted.split(",").map((clause) => holds(given, clause.trim(), grammar));
  // A clause that cannot be read makes the whole range unreadable, wherever it stands.
  return verdicts.includes(undefined) ? undefined : verdicts.every((verdict) => verdict === true);
}

function holds(given: Bound, clause: string, grammar: RangeGrammar): boolean | undefined {
  const match = CLAUSE.exec(clause);
  const comparator = match?.[1] ?? "";
  const bound = match === null ? undefined : readBound(match[2] as string);
  if (bound === undefined) return undefined;
  if (comparator === "") return holdsBare(given, bound, grammar);
  if (!grammar.comparators.includes(comparator)) return undefined;
  return compareBy(comparator, given, bound);
}

function holdsBare(given: Bound, bound: Bound, grammar: RangeGrammar): boolean | undefined {
  if (bound.parts === 3) return compare(given.version, bound.version) === 0;
  if (grammar.bare === "exact") return undefined;
  return given.major === bound.major && (bound.parts === 1 || given.minor === bound.minor);
}

function compareBy(comparator: string, given: Bound, bound: Bound): boolean | undefined {
  const order = compare(given.version, bound.version);
  const isSameMajor = given.major === bound.major;
  const isSameMinor = isSameMajor && given.minor === bound.minor;
  switch (comparator) {
    case ">=":
      return order >= 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case "<":
      return order < 0;
    case "==":
      return order === 0;
    case "!=":
      return order !== 0;
    case "^":
      // Below 1.0 the minor number is the breaking one.
      return order >= 0 && (bound.major === 0 ? isSameMinor : isSameMajor);
    case "~":
      return order >= 0 && (bound.parts === 1 ? isSameMajor : isSameMinor);
    case "~=":
      return order >= 0 && isSameMinor;
    default:
      return undefined;
  }
}

function readBound(text: string): Bound | undefined {
  if (isSemver(text)) return toBound(text, 3);
  const partial = PARTIAL.exec(text);
  if (partial === null) return undefined;
  return partial[2] === undefined ? toBound(`${text}.0.0`, 1) : toBound(`${text}.0`, 2);
}

/** Numbers beyond what a double holds exactly are refused by the parser. */
function toBound(version: string, parts: number): Bound | undefined {
  const parsed = parse(version);
  return parsed === null ? undefined : { version, major: parsed.major, minor: parsed.minor, parts };
}
