import { marketWords } from "../words.ts";
import type { Correction } from "./corrections.ts";
import type { NumberSet } from "./number-set.ts";
import type { Term } from "./postings.ts";
import { stemOf } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { LONGEST_PHRASE, synonymsOf } from "./synonyms.ts";
import { type Field, joinedPairs, wholeOf } from "./terms.ts";

/** How a word of a question was recognised in a skill. */
export type Recognition = "word" | "form" | "synonym" | "prefix" | "correction";

/** One way to recognise a word: any of the terms, each of which may need several at once. */
export interface Alternative {
  readonly by: Recognition;
  /** What stands in the skill. */
  readonly text: string;
  /** Of a correction: what was typed, which is the word or the two that it was torn into. */
  readonly typed?: string;
  readonly weight: number;
  /** Of these every one, in one of the forms that are listed. */
  readonly needs: readonly (readonly string[])[];
  readonly isPrefix: boolean;
  /** Two words in one piece, as only names and what speaks of them have it. */
  readonly isJoined?: boolean;
}

/** One word of a question, with everything that counts as it. */
export interface Concept {
  readonly word: string;
  /** In one piece with the word before it, and with the one after it. */
  readonly joined: readonly string[];
  readonly alternatives: readonly Alternative[];
}

export interface Question {
  /** As it was asked, in lower case. */
  readonly text: string;
  /** All words, each once. */
  readonly words: readonly string[];
  /** All of it in one piece, as a name is. */
  readonly whole: string;
  readonly concepts: readonly Concept[];
}

const MOST_WORDS = 16;
/** Characters of a question: other protocols have no bound of their own, and each word costs a look at the database. */
const MOST_CHARACTERS = 500;
/** Neighbours of a word with which it may be one: it has two wherever it stands. */
const MOST_JOINED = 4;

export const FOUND_FIELDS: readonly Exclude<Field, "whole">[] = ["name", "about", "body"];

const WEIGHTS: Readonly<Record<Exclude<Recognition, "correction">, number>> = {
  word: 1,
  form: 0.9,
  synonym: 0.6,
  prefix: 0.5,
};
const CORRECTED: readonly number[] = [0, 0.7, 0.45];

/** Takes a question apart. Words that say nothing count only where there are no others. */
export function readQuestion(query: string): Question {
  const text = query.slice(0, MOST_CHARACTERS).trim().toLowerCase();
  const all = questionWords(text);
  const words = [...new Set(all)];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  // What is wanted often stands at the end of a long question.
  const counted = (telling.length === 0 ? words : telling).slice(0, MOST_WORDS);
  const last = words.at(-1);
  const phrases = phraseSynonyms(all);
  const joined = joinedNeighbours(all);
  return {
    text,
    words,
    whole: wholeOf(text),
    concepts: counted.map((word) => ({
      word,
      joined: joined.get(word) ?? [],
      alternatives: alternativesOf(word, word === last, {
        synonyms: phrases.get(word) ?? [],
        joined: joined.get(word) ?? [],
      }),
    })),
  };
}

/** Of text without blanks the pairs of characters; single ones only where there are no pairs. */
function questionWords(text: string): readonly string[] {
  const words = marketWords(text);
  const pairs = new Set(words.filter((word) => IS_PAIR.test(word)).flatMap((word) => [...word]));
  return words.filter((word) => !pairs.has(word));
}

const IS_PAIR =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]{2}$/u;

function alternativesOf(
  word: string,
  isLast: boolean,
  {
    synonyms,
    joined,
  }: { readonly synonyms: readonly string[]; readonly joined: readonly string[] },
): readonly Alternative[] {
  const others = [...new Set([...synonymsOf(word), ...synonymsOf(singular(word)), ...synonyms])];
  return [
    { by: "word", text: word, weight: WEIGHTS.word, needs: [[word]], isPrefix: false },
    { by: "form", text: word, weight: WEIGHTS.form, needs: [formsOf(word)], isPrefix: false },
    ...joined.map((text): Alternative => ({
      by: "form",
      text,
      weight: WEIGHTS.form,
      needs: [[text]],
      isPrefix: false,
      isJoined: true,
    })),
    ...others.map((text): Alternative => {
      const needs = text.split(" ").map(formsOf);
      return { by: "synonym", text, weight: WEIGHTS.synonym, needs, isPrefix: false };
    }),
    ...(isLast ? [prefixOf(word)] : []),
  ];
}

function prefixOf(word: string): Alternative {
  return { by: "prefix", text: word, weight: WEIGHTS.prefix, needs: [[word]], isPrefix: true };
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word;
}

