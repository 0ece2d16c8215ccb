import type { Catalog } from "./catalog.ts";
import { type Alternative, type Concept, FOUND_FIELDS, type Lookup, setsOf } from "./concepts.ts";
import {
  countAll,
  hasBit,
  keepBits,
  listBits,
  type NumberSet,
  setBit,
  wordsFor,
} from "./number-set.ts";
import { TopResults } from "./best.ts";
import { compareBy } from "./fuse.ts";

/** What a word counts where it stands: in the name, in the description or a topic, in the text. */
const FIELD_WEIGHTS = { name: 3, about: 1, body: 0.3 } as const;
/** A word that names no more skills, and describes no more, is a name of its own: alone it is enough. */
const FEW = 5;
/** A question that has every word of a name means that skill more than one with a longer name. */
const NAME_BONUS = 0.5;
/** Sums of the same points differ by less than this, in whichever order they are added. */
const ROUNDING = 1e-9;

type FoundField = (typeof FOUND_FIELDS)[number];

/** One word of a question in one field. */
export interface Source {
  readonly word: string;
  readonly field: FoundField;
  /** Bits of the skills that have it there and may be found. */
  readonly bits: Uint32Array;
  /** In which ways it was recognised, the best first. */
  readonly ways: readonly Way[];
  /** What it counts at most. */
  readonly most: number;
}

interface Way {
  readonly one: Alternative;
  readonly sets: readonly NumberSet[];
  readonly points: number;
}

