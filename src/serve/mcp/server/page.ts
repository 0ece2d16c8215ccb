import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

/** Entries of one answer. */
const PAGE_SIZE = 250;

/** Bytes of one answer: official clients read at most ten million over a pipe. */
const PAGE_BYTES = 4 * 1024 * 1024;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

/**
 * The entries after a cursor, which is the key of the last one that was told: so a client that turns pages
 * while skills come and go misses none that stays. The items stand in the order of their keys.
 */
export function pageOf<Item>(
  items: readonly Item[],
  cursor: string | undefined,
  keyOf: (item: Item) => string,
  size: number = PAGE_SIZE,
  sayItem?: (item: Item) => unknown,
): Page<Item> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const start = after === undefined ? 0 : firstAfter(items, after, keyOf);
  const fitting = items.slice(start, start + size);
  const page = sayItem === undefined ? fitting : withinBytes(fitting, sayItem);
  const last = page.at(-1);
  if (last === undefined || start + page.length >= items.length) return { items: page };
  return { items: page, nextCursor: writeCursor(keyOf(last)) };
}

/** At least one, and no more than fit into what clients take at a time. */
function withinBytes<Item>(
  items: readonly Item[],
  sayItem: (item: Item) => unknown,
): readonly Item[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(sayItem(item)));
    return index > 0 && bytes > PAGE_BYTES;
  });
  return end === -1 ? items : items.slice(0, end);
}

function firstAfter<Item>(
  items: readonly Item[],
  key: string,
  keyOf: (item: Item) => string,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && keyOf(item) <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}

const MARK = "after:";

/** Keys are addresses or names of skills, which are ASCII. */
function writeCursor(key: string): string {
  return btoa(MARK + key);
}

function readCursor(cursor: string): string {
  const text = decode(cursor);
  if (text?.startsWith(MARK) === true) return text.slice(MARK.length);
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "The cursor does not come from an earlier answer.",
  );
}

function decode(cursor: string): string | undefined {
  try {
    return atob(cursor);
  } catch {
    return undefined;
  }
}
