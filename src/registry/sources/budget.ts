import { registryCodes, registryError } from "../errors.ts";

/** What the answers to one task may take: bytes of all of them together, until a moment. */
export interface WebBudget {
  readonly signal: AbortSignal;
  /** Bytes that are left. */
  readonly left: () => number;
  readonly spend: (bytes: number) => void;
}

/** A budget, within that of a larger task where there is one. */
export function createBudget(bytes: number, signal: AbortSignal, whole?: WebBudget): WebBudget {
  let left = bytes;
  return {
    signal: whole === undefined ? signal : AbortSignal.any([signal, whole.signal]),
    left: () => Math.max(0, Math.min(left, whole?.left() ?? left)),
    spend: (count) => {
      left -= count;
      whole?.spend(count);
    },
  };
}

/** What a list of another server may have, which says itself where it goes on. */
export interface ListBounds {
  readonly pages: number;
  readonly entries: number;
  readonly bytes: number;
}

const LONGEST_LIST_MS = 120_000;

export interface ListPage<Entry> {
  readonly entries: readonly Entry[];
  /** Where the list goes on; undefined or empty at its end. */
  readonly next: string | undefined;
}

/**
 * Every entry of a list of another server, or a failure: a list that is cut off would pass for a whole one, of which
 * the rest was taken back.
 */
export async function readPages<Entry>(
  server: string,
  { pages: mostPages, entries: mostEntries, bytes }: ListBounds,
  read: (cursor: string | undefined, budget: WebBudget) => Promise<ListPage<Entry>>,
  whole?: WebBudget,
): Promise<readonly Entry[]> {
  const budget = createBudget(bytes, AbortSignal.timeout(LONGEST_LIST_MS), whole);
  const all: Entry[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { entries, next } = await read(cursor, budget);
    if (all.length + entries.length > mostEntries)
      throw tooLarge(`The list of ${server} has more than ${mostEntries} entries.`);
    for (const entry of entries) all.push(entry);
    if (next === undefined || next === "") return all;
    if (seen.has(next))
      throw registryError(
        registryCodes.requestFailed,
        `The list of ${server} has no end: it names the same page twice.`,
        { hint: "Nothing was written." },
      );
    seen.add(next);
    cursor = next;
  }
  throw tooLarge(`The list of ${server} has more than ${mostPages} pages.`);
}

export function tooLarge(message: string): Error {
  return registryError(registryCodes.tooLarge, message, { hint: "Nothing was written." });
}
