import { nextTurn } from "../../../platform/machine/index.ts";
import type { Viewer } from "../../../registry/contract/index.ts";
import type { Database } from "../../data/index.ts";
import type { Standings } from "../publishers.ts";
import { type Entry, readChanges, readEntries, readHorizon, readTerms } from "./entries.ts";
import { NumberSet, wordsFor } from "./number-set.ts";
import { countNameWords, type SkillTerms } from "./terms.ts";

/** Told of skills whose words have changed; undefined: it is found no more. */
export type OnTerms = (number: number, terms: SkillTerms | undefined) => void;

/** Lists of facets that are kept once for all skills that have them. */
const MOST_FACETS = 10_000;

/**
 * What searches have to know of every skill: who may see it, in which order it comes, which facets it has. It is
 * read once and then kept up to date: each search first asks what has changed, whichever process changed it.
 */
export class Catalog {
  /** By their numbers. */
  readonly entries: (Entry | undefined)[] = [];
  /** How many words the name of each has. */
  readonly nameWords: number[] = [];
  readonly qualities: number[] = [];
  readonly facets: Map<string, NumberSet> = new Map();
  readonly publishers: Map<string, NumberSet> = new Map();
  readonly listed: NumberSet;
  readonly coded: NumberSet;
  readonly #public: NumberSet;
  readonly #database: Database;
  readonly #model: string | undefined;
  readonly #onTerms: OnTerms;
  #horizon: number | undefined;
  #version = 0;
  readonly #sameFacets: Map<string, string> = new Map();
  #unwritten = 0;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(database: Database, model: string | undefined, onTerms: OnTerms) {
    this.#database = database;
    this.#model = model;
    this.#onTerms = onTerms;
    this.listed = this.newSet();
    this.coded = this.newSet();
    this.#public = this.newSet();
  }

  /** The greatest number of a skill. */
  get capacity(): number {
    return this.entries.length;
  }

  /** Rises when words of a skill change. */
  get version(): number {
    return this.#version;
  }

  /** Skills of which the words were not written yet. */
  get unwritten(): number {
    return this.#unwritten;
  }

  newSet(numbers: Iterable<number> = []): NumberSet {
    return new NumberSet(() => this.entries.length, numbers);
  }

  /** Everything that was committed before this was called is known after it. */
  async refresh(): Promise<void> {
    if (this.#running === undefined) {
      this.#running = this.#read().finally(() => {
        this.#running = undefined;
      });
      return await this.#running;
    }
    // What goes on may have begun too early: all who come meanwhile share the one after it.
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.refresh();
      });
    return await this.#next;
  }

  /** Bits of the skills that somebody may see. */
  visibleTo({ isModerator }: Viewer, { roles, throughTeam }: Standings): Uint32Array {
    const bits = new Uint32Array(wordsFor(this.capacity) + 64);
    if (isModerator) {
      this.listed.addTo(bits);
      return bits;
    }
    this.#public.addTo(bits);
    for (const handle of roles.keys()) this.publishers.get(handle)?.addTo(bits);
    for (const handle of throughTeam) this.#ofTeam(handle)?.addTo(bits);
    return bits;
  }

  #ofTeam(handle: string): NumberSet | undefined {
    const all = this.publishers.get(handle);
    if (all === undefined) return undefined;
    return this.newSet(all.list().filter((number) => this.entries[number]?.visibility === "team"));
  }

  async #read(): Promise<void> {
    if (this.#horizon === undefined) await this.#readAll();
    else await this.#readChanges(this.#horizon);
  }

  async #readAll(): Promise<void> {
    const horizon = await readHorizon(this.#database);
    for (let after = 0, isLast = false; !isLast;) {
      const page = await readEntries(this.#database, this.#model, after);
      for (const entry of page.entries) this.#set(entry);
      ({ next: after, isLast } = page);
      await nextTurn();
    }
    this.#version += 1;
    this.#horizon = horizon;
  }

  async #readChanges(since: number): Promise<void> {
    const { entries, horizon } = await readChanges(this.#database, this.#model, since);
    const rewritten = entries.filter(
      ({ number, termsAt }) => this.entries[number]?.termsAt !== termsAt,
    );
    const numbers = rewritten.map(({ number }) => number);
    const terms = await readTerms(this.#database, numbers);
    for (const entry of entries) this.#set(entry);
    for (const number of numbers) this.#onTerms(number, terms.get(number));
    if (numbers.length > 0) this.#version += 1;
    this.#horizon = horizon;
  }

  #set(entry: Entry): void {
    const { number } = entry;
    const before = this.entries[number];
    if (before !== undefined) this.#forget(before);
    while (this.entries.length <= number) {
      this.entries.push(undefined);
      this.nameWords.push(0);
      this.qualities.push(0);
    }
    // Thousands of skills have the same facets, which need not be kept thousands of times.
    const facets = this.#sameFacets.get(entry.facets) ?? entry.facets;
    // What is forgotten is kept once more at most, and every change of a skill can bring others.
    if (this.#sameFacets.size >= MOST_FACETS) this.#sameFacets.clear();
    this.#sameFacets.set(facets, facets);
    this.entries[number] = { ...entry, facets };
    this.nameWords[number] = countNameWords(entry.slug);
    this.qualities[number] = entry.quality;
    if (!entry.isListed) return;
    this.listed.add(number);
    if (entry.visibility === "public") this.#public.add(number);
    if (entry.code !== undefined) this.coded.add(number);
    if (entry.termsAt === 0) this.#unwritten += 1;
    this.#setIn(this.publishers, entry.publisher).add(number);
    for (const facet of facetsOf(entry)) this.#setIn(this.facets, facet).add(number);
  }

  #forget(entry: Entry): void {
    const { number } = entry;
    if (!entry.isListed) return;
    this.listed.delete(number);
    this.#public.delete(number);
    this.coded.delete(number);
    if (entry.termsAt === 0) this.#unwritten -= 1;
    this.publishers.get(entry.publisher)?.delete(number);
    for (const facet of facetsOf(entry)) {
      const set = this.facets.get(facet);
      set?.delete(number);
      if (set?.size === 0) this.facets.delete(facet);
    }
  }

  #setIn(map: Map<string, NumberSet>, key: string): NumberSet {
    const known = map.get(key);
    if (known !== undefined) return known;
    const made = this.newSet();
    map.set(key, made);
    return made;
  }
}

export function facetsOf({ facets }: Entry): readonly string[] {
  return facets === "" ? [] : facets.split("\n");
}
