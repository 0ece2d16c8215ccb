/** Pieces of a knowledge base whose vectors lie nearest: first by the signs of all, then by the numbers of the best. */
import {
  type CodeScanner,
  codeStride,
  cosine,
  toCode,
  toFloats,
} from "../../run/knowledge/index.ts";
import type { Database } from "../data/index.ts";
import type { BaseCodes, CodePlace } from "./base-layout.ts";
import { toChunkId } from "./chunk-id.ts";

/** So many are compared by their numbers. */
const BY_CODE = 200;

export interface NearSearch {
  readonly codes: BaseCodes;
  readonly scanner: CodeScanner;
  readonly embed: () => Promise<Float32Array | undefined>;
  readonly count: number;
  readonly leastLikeness: number;
  /** Ids of the documents that are looked at. Default: all. */
  readonly only?: ReadonlySet<string>;
}

export async function findNear(
  database: Database,
  { codes, scanner, embed, count, leastLikeness, only }: NearSearch,
): Promise<readonly string[]> {
  const places = codes.places.filter(
    (place) => place.count > 0 && (only === undefined || only.has(place.documentId)),
  );
  if (places.length === 0) return [];
  const vector = await embed();
  if (vector === undefined) return [];
  const wanted = toWords(vector, codes.stride);
  // Another length than the stored ones: the model has changed behind its name.
  if (wanted === undefined) return [];
  const candidates = await nearestByCode(places, (ranges) =>
    scanner.scan({ codes: codes.shared, wanted, ranges, count: BY_CODE }),
  );
  const vectors = await readVectors(database, candidates);
  return vectors
    .map(({ id, values }) => ({ id, likeness: cosine(vector, values) }))
    .filter(({ likeness }) => likeness >= leastLikeness)
    .toSorted((a, b) => b.likeness - a.likeness || (a.id < b.id ? -1 : 1))
    .slice(0, count)
    .map(({ id }) => id);
}

function toWords(vector: Float32Array, stride: number): Uint32Array | undefined {
  const code = toCode(vector);
  if (codeStride(code) !== stride) return undefined;
  const bytes = new Uint8Array(stride);
  bytes.set(code);
  return new Uint32Array(bytes.buffer);
}

async function nearestByCode(
  places: readonly CodePlace[],
  scan: (ranges: readonly number[]) => Promise<Uint32Array>,
): Promise<readonly string[]> {
  const total = places.reduce((sum, { count }) => sum + count, 0);
  // So few are all compared by their numbers.
  if (total <= BY_CODE)
    return places.flatMap(({ documentId, count }) =>
      Array.from({ length: count }, (_row, position) => toChunkId(documentId, position)),
    );
  const rows = await scan(mergeRanges(places));
  return [...rows].map((row) => {
    const place = placeAt(places, row);
    return toChunkId(place.documentId, row - place.start);
  });
}

/** Pairs of rows; places that follow each other become one. */
function mergeRanges(places: readonly CodePlace[]): readonly number[] {
  const ranges: number[] = [];
  for (const { start, count } of places)
    if (ranges.at(-1) === start) ranges[ranges.length - 1] = start + count;
    else ranges.push(start, start + count);
  return ranges;
}

/** Places are in the order of their rows. */
function placeAt(places: readonly CodePlace[], row: number): CodePlace {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((places[middle]?.start ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  const place = places[low];
  if (place === undefined) throw new Error(`No document has the row ${row}.`);
  return place;
}

async function readVectors(
  { query }: Database,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly values: Float32Array }[]> {
  if (ids.length === 0) return [];
  const rows = await query
    .selectFrom("chunk_vectors")
    .select(["chunk_id", "vector"])
    .where("chunk_id", "in", ids)
    .execute();
  return rows.map(({ chunk_id: id, vector }) => ({ id, values: toFloats(vector) }));
}
