/** Two versions on the same cases: how much one is better, and whether that is more than luck. */

export interface PairedDifference {
  /** Mean of the differences. */
  readonly value: number;
  /** 95 % interval by bootstrap over the cases. */
  readonly low: number;
  readonly high: number;
  readonly cases: number;
  readonly better: number;
  readonly worse: number;
  readonly same: number;
}

const SAMPLES = 10_000;
const SEED = 20_261_116;

/** Each case as its pass rates with the one and with the other. Cases are drawn, not trials: they are what is sampled. */
export function pairedDifference(
  pairs: readonly (readonly [first: number, second: number])[],
  { samples = SAMPLES, seed = SEED }: { readonly samples?: number; readonly seed?: number } = {},
): PairedDifference {
  const differences = pairs.map(([first, second]) => first - second);
  const cases = differences.length;
  const counts = {
    cases,
    better: differences.filter((value) => value > 0).length,
    worse: differences.filter((value) => value < 0).length,
    same: differences.filter((value) => value === 0).length,
  };
  if (cases === 0) return { value: 0, low: -1, high: 1, ...counts };
  const value = mean(differences);
  const random = seededRandom(seed);
  const means = new Float64Array(samples);
  for (let sample = 0; sample < samples; sample += 1) {
    let sum = 0;
    for (let drawn = 0; drawn < cases; drawn += 1)
      sum += differences[Math.floor(random() * cases)] ?? 0;
    means[sample] = sum / cases;
  }
  means.sort();
  return {
    value,
    low: means[Math.floor(samples * 0.025)] ?? value,
    high: means[Math.ceil(samples * 0.975) - 1] ?? value,
    ...counts,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export interface McNemar {
  /** Cases that only the first passed, and only the second. */
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** Two-sided, exact: the chance of a split at least as uneven where both are equally good. */
  readonly p: number;
}

export function mcnemar(onlyFirst: number, onlySecond: number): McNemar {
  const of = onlyFirst + onlySecond;
  if (of === 0) return { onlyFirst, onlySecond, p: 1 };
  const less = Math.min(onlyFirst, onlySecond);
  let tail = 0;
  // In logarithms to the end: of a thousand cases neither factor is a number any more.
  for (let count = 0; count <= less; count += 1)
    tail += Math.exp(logChoose(of, count) - of * Math.LN2);
  return { onlyFirst, onlySecond, p: Math.min(1, 2 * tail) };
}

function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let index = 1; index <= k; index += 1) sum += Math.log((n - k + index) / index);
  return sum;
}

export interface Verdict {
  readonly verdict: "helps" | "hurts" | "no clear effect" | "too few runs";
  /** Cases that would show a difference of this size, where these are too few. */
  readonly needed?: number;
}

/** Fewer cases say nothing, however they come out: with five, all on one side happen by chance in 6 of 100 (2 × ½⁵). */
const FEWEST = 6;
/** A smaller difference is of no use to anybody, so that an interval within it is an answer. */
const SMALLEST_EFFECT = 0.1;

export function toVerdict({ value, low, high, cases }: PairedDifference, spread: number): Verdict {
  const needed = Math.max(FEWEST, casesFor(Math.max(SMALLEST_EFFECT, Math.abs(value)), spread));
  if (cases < FEWEST) return { verdict: "too few runs", needed };
  if (low > 0) return { verdict: "helps" };
  if (high < 0) return { verdict: "hurts" };
  if (low >= -SMALLEST_EFFECT && high <= SMALLEST_EFFECT) return { verdict: "no clear effect" };
  return needed > cases ? { verdict: "too few runs", needed } : { verdict: "no clear effect" };
}

/** Power 0.8 at the level 0.05, for a mean of paired differences with this standard deviation. */
function casesFor(effect: number, spread: number): number {
  const z = 1.959_963_984_540_054 + 0.841_621_233_572_914;
  return Math.ceil(((z * spread) / effect) ** 2);
}

/** The standard deviation of the differences. */
export function computeSpread(
  pairs: readonly (readonly [first: number, second: number])[],
): number {
  const differences = pairs.map(([first, second]) => first - second);
  if (differences.length < 2) return 0.5;
  const middle = mean(differences);
  const squares = differences.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (differences.length - 1));
}

/** Numbers that look random and are the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = Math.trunc(seed);
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