export interface Scored {
  /** Bits of those found. */
  readonly hits: Uint32Array;
  readonly count: number;
  readonly sources: readonly Source[];
  readonly scoreOf: (number: number) => number;
  /** The scores of the best so many. */
  readonly findBest: (limit: number) => ReadonlyMap<number, number>;
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
 * the whole name, or one that is a name of its own: words too many must not hide a skill. Rare words count most. Which
 * are found follows from bits alone; a score is only computed of those that can be among the best.
 */
export function scoreWords(catalog: Catalog, match: Match): Scored {
  const byConcept = match.concepts.map((concept) => sourcesOf(concept, match, catalog.listed.size));
  const sources = byConcept.flat();
  const names = sources.filter(({ field }) => field === "name");
  const bonusOf = (number: number): number => {
    let named = 0;
    for (const { bits } of names) if (hasBit(bits, number)) named += 1;
    return named === 0 ? 0 : Math.min(1, named / (catalog.nameWords[number] ?? 1));
  };
  const scoreOf = (number: number): number => {
    let sum = 0;
    for (const source of sources) if (hasBit(source.bits, number)) sum += pointsIn(source, number);
    return sum * (1 + NAME_BONUS * bonusOf(number));
  };
  const hits = findHits(byConcept, wordsFor(catalog.capacity) + 64, bonusOf);
  return {
    hits,
    count: countAll(hits),
    sources,
    scoreOf,
    findBest: (limit) => findBest(catalog, { hits, sources, scoreOf }, limit),
  };
}

function sourcesOf(
  { word, alternatives }: Concept,
  { lookup, allowed }: Match,
  all: number,
): readonly Source[] {
  const found = FOUND_FIELDS.map((field) => ({
    field,
    ways: alternatives.flatMap((one) => {
      const sets = setsOf(one, field, lookup);
      return sets.length === 0 ? [] : [{ one, sets }];
    }),
  }));
  const rarity = rarityOf(
    found.flatMap(({ field, ways }) => (field === "body" ? [] : ways)),
    all,
  );
  return found.flatMap(({ field, ways }) => {
    if (ways.length === 0) return [];
    const bits = new Uint32Array(allowed.length);
    for (const { sets } of ways) for (const set of sets) set.addTo(bits);
    keepBits(bits, allowed);
    const worth = rarity * FIELD_WEIGHTS[field];
    const counted = ways.map((way) => ({ ...way, points: way.one.weight * worth }));
    const most = Math.max(...counted.map(({ points }) => points));
    return [{ word, field, bits, ways: counted, most }];
  });
}

/** The fewer skills have a word, the more it tells. */
function rarityOf(found: readonly Omit<Way, "points">[], all: number): number {
  const sizes = (isPrefix: boolean): number =>
    Math.max(
      0,
      ...found
        .filter(({ one }) => one.isPrefix === isPrefix)
        .flatMap(({ sets }) => sets.map(({ size }) => size)),
    );
  const count = sizes(false) || sizes(true);
  return Math.log(1 + (all - count + 0.5) / (count + 0.5)) + 0.1;
}

/** In which way a word is recognised in a skill: the first is the best. */
export function wayIn({ ways }: Source, number: number): Way | undefined {
  return ways.find(({ sets }) => sets.some((set) => set.has(number)));
}

function pointsIn(source: Source, number: number): number {
  return wayIn(source, number)?.points ?? 0;
}

function findHits(
  byConcept: readonly (readonly Source[])[],
  length: number,
  bonusOf: (number: number) => number,
): Uint32Array {
  // Bits of those that have at least one, two and three of the words.
  const [one, two, three] = [1, 2, 3].map(() => new Uint32Array(length));
  if (one === undefined || two === undefined || three === undefined) return new Uint32Array(length);
  let known = 0;
  for (const sources of byConcept) {
    let isKnown = 0;
    for (let at = 0; at < length; at += 1) {
      let has = 0;
      for (const { bits } of sources) has |= bits[at] ?? 0;
      if (has === 0) continue;
      isKnown = 1;
      const before = one[at] ?? 0;
      three[at] = (three[at] ?? 0) | ((two[at] ?? 0) & has);
      two[at] = (two[at] ?? 0) | (before & has);
      one[at] = before | has;
    }
    known += isKnown;
  }
  const least = Math.min(3, Math.ceil(known / 2));
  if (least <= 1) return one;
  const hits = least === 2 ? two : three;
  for (const sources of byConcept) {
    const isRare = sources.every(({ field, bits }) => field === "body" || countAll(bits) <= FEW);
    for (const { field, bits } of sources)
      if (field === "name")
        for (const number of listBits(bits.map((word, at) => word & ~(hits[at] ?? 0))))
          if (isRare || bonusOf(number) === 1) setBit(hits, number);
  }
  return hits;
}

/**
 * What counts most is looked at first. Once enough were found, those that have only what counts less can be no better,
 * and most of them are never looked at: a word that nearly all texts have costs no more than one that few have.
 */
function findBest(
  catalog: Catalog,
  { hits, sources, scoreOf }: Pick<Scored, "hits" | "sources" | "scoreOf">,
  limit: number,
): ReadonlyMap<number, number> {
  const { nameWords, qualities } = catalog;
  const words = sources.map(({ bits }) => bits);
  const points = sources.map(({ most }) => most);
  const names = sources.map(({ field }) => (field === "name" ? 1 : 0));
  const scores = scratchOf(catalog.capacity);
  const best = new TopResults(
    limit,
    compareBy(catalog, (number) => scores[number] ?? 0),
  );
  let [leastScore, leastQuality] = [-1, -1];
  const rest = hits.slice();
  const ordered = sources.toSorted((a, b) => b.most - a.most);
  for (const [index, { bits }] of ordered.entries()) {
    const left = ordered.slice(index);
    const factor = left.some(({ field }) => field === "name") ? 1 + NAME_BONUS : 1;
    if (left.reduce((sum, { most }) => sum + most, 0) * factor < leastScore - ROUNDING) break;
    for (let at = 0; at < rest.length; at += 1) {
      let word = (bits[at] ?? 0) & (rest[at] ?? 0);
      rest[at] = (rest[at] ?? 0) & ~word;
      for (; word !== 0; word &= word - 1) {
        const number = (at << 5) + 31 - Math.clz32(word & -word);
        // What it would have if every word were recognised in the best way.
        const bit = word & -word;
        let most = 0;
        let named = 0;
        for (let one = 0; one < sources.length; one += 1)
          if (((words[one]?.[at] ?? 0) & bit) !== 0) {
            most += points[one] ?? 0;
            named += names[one] ?? 0;
          }
        if (named > 0) most *= 1 + NAME_BONUS * Math.min(1, named / (nameWords[number] ?? 1));
        if (most < leastScore) continue;
        if (most === leastScore && (qualities[number] ?? 0) < leastQuality) continue;
        scores[number] = scoreOf(number);
        best.add(number);
        const { worst } = best;
        if (worst === undefined) continue;
        leastScore = scores[worst] ?? 0;
        leastQuality = qualities[worst] ?? 0;
      }
    }
  }
  return new Map(best.sorted().map((number) => [number, scores[number] ?? 0]));
}

let scratch = new Float64Array(0);

/** Room that is used again without being cleared: only what was written before in the same turn is read. */
function scratchOf(capacity: number): Float64Array {
  if (scratch.length <= capacity) scratch = new Float64Array(capacity + 4096);
  return scratch;
}
