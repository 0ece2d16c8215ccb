import type { ListSort, SearchRequest } from "../../../registry/contract/index.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import type { Catalog } from "./catalog.ts";
import type { Entry } from "./entries.ts";
import { compareBy } from "./fuse.ts";

/** In which order those found come, and where a page of them ends. */
export interface Order {
  readonly compare: (a: number, b: number) => number;
  /** Whether a skill comes after the page before. */
  readonly isNext: (number: number) => boolean;
  readonly cursorAfter: (number: number) => string;
}

/** Descending, but for names. */
const VALUES: Readonly<Record<ListSort, (entry: Entry) => string | number>> = {
  recommended: ({ quality }) => quality,
  updated: ({ updatedAt }) => updatedAt,
  created: ({ createdAt }) => createdAt,
  downloads: ({ downloads }) => downloads,
  stars: ({ stars }) => stars,
  rating: ({ rating }) => rating,
  trending: ({ trend }) => trend,
  name: ({ slug }) => slug,
};

/** By how well a skill fits, which `valueOf` says. */
export function byRelevance(
  catalog: Catalog,
  cursor: SearchRequest["cursor"],
  valueOf: (number: number) => number,
): Order {
  const { entries } = catalog;
  const [last, quality, id] = decodeCursor(cursor, ["number", "number", "string"]);
  return {
    compare: compareBy(catalog, valueOf),
    isNext: (number) => {
      if (last === undefined || quality === undefined || id === undefined) return true;
      const entry = entries[number];
      if (entry === undefined) return false;
      const own = valueOf(number);
      if (own !== last) return own < Number(last);
      return entry.quality === quality ? entry.id > String(id) : entry.quality < Number(quality);
    },
    cursorAfter: (number) =>
      encodeCursor([valueOf(number), entries[number]?.quality ?? 0, entries[number]?.id ?? ""]),
  };
}

/** By what skills have, whatever was asked. */
export function byValue(
  { entries }: Catalog,
  cursor: SearchRequest["cursor"],
  sort: ListSort,
): Order {
  const valueOf = VALUES[sort];
  const sign = sort === "name" ? 1 : -1;
  const isText = sort === "name" || sort === "updated" || sort === "created";
  const [last, id] = decodeCursor(cursor, [isText ? "string" : "number", "string"]);
  const compareTo = (entry: Entry, value: string | number, other: string): number => {
    const own = valueOf(entry);
    if (own !== value) return own < value ? -sign : sign;
    return entry.id === other ? 0 : entry.id < other ? -1 : 1;
  };
  return {
    compare: (a, b) => {
      const [one, other] = [entries[a], entries[b]];
      if (one === undefined || other === undefined) return a - b;
      return compareTo(one, valueOf(other), other.id);
    },
    isNext: (number) => {
      const entry = entries[number];
      if (last === undefined || id === undefined) return true;
      return entry !== undefined && compareTo(entry, last, String(id)) > 0;
    },
    cursorAfter: (number) => {
      const entry = entries[number];
      return entry === undefined ? "" : encodeCursor([valueOf(entry), entry.id]);
    },
  };
}
