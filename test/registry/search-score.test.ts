import { expect, it } from "vitest";
import { createRandom } from "../../bench/generate.ts";
import type { Catalog } from "../../src/hub/registry/search/catalog.ts";
import { readQuestion } from "../../src/hub/registry/search/concepts.ts";
import { compareBy } from "../../src/hub/registry/search/fuse.ts";
import { hasBit, NumberSet, setBit, wordsFor } from "../../src/hub/registry/search/number-set.ts";
import type { Term } from "../../src/hub/registry/search/postings.ts";
import { scoreWords } from "../../src/hub/registry/search/score.ts";

const SKILLS = 3000;
const BEST = 20;

/** Skills with words at random: some in nearly all texts, some in few names. */
function createMatch(seed: number, query: string) {
  const random = createRandom(seed);
  const capacity = (): number => SKILLS;
  const sets = new Map<string, NumberSet>();
  const numbers = ({ field, text, isPrefix }: Term): NumberSet => {
    const key = `${field} ${text} ${isPrefix}`;
    const known = sets.get(key);
    if (known !== undefined) return known;
    const share = { whole: 0, name: 0.02, about: 0.2, body: 0.9 }[field] * random.pick([0, 0.1, 1]);
    const made = new NumberSet(capacity);
    for (let number = 1; number <= SKILLS; number += 1) if (random.chance(share)) made.add(number);
    sets.set(key, made);
    return made;
  };
  const allowed = new Uint32Array(wordsFor(SKILLS) + 64);
  for (let number = 1; number <= SKILLS; number += 1)
    if (random.chance(0.8)) setBit(allowed, number);
  const every = Array.from({ length: SKILLS + 1 }, (_, number) => number);
  const catalog = {
    capacity: SKILLS + 1,
    listed: new NumberSet(capacity, every.slice(1)),
    entries: every.map((number) => ({ id: `skill-${number}` })),
    qualities: every.map(() => random.pick([100, 200, 300])),
    nameWords: every.map(() => random.pick([1, 2, 3])),
  } as unknown as Catalog;
  const lookup = { numbers, newSet: () => new NumberSet(capacity) };
  return { catalog, match: { concepts: readQuestion(query).concepts, lookup, allowed } };
}

it.each(["report", "draft report", "draft weekly report", "sort mail into many small folders"])(
  "finds the best of all that have words of `%s`, though it looks at few of them",
  (query) => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const { catalog, match } = createMatch(seed, query);
      const { hits, count, scoreOf, findBest } = scoreWords(catalog, match);
      const all = Array.from({ length: SKILLS }, (_, at) => at + 1).filter((number) =>
        hasBit(hits, number),
      );
      expect(all).toHaveLength(count);
      expect(all.every((number) => hasBit(match.allowed, number))).toBe(true);
      const expected = all.toSorted(compareBy(catalog, scoreOf)).slice(0, BEST);
      expect([...findBest(BEST)]).toEqual(expected.map((number) => [number, scoreOf(number)]));
    }
  },
);
