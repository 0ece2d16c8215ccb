/** Sorts texts as English does, and quickly where nearly the same texts were sorted before. */
export interface TextOrder {
  /** The places of the texts in their order; equal ones keep the order in which they come. */
  readonly sort: (texts: readonly string[]) => readonly number[];
}

export function createTextOrder(): TextOrder {
  let collator: Intl.Collator | undefined;
  let former: readonly string[] = [];
  let order: readonly number[] = [];
  return {
    sort: (texts) => {
      if (texts.length < 2) return texts.map((_text, at) => at);
      if (!isSame(texts, former)) {
        const places = former.length === 0 ? texts.map((_text, at) => at) : likely();
        // It takes milliseconds to make, and many roots hold one skill or none.
        const { compare } = (collator ??= new Intl.Collator("en"));
        order = places.sort((a, b) => compare(texts[a] ?? "", texts[b] ?? "") || a - b);
        former = texts;
      }
      return order;

      /** In the order of before, since comparing by language is slow, and hardly needed for what is in order. */
      function likely(): number[] {
        const ranks = new Map(order.map((at, rank) => [former[at], rank]));
        const known = Float64Array.from(texts, (text) => ranks.get(text) ?? Infinity);
        return texts.map((_text, at) => at).sort((a, b) => byRank(known[a], known[b]));
      }
    },
  };
}

/** The difference of two that have no rank would be no number. */
function byRank(a = Infinity, b = Infinity): number {
  return a === b ? 0 : a - b;
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, at) => text === others[at]);
}
