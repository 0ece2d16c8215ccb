import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../failure.ts";
import { RefusedPathError } from "./errors.ts";
import { followLink, type LocatedFile, readStatus } from "./locate.ts";

export interface WalkedFile extends LocatedFile {
  readonly key: string;
}

interface Walk {
  readonly root: string;
  readonly prefix: string;
  /** A first part that does not belong to the content. */
  readonly hidden: string;
  /** Hears of links and other things that are passed over. */
  readonly onRefused: (error: RefusedPathError) => void;
}

interface WalkedKey {
  readonly key: string;
  /** What a link leads to. */
  readonly target: LocatedFile | undefined;
}

/** Files whose key begins with the prefix, in order of the keys' code units. */
export async function* walkFiles(walk: Walk): AsyncIterable<WalkedFile> {
  for await (const { key, target } of walkKeys(walk)) {
    const path = join(walk.root, key);
    const status = target?.status ?? (await readStatus(path));
    // What went away meanwhile is not there.
    if (status?.isFile() === true) yield { key, path: target?.path ?? path, status };
  }
}

/** The same without asking for the status of each file, which is most of the work. */
export async function* walkKeys(walk: Walk): AsyncIterable<WalkedKey> {
  const at = walk.prefix.slice(0, walk.prefix.lastIndexOf("/") + 1);
  const parts = at.split("/").slice(0, -1);
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const above = parts.slice(0, depth).join("/");
    const status = await readStatus(join(walk.root, above));
    if (status?.isSymbolicLink() === true) walk.onRefused(new RefusedPathError("link", above));
    if (status?.isDirectory() !== true) return;
  }
  yield* walkFolder(walk, at);
}

/** `at` is empty or ends in a slash. */
async function* walkFolder(walk: Walk, at: string): AsyncIterable<WalkedKey> {
  for (const entry of await readSorted(join(walk.root, at))) {
    const key = at + entry.name;
    const isWanted = key.startsWith(walk.prefix) || walk.prefix.startsWith(`${key}/`);
    if (!isWanted || key === walk.hidden) continue;
    if (entry.isDirectory()) yield* walkFolder(walk, `${key}/`);
    else if (entry.isFile()) yield { key, target: undefined };
    else {
      const target = await followLink(walk.root, join(walk.root, key));
      if (target === undefined) walk.onRefused(new RefusedPathError("link", key));
      else yield { key, target };
    }
  }
}

/** A folder sorts as its name with a slash, since that is how the keys in it go on. */
async function readSorted(path: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    const sortable = entries.map((entry) => ({
      entry,
      sort: entry.isDirectory() ? `${entry.name}/` : entry.name,
    }));
    return sortable.sort((a, b) => (a.sort < b.sort ? -1 : 1)).map(({ entry }) => entry);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return [];
    throw error;
  }
}
