/** A copy of a registry's log in a folder, under the paths of its addresses: any web server can hand it on. */
import { fileExists, joinPath, readBytes, writeWithoutLinks } from "../../platform/index.ts";
import {
  appendLeaves,
  type Checkpoint,
  formatTilePath,
  type Hash,
  hashLeaf,
  joinHashes,
  parseNote,
  readBundle,
  type RootChain,
  TILE_WIDTH,
  type Tile,
  writeBundle,
} from "../transparency/index.ts";
import { wrongLog } from "../states/fetch-statements.ts";

export const LOG_FOLDER = "registry/log";
const TILE_HEIGHT = 8;

/** Entries of the log up to a size, from the folder; those that a file lacks are missing at the end. */
export function readEntries(folder: string, size: number): readonly Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (const tile of listTiles("entries", size)) {
    const file = tileFile(folder, tile);
    if (!fileExists(file)) break;
    const some = readBundle(readBytes(file));
    if (some?.length !== tile.width) break;
    entries.push(...some);
  }
  return entries;
}

/** One after the other: a registry may say any size, and gives no tiles for most of it. */
export function* listTiles(level: Tile["level"], count: number, from = 0): Generator<Tile> {
  for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < count; index += 1)
    yield { level, index, width: Math.min(TILE_WIDTH, count - index * TILE_WIDTH) };
}

function tileFile(folder: string, tile: Tile): string {
  return joinPath(folder, LOG_FOLDER, "tile", formatTilePath(tile));
}

/** Throws where the entries are not those of the checkpoint, or one of them is not signed; writes nothing. */
export function verifyEntries(
  address: string,
  entries: readonly Uint8Array[],
  { size, root }: Checkpoint,
  chain: RootChain,
): ReadonlyMap<number, readonly Hash[]> {
  if (entries.length !== size) throw wrongLog(address, "it has fewer entries than it says");
  const { frontier, nodes } = appendLeaves(0, [], entries.map(hashLeaf));
  if (Buffer.compare(joinHashes(frontier), root) !== 0)
    throw wrongLog(address, "its entries are not those of its checkpoint");
  for (const [index, entry] of entries.entries())
    if (parseNote(Buffer.from(entry).toString("utf8"), chain, index) === undefined)
      throw wrongLog(address, `its entry ${index} is not signed with its key`);
  const byLevel = Map.groupBy(nodes, ({ level }) => level);
  return new Map(
    [...byLevel]
      .filter(([level]) => level % TILE_HEIGHT === 0)
      .map(([level, some]) => [
        level / TILE_HEIGHT,
        some.toSorted((a, b) => a.index - b.index).map(({ hash }) => hash),
      ]),
  );
}

/** Writes the tiles that changed since a size. */
export function writeTiles(
  folder: string,
  entries: readonly Uint8Array[],
  levels: ReadonlyMap<number, readonly Hash[]>,
  before: number,
): void {
  for (const tile of listTiles("entries", entries.length, before)) {
    const start = tile.index * TILE_WIDTH;
    writeWithoutLinks(
      tileFile(folder, tile),
      writeBundle(entries.slice(start, start + tile.width)),
      {
        named: folder,
      },
    );
  }
  for (const [level, hashes] of levels)
    for (const tile of listTiles(level, hashes.length, Math.floor(before / TILE_WIDTH ** level))) {
      const start = tile.index * TILE_WIDTH;
      writeWithoutLinks(
        tileFile(folder, tile),
        Buffer.concat(hashes.slice(start, start + tile.width)),
        {
          named: folder,
        },
      );
    }
}
