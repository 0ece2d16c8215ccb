/** Where the parts of a log are found, as C2SP's tiled logs have it. */
import type { TreeNode } from "./merkle.ts";

/** Hashes of a tile, and entries of a bundle. */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
/** The level of the highest tile: a tree of 2^48 leaves has no more. */
const MOST_LEVEL = 5;

/** A tile of hashes by its level, or of entries. */
export interface Tile {
  readonly level: number | "entries";
  readonly index: number;
  /** Less than the width for the last one of a level. */
  readonly width: number;
}

const PATH =
  /^(?<level>entries|[0-5])\/(?<index>(?:x\d{3}\/){0,4}\d{3})(?:\.p\/(?<width>[1-9]\d{0,2}))?$/u;

/** Below `tile/`; undefined for what is no such path. */
export function parseTilePath(path: string): Tile | undefined {
  const { level, index, width } = PATH.exec(path)?.groups ?? {};
  if (level === undefined || index === undefined) return undefined;
  const number = Number(index.replaceAll(/[x/]/gu, ""));
  const count = width === undefined ? TILE_WIDTH : Number(width);
  if (width !== undefined && count >= TILE_WIDTH) return undefined;
  const tile: Tile = {
    level: level === "entries" ? level : Number(level),
    index: number,
    width: count,
  };
  // Every tile has one name.
  return formatTilePath(tile) === path ? tile : undefined;
}

/** Below `tile/`. */
export function formatTilePath({ level, index, width }: Tile): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, "0");
  const groups = digits.match(/\d{3}/gu) ?? [];
  const name = groups
    .map((group, at) => (at === groups.length - 1 ? group : `x${group}`))
    .join("/");
  return `${level}/${name}${width === TILE_WIDTH ? "" : `.p/${width}`}`;
}

/** The subtrees whose hashes a tile has; undefined where a log of this size has no such tile. */
export function listTileNodes(
  { level, index, width }: Tile,
  size: number,
): readonly TreeNode[] | undefined {
  const step = level === "entries" ? 0 : level;
  if (step > MOST_LEVEL) return undefined;
  const there = Math.floor(size / 2 ** (TILE_HEIGHT * step)) - index * TILE_WIDTH;
  if (there < width) return undefined;
  return Array.from({ length: width }, (_, at) => ({
    level: TILE_HEIGHT * step,
    index: index * TILE_WIDTH + at,
  }));
}

/** Entries behind each other, each with its length in two bytes before it. */
export function writeBundle(entries: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** The entries of a bundle; undefined where it is cut. */
export function readBundle(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const entries: Uint8Array[] = [];
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length;) {
    const end = at + 2 <= bytes.length ? at + 2 + view.readUInt16BE(at) : Infinity;
    if (end > bytes.length) return undefined;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
