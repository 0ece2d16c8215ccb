import type { Catalog } from "./catalog.ts";
import { type Alternative, type Concept, FOUND_FIELDS, type Lookup, setsOf } from "./concepts.ts";
import { hasBit, type NumberSet, setBit, wordsFor } from "./number-set.ts";

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
  /** Which word, or which word in which field, was counted last. */
  readonly seenWord: Uint32Array;
  readonly seenField: Uint32Array;
  readonly numbers: Uint32Array;
}

let scratch: Scratch | undefined;

/** Room that is used again: it is only ever needed between two turns. */
function scratchOf(capacity: number): Scratch {
  if (scratch === undefined || scratch.size <= capacity) {
    const size = capacity + 1024;
    scratch = {
      size,
      score: new Float64Array(size),
      words: new Uint8Array(size),
      inName: new Uint8Array(size),
      seenWord: new Uint32Array(size),
      seenField: new Uint32Array(size),
      numbers: new Uint32Array(size + 4096),
    };
  }
  scratch.score.fill(0);
  scratch.words.fill(0);
  scratch.inName.fill(0);
  scratch.seenWord.fill(0);
  scratch.seenField.fill(0);
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
  let stamp = 0;
  let known = 0;
  for (const [index, { alternatives }] of concepts.entries()) {
    const found = FOUND_FIELDS.map((field) =>
      alternatives.map((one) => ({ one, sets: setsOf(one, field, lookup) })),
    );
    const rarity = rarityOf(found, catalog.listed.size);
    let isFound = false;
    for (const [field, ways] of found.entries()) {
      stamp += 1;
      for (const { one, sets } of ways) {
        const points = one.weight * rarity * (FIELD_WEIGHTS[field] ?? 0);
        for (const set of sets)
          isFound = add(work, set, allowed, { points, stamp, word: index + 1, field }) || isFound;
      }
    }
    if (isFound) known += 1;
  }
  return collect(catalog, work, known);
}

interface Addition {
  readonly points: number;
  readonly stamp: number;
  readonly word: number;
  readonly field: number;
}

function add(work: Scratch, set: NumberSet, allowed: Uint32Array, addition: Addition): boolean {
  const { score, words, inName, seenWord, seenField, numbers } = work;
  const { points, stamp, word, field } = addition;
  const count = set.writeTo(numbers);
  let isAny = false;
  for (let at = 0; at < count; at += 1) {
    const number = numbers[at] ?? 0;
    // The best way to recognise a word comes first.
    if (seenField[number] === stamp || !hasBit(allowed, number)) continue;
    isAny = true;
    seenField[number] = stamp;
    score[number] = (score[number] ?? 0) + points;
    if (field === 0) inName[number] = (inName[number] ?? 0) + 1;
    if (seenWord[number] === word) continue;
    seenWord[number] = word;
    words[number] = (words[number] ?? 0) + 1;
  }
  return isAny;
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

function collect({ capacity, nameWords }: Catalog, work: Scratch, known: number): Scored {
  const { score, words, inName } = work;
  const hits = new Uint32Array(wordsFor(capacity) + 64);
  const least = Math.min(3, Math.ceil(known / 2));
  let count = 0;
  for (let number = 0; number < capacity; number += 1) {
    const had = words[number] ?? 0;
    if (had === 0) continue;
    const length = nameWords[number] ?? 0;
    const named = inName[number] ?? 0;
    const share = length === 0 ? 0 : Math.min(1, named / length);
    if (had < least && share < 1) continue;
    score[number] = (score[number] ?? 0) * (1 + NAME_BONUS * share);
    setBit(hits, number);
    count += 1;
  }
  return { hits, count, score };
}
