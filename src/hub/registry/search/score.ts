import type { Catalog } from "./catalog.ts";
import { type Alternative, type Concept, FOUND_FIELDS, type Lookup, setsOf } from "./concepts.ts";
import { addBits, countUp, listBits, type NumberSet, setBit } from "./number-set.ts";

/** What a word counts where it stands: in the name, in the description or a topic, in the text. */
const FIELD_WEIGHTS: readonly number[] = [3, 1, 0.3];
/** A question that has every word of a name means that skill more than one with a longer name. */
const NAME_BONUS = 0.5;

interface Scratch {
  readonly size: number;
  readonly score: Float64Array;
  /** How many words of the question a skill has, anywhere and in its name. */
  readonly words: Uint8Array;
  readonly inName: Uint8Array;
}

let scratch: Scratch | undefined;

/** Room that is used again: it is only ever needed between two turns. */
function scratchOf(capacity: number): Scratch {
  if (scratch === undefined || scratch.size <= capacity) {
    const size = capacity + 4096;
    scratch = {
      size,
      score: new Float64Array(size),
      words: new Uint8Array(size),
      inName: new Uint8Array(size),
    };
  }
  scratch.score.fill(0);
  scratch.words.fill(0);
  scratch.inName.fill(0);
  return scratch;
}

export interface Scored {
  /** Bits of those found. */
  readonly hits: Uint32Array;
  readonly count: number;
  /** By number; to be used before the next turn. */
  readonly score: Float64Array;
}

/** What concerns one question. */
export interface Match {
  readonly concepts: readonly Concept[];
  readonly lookup: Lookup;
  /** Bits of the skills that may be found. */
  readonly allowed: Uint32Array;
}

/**
 * Compares skills with the words of a question. Whoever has half of the words is found, three of many, or those of
 * the whole name: words too many must not hide a skill. Rare words count most.
 */
export function scoreWords(catalog: Catalog, { concepts, lookup, allowed }: Match): Scored {
  const work = scratchOf(catalog.capacity);
  const all = new Uint32Array(allowed.length);
  let known = 0;
  for (const { alternatives } of concepts) {
    const found = FOUND_FIELDS.map((field) =>
      alternatives.map((one) => ({ one, sets: setsOf(one, field, lookup) })),
    );
    const rarity = rarityOf(found, catalog.listed.size);
    const anywhere = new Uint32Array(allowed.length);
    for (const [field, ways] of found.entries()) {
      const seen = new Uint32Array(allowed.length);
      // The best way to recognise a word comes first.
      for (const { one, sets } of ways) {
        const points = one.weight * rarity * (FIELD_WEIGHTS[field] ?? 0);
        for (const set of sets) set.addPoints(points, allowed, seen, work.score);
      }
      if (field === 0) countUp(seen, work.inName);
      addBits(anywhere, seen);
    }
    if (countUp(anywhere, work.words)) known += 1;
    addBits(all, anywhere);
  }
  return collect(catalog, work, all, known);
}

/** The fewer skills have a word, the more it tells. */
function rarityOf(
  found: readonly (readonly { readonly one: Alternative; readonly sets: readonly NumberSet[] }[])[],
  all: number,
): number {
  const sizes = (isPrefix: boolean): number =>
    Math.max(
      0,
      ...found
        .slice(0, 2)
        .flat()
        .filter(({ one }) => one.isPrefix === isPrefix)
        .flatMap(({ sets }) => sets.map(({ size }) => size)),
    );
  const count = sizes(false) || sizes(true);
  return Math.log(1 + (all - count + 0.5) / (count + 0.5)) + 0.1;
}

function collect(
  { nameWords }: Catalog,
  { score, words, inName }: Scratch,
  all: Uint32Array,
  known: number,
): Scored {
  const hits = new Uint32Array(all.length);
  const least = Math.min(3, Math.ceil(known / 2));
  let count = 0;
  for (const number of listBits(all)) {
    const named = inName[number] ?? 0;
    const share = named === 0 ? 0 : Math.min(1, named / (nameWords[number] ?? 1));
    if ((words[number] ?? 0) < least && share < 1) continue;
    if (share > 0) score[number] = (score[number] ?? 0) * (1 + NAME_BONUS * share);
    setBit(hits, number);
    count += 1;
  }
  return { hits, count, score };
}
