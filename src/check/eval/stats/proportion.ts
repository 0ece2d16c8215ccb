/** Shares of trials, with how sure one can be of them. */

/** A share with the interval in which the true one lies in 95 of 100 cases. */
export interface Proportion {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly successes: number;
  readonly trials: number;
  /** Cases that the trials are of, which the interval counts: what is sampled are cases. */
  readonly cases: number;
}

/** The 97.5th percentile of the normal distribution. */
const Z = 1.959_963_984_540_054;

/**
 * Wilson's score interval, which holds for few trials and for shares near 0 and 1 too. Trials of the same case are not
 * independent of each other: a case that is asked ten times is no sample of ten.
 */
export function wilson(successes: number, trials: number, cases: number = trials): Proportion {
  if (trials === 0) return { value: 0, low: 0, high: 1, successes, trials, cases };
  const share = successes / trials;
  const square = Z * Z;
  const center = share + square / (2 * cases);
  const spread = Z * Math.sqrt((share * (1 - share)) / cases + square / (4 * cases * cases));
  const scale = 1 + square / cases;
  return {
    value: share,
    low: successes === 0 ? 0 : Math.max(0, (center - spread) / scale),
    high: successes === trials ? 1 : Math.min(1, (center + spread) / scale),
    successes,
    trials,
    cases,
  };
}

/** Chance that at least one of k trials passes, estimated without bias from n trials of which c passed. */
export function passAtK(n: number, c: number, k: number): number | undefined {
  if (k > n || k < 1) return undefined;
  if (n - c < k) return 1;
  let none = 1;
  for (let index = n - c + 1; index <= n; index += 1) none *= 1 - k / index;
  return 1 - none;
}

/** Chance that all of k trials pass, estimated without bias. */
export function passHatK(n: number, c: number, k: number): number | undefined {
  if (k > n || k < 1) return undefined;
  if (c < k) return 0;
  let all = 1;
  for (let index = 0; index < k; index += 1) all *= (c - index) / (n - index);
  return all;
}

export interface Agreement {
  /** Cohen's kappa: 1 where two judges always agree, 0 where they agree as often as by chance. */
  readonly kappa: number;
  readonly agreed: number;
  readonly of: number;
}

export function cohenKappa(pairs: readonly (readonly [boolean, boolean])[]): Agreement {
  const of = pairs.length;
  const agreed = pairs.filter(([a, b]) => a === b).length;
  if (of === 0) return { kappa: 0, agreed, of };
  const yesA = pairs.filter(([a]) => a).length / of;
  const yesB = pairs.filter(([, b]) => b).length / of;
  const chance = yesA * yesB + (1 - yesA) * (1 - yesB);
  const observed = agreed / of;
  return { kappa: chance === 1 ? 1 : (observed - chance) / (1 - chance), agreed, of };
}