/** Everything with the same stem: what was written so, and what has it as its stem. */
function formsOf(word: string): readonly string[] {
  const stem = stemOf(word);
  return stemOf(stem) === stem ? [`=${stem}`, stem] : [`=${stem}`];
}

/** `pull request` stands for `pr` too, whichever of its words is looked at. */
function phraseSynonyms(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (let start = 0; start < words.length; start += 1)
    for (let length = 2; length <= LONGEST_PHRASE; length += 1) {
      const phrase = words.slice(start, start + length);
      for (const synonym of phrase.length === length ? synonymsOf(phrase.join(" ")) : [])
        for (const word of phrase) found.set(word, [...(found.get(word) ?? []), synonym]);
    }
  return found;
}

/** `web search` stands for `websearch` too. */
function joinedNeighbours(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (let start = 0; start + 1 < words.length; start += 1) {
    const both = words.slice(start, start + 2);
    for (const word of both) {
      const before = found.get(word) ?? [];
      if (before.length < MOST_JOINED) found.set(word, [...before, ...joinedPairs(both)]);
    }
  }
  return found;
}

/** What of a question can be mistyped: the word, alone and together with its neighbours. */
export function typedIn({ word, joined }: Concept): readonly string[] {
  return [word, ...joined];
}

/** The same with words that may have been meant instead. */
export function withCorrections(
  concept: Concept,
  corrections: ReadonlyMap<string, readonly Correction[]>,
): Concept {
  const added = typedIn(concept).flatMap((typed) =>
    (corrections.get(typed) ?? []).map(({ word, distance }): Alternative => {
      const weight = CORRECTED[distance] ?? 0;
      const needs = [[word, ...formsOf(word)]];
      return { by: "correction", text: word, typed, weight, needs, isPrefix: false };
    }),
  );
  return { ...concept, alternatives: [...concept.alternatives, ...added] };
}

/** Beginnings of fewer letters are not looked for in texts: nearly all of them have such a word. */
const LEAST_PREFIX: Readonly<Record<Field, number>> = {
  whole: 2,
  name: 1,
  about: 2,
  body: 3,
};

/** Everything that has to be known to compare a question with skills, but for beginnings of words in texts. */
export function termsToLoad(concepts: readonly Concept[]): readonly Term[] {
  return allTerms(concepts).filter((term) => !isTextPrefix(term));
}

/** Beginnings are looked for in texts only of words that no text has in full: they are in nearly all of them. */
export function textPrefixes(
  concepts: readonly Concept[],
  lookup: Lookup,
  visible: Uint32Array,
): readonly Term[] {
  const isThere = (set: NumberSet): boolean => set.countIn(visible) > 0;
  const absent = concepts.filter(
    ({ alternatives }) =>
      !alternatives.some((one) => !one.isPrefix && setsOf(one, "body", lookup).some(isThere)),
  );
  return allTerms(absent).filter(isTextPrefix);
}

export function isTextPrefix({ field, isPrefix }: Term): boolean {
  return isPrefix && field === "body";
}

function allTerms(concepts: readonly Concept[]): readonly Term[] {
  return concepts.flatMap(({ alternatives }) =>
    alternatives.flatMap((alternative) =>
      FOUND_FIELDS.flatMap((field) => termsIn(alternative, field).flat()),
    ),
  );
}

function termsIn(
  { by, needs, isPrefix, isJoined }: Alternative,
  field: Field,
): readonly (readonly Term[])[] {
  // The other forms hold the word itself too, and in texts one is as good as the other.
  if (field === "body" && (by === "word" || isJoined === true)) return [];
  return needs.map((forms) =>
    forms
      .filter((text) => !isPrefix || text.length >= LEAST_PREFIX[field])
      .map((text) => ({ field, text, isPrefix })),
  );
}

export interface Lookup {
  readonly numbers: (term: Term) => NumberSet;
  readonly newSet: () => NumberSet;
}

/** The skills that have an alternative in a field, as one or more sets. */
export function setsOf(
  alternative: Alternative,
  field: Field,
  { numbers, newSet }: Lookup,
): readonly NumberSet[] {
  const needed = termsIn(alternative, field).map((forms) => forms.map(numbers));
  const [first = [], ...rest] = needed.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  if (rest.length === 0) return first.filter(({ size }) => size > 0);
  const both = newSet();
  for (const set of first) {
    for (const number of set.list())
      if (rest.every((sets) => sets.some((other) => other.has(number)))) both.add(number);
  }
  return both.size === 0 ? [] : [both];
}

function sizeOf(sets: readonly NumberSet[]): number {
  return sets.reduce((sum, { size }) => sum + size, 0);
}
