import type { MatchReason } from "../../../registry/contract/index.ts";
import type { Database } from "../../data/index.ts";
import type { Catalog } from "./catalog.ts";
import { isTextPrefix, type Question, termsToLoad, textPrefixes } from "./concepts.ts";
import { correctWords } from "./correct-words.ts";
import type { Entry } from "./entries.ts";
import { DEPTH, fuse, type Ranking } from "./fuse.ts";
import type { Likeness, Meaning } from "./meaning.ts";
import { hasBit, type NumberSet, setBit, wordsFor } from "./number-set.ts";
import type { Postings, Term } from "./postings.ts";
import { type Scored, scoreWords, type Source, wayIn } from "./score.ts";

const FIELD_NAMES = { name: "name", about: "description", body: "text" } as const;

/** How each word of a question was recognised in a skill: in the best way, at the first place. */
function reasonsOf(number: number, sources: readonly Source[]): readonly MatchReason[] {
  const told = new Set<string>();
  return sources.flatMap((source): readonly MatchReason[] => {
    const { word, field, bits } = source;
    const way = told.has(word) || !hasBit(bits, number) ? undefined : wayIn(source, number);
    if (way === undefined) return [];
    told.add(word);
    const { by, text } = way.one;
    const isOther = by === "synonym" || by === "correction";
    // Which form it is in is not asked of texts.
    const shown = field === "body" && by === "form" ? "word" : by;
    return [{ by: shown, field: FIELD_NAMES[field], word, ...(isOther ? { found: text } : {}) }];
  });
}

export interface SearchDeps {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly postings: Postings;
  /** Absent where there is no model on this machine. */
  readonly meaning?: Meaning;
}

export interface Scope {
  /** Bits of what the viewer may see. */
  readonly visible: Uint32Array;
  /** Bits of those that have the facets too. */
  readonly allowed: Uint32Array;
  /** Only what bears the very name. */
  readonly isExact: boolean;
}

/** What was found, by number. */
export interface Found {
  readonly hits: Uint32Array;
  /** Those that are before all others. */
  readonly merged: readonly number[];
  /** How well each fits; `toScore` makes a score of it. */
  readonly valueOf: (number: number) => number;
  readonly why: (number: number) => readonly MatchReason[];
  readonly isByMeaning: boolean;
}

/** Questions of fewer words are names and keywords, which words find better. */
const WORDS_FOR_MEANING = 3;
/** With fewer hits by words, meaning is asked too. */
const FEW_HITS = 10;

/** Looks in the order of how sure a way is: the name, its beginning, words with corrections, meaning. */
export async function findMatches(
  deps: SearchDeps,
  question: Question,
  scope: Scope,
): Promise<Found> {
  const { catalog, postings } = deps;
  const wholes = wholeTerms(question);
  const numbersOf = await postings.load([
    ...Object.values(wholes),
    ...termsToLoad(question.concepts),
  ]);
  const named = nameMatches(catalog, question, numbersOf(wholes.name), scope);
  const none: ReadonlyMap<number, number> = new Map();
  if (scope.isExact) {
    const strict = new Map([...named].filter(([, points]) => points === STRICT));
    return merge(catalog, { named: strict, begun: [], likeness: none }, undefined);
  }
  const begun = listed(numbersOf(wholes.prefix), scope.allowed);
  const isName = begun.length > 0 && question.concepts.length === 1;
  const { concepts } = question;
  const lookup = { numbers: numbersOf, newSet: () => catalog.newSet() };
  const inTexts = await postings.load(textPrefixes(concepts, lookup, scope.visible));
  const numbers = (term: Term): NumberSet => (isTextPrefix(term) ? inTexts : numbersOf)(term);
  const loaded = { concepts, lookup: { ...lookup, numbers } };
  const words = await correctWords(deps, loaded, isName ? undefined : scope.visible);
  const scored = scoreWords(catalog, { ...words, allowed: scope.allowed });
  const isEnough = (): boolean =>
    named.size > 0 ||
    (question.concepts.length < WORDS_FOR_MEANING && scored.count + begun.length >= FEW_HITS);
  const likeness =
    deps.meaning === undefined || catalog.coded.size === 0 || isEnough()
      ? undefined
      : await deps.meaning.find(catalog, scope.allowed, question.text);
  return merge(
    catalog,
    { named, begun, likeness: likeness ?? none },
    scored,
    likeness !== undefined,
  );
}

function wholeTerms({ whole }: Question): { readonly name: Term; readonly prefix: Term } {
  const term = { field: "whole", text: whole } as const;
  return { name: { ...term, isPrefix: false }, prefix: { ...term, isPrefix: whole.length > 1 } };
}

function listed(set: NumberSet, allowed: Uint32Array): readonly number[] {
  return Array.from(set.list()).filter((number) => hasBit(allowed, number));
}

const STRICT = 2;

/** Those whose name was asked for: letter by letter, or but for blanks, hyphens and the like. */
function nameMatches(
  catalog: Catalog,
  question: Question,
  set: NumberSet,
  { allowed }: Scope,
): ReadonlyMap<number, number> {
  const points = (entry: Entry): number => (isNamed(entry, question) ? STRICT : 1);
  const found = listed(set, allowed).flatMap((number) => {
    const entry = catalog.entries[number];
    return entry === undefined ? [] : [[number, points(entry)] as const];
  });
  return new Map(found);
}

function isNamed({ slug, displayName }: Entry, { text, words }: Question): boolean {
  return slug === text || slug === words.join("-") || displayName.toLowerCase() === text;
}

interface Lists {
  readonly named: ReadonlyMap<number, number>;
  readonly begun: readonly number[];
  readonly likeness: Likeness;
}

function merge(
  catalog: Catalog,
  { named, begun, likeness }: Lists,
  scored: Scored | undefined,
  isByMeaning = false,
): Found {
  const { entries } = catalog;
  const hits = scored?.hits ?? new Uint32Array(wordsFor(catalog.capacity) + 64);
  const byWords: ReadonlyMap<number, number> = scored?.findBest(DEPTH) ?? new Map();
  const rankings: readonly Ranking[] = [
    // The less is missing of a name, the more likely it was meant.
    { numbers: begun, score: (number) => -(entries[number]?.slug.length ?? 0) },
    ...[byWords, likeness].map((found) => ({
      numbers: found.keys(),
      score: (number: number) => found.get(number) ?? 0,
    })),
  ];
  for (const number of [...named.keys(), ...begun, ...likeness.keys()]) setBit(hits, number);
  const order = { numbers: named.keys(), score: (number: number) => named.get(number) ?? 0 };
  const merged = fuse(catalog, order, rankings);
  const isBegun = new Set(begun);
  return {
    hits,
    merged: [...merged.keys()],
    valueOf: (number) => merged.get(number) ?? scored?.scoreOf(number) ?? 0,
    isByMeaning,
    why: (number) => [
      ...(named.has(number) ? [{ by: "name" } as const] : []),
      ...(isBegun.has(number) && !named.has(number)
        ? [{ by: "prefix", field: "name" } as const]
        : []),
      ...(scored === undefined ? [] : reasonsOf(number, scored.sources)),
      ...(likeness.has(number) ? [{ by: "meaning", field: "description" } as const] : []),
    ],
  };
}
