import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../data/index.ts";
import type { Catalog } from "./catalog.ts";
import type { NumberSet } from "./number-set.ts";
import { type Field, FIELDS, type SkillTerms } from "./terms.ts";

/** A word in a field, or the beginning of words. */
export interface Term {
  readonly field: Field;
  readonly text: string;
  readonly isPrefix: boolean;
}

/** Memory for words that were asked for before. */
const MOST_BYTES = 64_000_000;
/** Statements with more parts than this are refused. */
const AT_A_TIME = 200;

interface Kept {
  readonly term: Term;
  readonly numbers: NumberSet;
  /** When it was kept. */
  readonly bytes: number;
}

/**
 * Which skills have a word. The index of the database knows; what it said is kept for the next question and changed
 * with the skills, so that a word that half of all skills have is read once.
 */
export class Postings {
  readonly #database: Database;
  readonly #catalog: () => Catalog;
  readonly #kept: Map<string, Kept> = new Map();
  #bytes = 0;

  constructor(database: Database, catalog: () => Catalog) {
    this.#database = database;
    this.#catalog = catalog;
  }

  /** What is read ahead takes half of the room, so that it does not push out what was asked for. */
  get isHalfFull(): boolean {
    return this.#bytes > MOST_BYTES / 2;
  }

  async load(terms: readonly Term[]): Promise<(term: Term) => NumberSet> {
    const found = new Map<string, NumberSet>();
    const missing = new Map<string, Term>();
    for (const term of terms) {
      const key = keyOf(term);
      const kept = this.#kept.get(key);
      if (kept === undefined) missing.set(key, term);
      else {
        found.set(key, kept.numbers);
        // Last used, last thrown away.
        this.#kept.delete(key);
        this.#kept.set(key, kept);
      }
    }
    const catalog = this.#catalog();
    const before = catalog.version;
    const rest = [...missing];
    for (let start = 0; start < rest.length; start += AT_A_TIME) {
      const some = rest.slice(start, start + AT_A_TIME);
      const lists = await readNumbers(
        this.#database,
        some.map(([, term]) => term),
      );
      for (const [index, [key, term]] of some.entries()) {
        const numbers = catalog.newSet();
        numbers.addAll(lists[index] ?? "");
        found.set(key, numbers);
        // What changed meanwhile would be missing in it for good.
        if (catalog.version === before) this.#keep(key, { term, numbers, bytes: numbers.bytes });
      }
    }
    const none = catalog.newSet();
    return (term) => found.get(keyOf(term)) ?? none;
  }

  /** Brings what is kept up to date with the words of a skill. */
  update(number: number, terms: SkillTerms | undefined): void {
    const fields = new Map(
      FIELDS.map((field) => [field, sortedTerms(terms?.[field] ?? [])] as const),
    );
    for (const { term, numbers } of this.#kept.values()) {
      const words = fields.get(term.field);
      if (words !== undefined && hasTerm(words, term)) numbers.add(number);
      else numbers.delete(number);
    }
  }

  #keep(key: string, kept: Kept): void {
    if (this.#kept.has(key)) return;
    this.#kept.set(key, kept);
    this.#bytes += kept.bytes;
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#kept.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}

function keyOf({ field, text, isPrefix }: Term): string {
  return `${field}:${text}${isPrefix ? "*" : ""}`;
}

interface SortedTerms {
  readonly all: ReadonlySet<string>;
  readonly sorted: readonly string[];
}

function sortedTerms(words: readonly string[]): SortedTerms {
  return { all: new Set(words), sorted: words.toSorted() };
}

function hasTerm({ all, sorted }: SortedTerms, { text, isPrefix }: Term): boolean {
  if (!isPrefix) return all.has(text);
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? "") < text) low = middle + 1;
    else high = middle;
  }
  return sorted[low]?.startsWith(text) ?? false;
}

/** Numbers with commas between, in one statement for all of them: a question has a dozen, and each would cost a round trip. */
async function readNumbers(
  { kind, query }: Database,
  terms: readonly Term[],
): Promise<readonly string[]> {
  const parts = terms.map((term, index) => {
    const place = sql.raw(String(index));
    return kind === "postgres"
      ? sql`select ${place} as place, string_agg(number::text, ',') as numbers
          from market_terms where ${inPostgres(term)}`
      : sql`select ${place} as place, group_concat(rowid) as numbers
          from market_terms where market_terms match ${inSqlite(term)}`;
  });
  const { rows } = await sql<{
    place: number;
    numbers: string | null;
  }>`${sql.join(parts, sql` union all `)}`.execute(query);
  const lists = terms.map(() => "");
  for (const { place, numbers } of rows) lists[place] = numbers ?? "";
  return lists;
}

/** In quotes nothing in a word is taken for an operator. */
export function inSqlite({ field, text, isPrefix }: Term): string {
  return `${field} : "${text.replaceAll('"', '""')}"${isPrefix ? " *" : ""}`;
}

/** PostgreSQL refuses a search for nothing, and for a word that no index of it could hold. */
const LONGEST_WORD = 2046;

export function inPostgres({ field, text, isPrefix }: Term): RawBuilder<boolean> {
  if (text === "" || Buffer.byteLength(text) > LONGEST_WORD) return sql<boolean>`false`;
  const quoted = `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'${isPrefix ? ":*" : ""}`;
  return sql<boolean>`${sql.ref(`market_terms.${field}`)} @@ ${quoted}::tsquery`;
}
