/** Judges a regular expression by the steps that it takes on texts made to let it repeat itself. */
import { findAttacks } from "./regex-attacks.ts";
import { countSteps, TooManySteps } from "./regex-steps.ts";
import { hasPart, longestMatch, mapBounds, readRegex, type Tree } from "./regex-tree.ts";

/** Bounded repetitions are cut to this many rounds where growth is judged: they cannot grow with a text. */
const FEW = 2;
/** From here on, a bounded repetition can cost enough to be attacked as if it had no bound. */
const MANY = 10;
const ROUNDS = 24;
const LONG = 1200;
/** More than this for each character is too much, whatever it grows with. */
const MOST_STEPS_EACH = 2500;
const MOST_STEPS = MOST_STEPS_EACH * LONG;
const FEW_ATTACKS = 20;
const ENDS = ["", "\u0001", "\n"];

/** What is wrong with a pattern, or undefined if its steps grow with the length of a text alone. */
export function complainAbout(pattern: RegExp): string | undefined {
  const tree = readRegex(pattern.source);
  if (hasPart(tree, isEndlessLookbehind)) return "looks behind without a bound";
  return complainAboutGrowth(tree, pattern.flags) ?? complainAboutBounds(tree, pattern.flags);
}

function isEndlessLookbehind(part: Tree): boolean {
  return part.kind === "look" && part.isBehind && longestMatch(part.body) === Infinity;
}

function complainAboutGrowth(tree: Tree, flags: string): string | undefined {
  const small = mapBounds(tree, (min, max) => [
    Math.min(min, FEW),
    max === Infinity ? max : Math.min(max, FEW),
  ]);
  for (const { prefix, pump, ends } of findAttacks(small, flags))
    for (const end of new Set([...ENDS, ...ends])) {
      const steps = (rounds: number): number =>
        countSteps(small, flags, prefix + pump.repeat(rounds) + end, MOST_STEPS);
      const shown = JSON.stringify(`${prefix}(${pump})*${end}`);
      try {
        const short = steps(ROUNDS);
        if (short < ROUNDS * pump.length * 5) continue;
        const [middle, long] = [steps(ROUNDS * 2), steps(ROUNDS * 4)];
        // Twice the rounds on top are twice the steps on top, and four times those for a quadratic search.
        if (long - middle > 3 * (middle - short))
          return `takes ${short}, ${middle}, ${long} steps on ${shown}`;
      } catch (error) {
        if (!(error instanceof TooManySteps)) throw error;
        return `takes more than ${MOST_STEPS} steps on ${shown}`;
      }
    }
  return undefined;
}

/** A bound that is too wide is as good as none. */
function complainAboutBounds(tree: Tree, flags: string): string | undefined {
  if (!hasPart(tree, (part) => part.kind === "repeat" && part.max >= MANY && part.max < Infinity))
    return undefined;
  const endless = mapBounds(tree, (min, max) => [
    Math.min(min, FEW),
    max >= MANY ? Infinity : Math.min(max, FEW),
  ]);
  for (const { prefix, pump } of findAttacks(endless, flags, FEW_ATTACKS)) {
    const attack = (length: number): string | undefined => {
      const text = prefix + pump.repeat(Math.ceil(length / pump.length)) + "\u0001";
      try {
        countSteps(tree, flags, text, MOST_STEPS_EACH * length);
      } catch (error) {
        // The steps are counted by functions that call each other, as deep as the text is long.
        if (error instanceof RangeError && length > 100) return attack(length / 2);
        if (!(error instanceof TooManySteps)) throw error;
        return `takes more than ${MOST_STEPS_EACH} steps a character on ${JSON.stringify(`${prefix}(${pump})*`)}`;
      }
      return undefined;
    };
    const complaint = attack(LONG);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}
