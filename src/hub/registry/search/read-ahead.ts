import { nextTurn } from "../../../platform/machine/index.ts";
import type { Database } from "../../data/index.ts";
import type { Catalog } from "./catalog.ts";
import { FOUND_FIELDS, isTextPrefix } from "./concepts.ts";
import { readTerms } from "./entries.ts";
import type { Postings, Term } from "./postings.ts";

/** From so many skills one can tell which words many others have too. */
const SAMPLE = 512;
const AT_A_TIME = 32;
/** What fewer skills have is read fast enough when somebody asks for it. */
const MANY = 1000;
/** Longer beginnings are asked for as whole words. */
const LONGEST_PREFIX = 4;

/**
 * Reads ahead which skills have the words that very many have: the first to ask for such a word would wait for it,
 * the longer the more skills there are.
 */
export async function readAhead(
  database: Database,
  catalog: Catalog,
  postings: Postings,
  signal?: AbortSignal,
): Promise<void> {
  await catalog.refresh();
  for (const term of await frequentTerms(database, catalog)) {
    if (signal?.aborted === true || postings.isHalfFull) return;
    await postings.load([term]);
    await nextTurn();
  }
}

/** Whole words before beginnings of words, of which there are more; the most frequent first. */
async function frequentTerms(database: Database, catalog: Catalog): Promise<readonly Term[]> {
  const all = catalog.listed.list();
  const least = (MANY * SAMPLE) / all.length;
  if (least > SAMPLE) return [];
  const step = all.length / SAMPLE;
  const sample = Array.from({ length: SAMPLE }, (_, at) => all[Math.floor(at * step)] ?? 0);
  const words = new Map<string, number>();
  const prefixes = new Map<string, number>();
  for (let start = 0; start < SAMPLE; start += AT_A_TIME) {
    const read = await readTerms(database, sample.slice(start, start + AT_A_TIME));
    for (const terms of read.values()) {
      const own = new Set(FOUND_FIELDS.flatMap((field) => terms[field]));
      for (const word of own) words.set(word, (words.get(word) ?? 0) + 1);
      for (const prefix of new Set([...own].flatMap(prefixesOf)))
        prefixes.set(prefix, (prefixes.get(prefix) ?? 0) + 1);
    }
    await nextTurn();
  }
  const frequent = (counts: ReadonlyMap<string, number>): readonly string[] =>
    [...counts]
      .filter(([, count]) => count >= least)
      .toSorted((a, b) => b[1] - a[1])
      .map(([text]) => text);
  const whole = frequent(words);
  return [
    ...whole.flatMap((word) => inFields(word, false)),
    // Whoever asks for a word asks for longer ones too, but for those in texts.
    ...whole
      .filter((word) => !word.startsWith("="))
      .flatMap((word) => inFields(word, true).filter((term) => !isTextPrefix(term))),
    ...frequent(prefixes).flatMap((prefix) => inFields(prefix, true)),
  ];
}

/** In one field as in another, an index goes through all skills that have a word anywhere. */
function inFields(text: string, isPrefix: boolean): readonly Term[] {
  return FOUND_FIELDS.map((field) => ({ field, text, isPrefix }));
}

function prefixesOf(word: string): readonly string[] {
  if (word.startsWith("=")) return [];
  const longest = Math.min(LONGEST_PREFIX, word.length);
  return Array.from({ length: Math.max(0, longest - 2) }, (_, at) => word.slice(0, at + 3));
}
