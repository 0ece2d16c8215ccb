import type { Database } from "../../data/index.ts";
import {
  type Alternative,
  type Concept,
  FOUND_FIELDS,
  isTextPrefix,
  type Lookup,
  setsOf,
  termsToLoad,
  typedIn,
  withCorrections,
} from "./concepts.ts";
import { findCorrections } from "./corrections.ts";
import type { NumberSet } from "./number-set.ts";
import type { Postings, Term } from "./postings.ts";
import type { Field } from "./terms.ts";

interface Deps {
  readonly database: Database;
  readonly postings: Postings;
}

interface Loaded {
  readonly concepts: readonly Concept[];
  readonly lookup: Lookup;
}

export interface Words {
  readonly concepts: readonly Concept[];
  readonly lookup: Lookup;
}

/**
 * Words that no skill has are looked for as what they may have been meant to be. What `visible` does not hold is as
 * if it were not there; without it nothing is corrected.
 */
export async function correctWords(
  { database, postings }: Deps,
  { concepts, lookup }: Loaded,
  visible: Uint32Array | undefined,
): Promise<Words> {
  if (visible === undefined) return { concepts, lookup };
  const doubtful = concepts.filter(({ alternatives }) => isDoubtful(alternatives, lookup, visible));
  if (doubtful.length === 0) return { concepts, lookup };
  const corrections = await findCorrections(database.query, doubtful.flatMap(typedIn));
  const corrected = concepts.map((concept) => withCorrections(concept, corrections));
  const numbersOf = await postings.load(termsToLoad(corrected));
  const numbers = (term: Term): NumberSet =>
    isTextPrefix(term) ? lookup.numbers(term) : numbersOf(term);
  const seen = { ...lookup, numbers };
  return {
    lookup: seen,
    concepts: corrected.map((concept) => keepNearest(concept, seen, visible)),
  };
}

type Alternatives = readonly Alternative[];

/** About how many of the visible skills have one of these in a field. */
function count(
  alternatives: Alternatives,
  field: Field,
  lookup: Lookup,
  visible: Uint32Array,
): number {
  const sets = alternatives.flatMap((one) => setsOf(one, field, lookup));
  return Math.max(0, ...sets.map((set) => set.countIn(visible)));
}

/** Whether a word may be mistyped: no name has it, and no description, or a single one. */
function isDoubtful(alternatives: Alternatives, lookup: Lookup, visible: Uint32Array): boolean {
  return (
    count(alternatives, "name", lookup, visible) === 0 &&
    count(alternatives, "about", lookup, visible) <= 1
  );
}

/** A word that one skill has, and so many times as many have nearly so, was mistyped in that skill too. */
const MUCH_MORE = 10;

/** Of the corrections that somebody may see, the nearest; of a word that is there, those that are much more frequent. */
function keepNearest(concept: Concept, lookup: Lookup, visible: Uint32Array): Concept {
  const written = concept.alternatives.filter(({ by }) => by !== "correction");
  const countAll = (alternatives: Alternatives): number =>
    FOUND_FIELDS.reduce((sum, field) => sum + count(alternatives, field, lookup, visible), 0);
  const least = Math.max(1, MUCH_MORE * countAll(written));
  const seen = concept.alternatives.filter(
    (one) => one.by === "correction" && countAll([one]) >= least,
  );
  const isNearest = ({ typed, weight }: Alternative): boolean =>
    !seen.some((other) => other.typed === typed && other.weight > weight);
  return { ...concept, alternatives: [...written, ...seen.filter(isNearest)] };
}
