import type { SearchPage } from "../../../registry/contract/index.ts";
import { type Catalog, facetsOf } from "./catalog.ts";
import { listBits } from "./number-set.ts";

/** Of facets with more values only the most frequent are told. */
const MOST_VALUES = 200;
/** To look at the facets of one hit takes about as long as to compare so many words of bits. */
const WORDS_A_HIT = 128;

/** How many of those found have a value, by facet and value. */
export function countFacets(
  catalog: Catalog,
  hits: Uint32Array,
  total: number,
): SearchPage["facets"] {
  const counted =
    total * WORDS_A_HIT < catalog.facets.size * hits.length
      ? countEach(catalog, listBits(hits))
      : [...catalog.facets].map(([facet, set]) => [facet, set.countIn(hits)] as const);
  return toFacetCounts(counted);
}

/** Counts by facet and value, from values such as `tier=verified`. */
export function toFacetCounts(counted: Iterable<readonly [string, number]>): SearchPage["facets"] {
  const facets: Record<string, (readonly [value: string, count: number])[]> = {};
  for (const [facet, count] of counted) {
    if (count === 0) continue;
    const at = facet.indexOf("=");
    (facets[facet.slice(0, at)] ??= []).push([facet.slice(at + 1), count]);
  }
  return Object.fromEntries(
    Object.entries(facets).map(([name, values]) => [
      name,
      Object.fromEntries(
        values.length <= MOST_VALUES
          ? values
          : values.toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MOST_VALUES),
      ),
    ]),
  );
}

function countEach(
  { entries }: Catalog,
  numbers: Uint32Array,
): Iterable<readonly [string, number]> {
  const counts = new Map<string, number>();
  for (const number of numbers) {
    const entry = entries[number];
    if (entry === undefined) continue;
    for (const facet of facetsOf(entry)) counts.set(facet, (counts.get(facet) ?? 0) + 1);
  }
  return counts;
}
