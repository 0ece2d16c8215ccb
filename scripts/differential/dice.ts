/** Choices from a seed. */

/** Mulberry32: the same numbers for the same seed on every machine. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export class Dice {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = numbersFrom(seed);
  }

  readonly chance = (share: number): boolean => this.#next() < share;

  readonly pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(this.#next() * items.length)] as Item;

  readonly some = <Item>(items: readonly Item[], share: number): readonly Item[] =>
    items.filter(() => this.chance(share));
}
