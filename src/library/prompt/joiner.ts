/** Entries that are put together at a time. */
const BLOCK = 128;

/** Puts long lists together, and copies once what came in the same order the last time. */
export interface Joiner {
  readonly join: (before: string, entries: readonly string[], after: string) => string;
}

export function createJoiner(): Joiner {
  let former: readonly string[] = [];
  let blocks: readonly string[] = [];
  return {
    join: (before, entries, after) => {
      const next: string[] = [];
      for (let start = 0; start < entries.length; start += BLOCK) {
        const known = blocks[start / BLOCK];
        const isKnown = known !== undefined && isSame(entries, former, start);
        next.push(isKnown ? known : entries.slice(start, start + BLOCK).join(""));
      }
      former = entries;
      blocks = next;
      // In one go with what stands around them, since each further step would copy all of it again.
      return [before, ...blocks, after].join("");
    },
  };
}

function isSame(entries: readonly string[], former: readonly string[], start: number): boolean {
  const end = start + BLOCK;
  if (Math.min(end, entries.length) !== Math.min(end, former.length)) return false;
  for (let at = start; at < end && at < entries.length; at++)
    if (entries[at] !== former[at]) return false;
  return true;
}
