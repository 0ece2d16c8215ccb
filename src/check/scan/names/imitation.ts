import { editDistance, normalizeText } from "../../../skill/index.ts";
import { plainText } from "../views/hidden-text.ts";

export interface Imitation {
  /** The name that is meant to be read. */
  readonly of: string;
  readonly how:
    | "look-alike letters"
    | "digits for letters"
    | "a joint more or less"
    | "one letter off"
    | "an addition";
}

/** Shorter names are close to each other by chance. */
const SHORTEST = 5;

/**
 * Which known name a name imitates; undefined where it is one of them, or like none. A letter more or less at an
 * end, or another first letter, is how honest families of names differ, so that counts only in the middle.
 */
export function imitationOf(name: string, known: ReadonlySet<string>): Imitation | undefined {
  const folded = normalizeText(name, "NFKC").toLowerCase();
  if (known.has(folded)) return undefined;
  const plain = plainText(folded)?.builder.text;
  if (plain !== undefined && plain !== folded) {
    if (known.has(plain)) return { of: plain, how: "look-alike letters" };
    return imitationOf(plain, known);
  }
  if (folded.length < SHORTEST) return undefined;
  for (const reading of readingsOf(folded))
    if (known.has(reading)) return { of: reading, how: "digits for letters" };
  for (const candidate of known) {
    if (candidate.length < SHORTEST) continue;
    if (isJointOff(folded, candidate)) return { of: candidate, how: "a joint more or less" };
    if (isLetterOff(folded, candidate)) return { of: candidate, how: "one letter off" };
  }
  return undefined;
}

const DIGITS: { readonly [digit: string]: string } = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
};

/** A name with digits inside read as letters, and pairs that look like one letter. */
function readingsOf(name: string): readonly string[] {
  const letters = name.replace(/[013457]/g, (digit) => DIGITS[digit] ?? digit);
  return [
    letters,
    name.replaceAll("1", "i"),
    letters.replaceAll("rn", "m"),
    name.replaceAll("vv", "w"),
  ].filter((reading) => reading !== name);
}

function isJointOff(name: string, candidate: string): boolean {
  if (name.length < 7 || Math.abs(name.length - candidate.length) !== 1) return false;
  return name.replace(/[-_.]/g, "") === candidate.replace(/[-_.]/g, "");
}

function isLetterOff(name: string, candidate: string): boolean {
  if (Math.abs(name.length - candidate.length) > 1 || name[0] !== candidate[0]) return false;
  if (Math.min(name.length, candidate.length) < SHORTEST) return false;
  if (editDistance(name, candidate, 1) !== 1) return false;
  return !differsAtEnd(name, candidate) && !differsInDigits(name, candidate);
}

function differsAtEnd(name: string, candidate: string): boolean {
  if (name.startsWith(candidate) || candidate.startsWith(name))
    // `expresss` repeats its last letter, which a plural does not.
    return !(name.startsWith(candidate) && name.at(-1) === name.at(-2));
  return name.length === candidate.length && name.slice(0, -1) === candidate.slice(0, -1);
}

/** `pypdf3` after `pypdf2`, `mysql2` after `mysql`: versions in names. */
function differsInDigits(name: string, candidate: string): boolean {
  return name.replace(/\d/g, "") === candidate.replace(/\d/g, "");
}

/** Whether nobody writes the name by chance: two letters swapped or one doubled, or a long name almost the same. */
export function isPlain(name: string, { of, how }: Imitation): boolean {
  if (how === "look-alike letters" || how === "digits for letters") return true;
  if (how !== "one letter off") return false;
  if (of.length >= 8) return true;
  const isSwapped = [...name].sort().join("") === [...of].sort().join("");
  return isSwapped || name.replace(/(.)\1/g, "$1") === of.replace(/(.)\1/g, "$1");
}

/** A protected name with something added, as registries see them: `clawhub1`, `clawhub-cli`, `clawhubcli`. */
export function additionTo(name: string, known: ReadonlySet<string>): Imitation | undefined {
  const folded = normalizeText(name, "NFKC").toLowerCase();
  if (known.has(folded)) return undefined;
  for (const candidate of known) {
    if (!folded.startsWith(candidate)) continue;
    const rest = folded.slice(candidate.length);
    if (
      /^(?:[-_]?(?:\d{1,3}|cli|app|official|installer?|update[rs]?|setup|pro|plus|[a-z]))$/.test(
        rest,
      )
    )
      return { of: candidate, how: "an addition" };
  }
  return undefined;
}
