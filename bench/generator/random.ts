/**
 * Points `[share, value]` of a distribution function, shares ascending from 0 to 1. Values between
 * two points are interpolated linearly: plain arithmetic gives the same bytes on every engine,
 * which `Math.exp` and `Math.log` do not promise.
 */
export type QuantileTable = readonly (readonly [share: number, value: number])[];

export type Weighted<T> = readonly (readonly [item: T, weight: number])[];

/** A seeded source of choices. Every draw moves it on, so it is passed down, never copied. */
export interface Random {
  /** A number in [0, 1). */
  readonly next: () => number;
  /** A whole number between both bounds, inclusive. */
  readonly integer: (minimum: number, maximum: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(items: readonly T[]) => T;
  readonly weighted: <T>(items: Weighted<T>) => T;
  /** Distinct items in random order; all of them when `count` is larger than the list. */
  readonly sample: <T>(items: readonly T[], count: number) => T[];
  /** A whole number drawn from the distribution. */
  readonly quantile: (table: QuantileTable) => number;
}

/** The mulberry32 generator: 32 bits of state, integer arithmetic only. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  function integer(minimum: number, maximum: number): number {
    return minimum + Math.floor(next() * (maximum - minimum + 1));
  }
  function pick<T>(items: readonly T[]): T {
    const item = items[integer(0, items.length - 1)];
    if (item === undefined) throw new Error("Nothing to pick from.");
    return item;
  }
  return {
    next,
    integer,
    pick,
    chance: (probability) => next() < probability,
    weighted: (items) => pickWeighted(items, next()),
    quantile: (table) => Math.round(interpolate(table, next())),
    sample: (items, count) => {
      const rest = [...items];
      const chosen: (typeof rest)[number][] = [];
      while (chosen.length < count && rest.length > 0) {
        chosen.push(...rest.splice(integer(0, rest.length - 1), 1));
      }
      return chosen;
    },
  };
}

function pickWeighted<T>(items: Weighted<T>, share: number): T {
  let rest = 0;
  for (const [, weight] of items) rest += weight;
  rest *= share;
  for (const [item, weight] of items) {
    rest -= weight;
    if (rest < 0) return item;
  }
  const last = items.at(-1);
  if (last === undefined) throw new Error("Nothing to pick from.");
  return last[0];
}

function interpolate(table: QuantileTable, share: number): number {
  let [lowShare, lowValue] = table[0] ?? [0, 0];
  for (const [highShare, highValue] of table) {
    if (share < highShare) {
      const part = (share - lowShare) / (highShare - lowShare);
      return lowValue + part * (highValue - lowValue);
    }
    lowShare = highShare;
    lowValue = highValue;
  }
  return lowValue;
}
