/**
 * Turns the order of UTF-8 bytes into the order of UTF-16 code units. The two differ only where, after a
 * common beginning, one key goes on with a character from U+E000 to U+FFFF and the other with one beyond:
 * such keys stand in one run in both orders, so that no more than a run has to be held.
 */
export async function* inCodeUnitOrder<T extends { readonly key: string }>(
  entries: AsyncIterable<T>,
): AsyncIterable<T> {
  let run: T[] = [];
  let beginning = "";
  for await (const entry of entries) {
    if (run.length > 0 && isOfRun(entry.key, beginning)) {
      run.push(entry);
      continue;
    }
    yield* sorted(run);
    run = [];
    const at = entry.key.search(HIGH);
    if (at === -1) yield entry;
    else {
      beginning = entry.key.slice(0, at);
      run.push(entry);
    }
  }
  yield* sorted(run);
}

/** The first code unit from which on the two orders can differ. */
const HIGH = /[\ud800-\uffff]/;

function isOfRun(key: string, beginning: string): boolean {
  return key.startsWith(beginning) && HIGH.test(key.charAt(beginning.length));
}

function sorted<T extends { readonly key: string }>(run: T[]): readonly T[] {
  return run.length < 2 ? run : run.sort(byKey);
}

/** Compares by UTF-16 code units, as `<` does. */
export function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
