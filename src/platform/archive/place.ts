import { closeSync, fchmodSync, lstatSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../failure.ts";

export interface TreeFile {
  /** Parts of the path, each checked by the caller to be a plain name. */
  readonly parts: readonly string[];
  readonly bytes: Uint8Array;
  /** Where absent, it has no right to be run. */
  readonly isExecutable?: boolean;
}

/** Writes files into a new folder, each once, and waits until they are on the disk. */
export async function writeTree(folder: string, files: readonly TreeFile[]): Promise<void> {
  await syncFiles(writeUnsynced(folder, files));
}

/**
 * The same without the wait; gives the paths that are to be synced. Systems write many files in one go when they are
 * asked for all of them afterwards, and one by one when they are asked after each.
 */
export function writeUnsynced(folder: string, files: readonly TreeFile[]): readonly string[] {
  mkdirSync(folder);
  for (const inner of new Set(files.map(({ parts }) => join(folder, ...parts.slice(0, -1)))))
    mkdirSync(inner, { recursive: true });
  return files.map(({ parts, bytes, isExecutable }) => {
    const path = join(folder, ...parts);
    const mode = isExecutable === true ? 0o755 : 0o644;
    const file = openSync(path, "wx", mode);
    try {
      writeFileSync(file, bytes);
      // The mask of the process may have taken rights away.
      fchmodSync(file, mode);
    } finally {
      closeSync(file);
    }
    return path;
  });
}

const AT_ONCE = 16;

/** Waits until the content of files is on the disk. */
export async function syncFiles(paths: readonly string[]): Promise<void> {
  const waiting = paths.values();
  const worker = async (): Promise<void> => {
    for (const path of waiting) {
      // Windows syncs only what was opened to be written.
      const file = await open(path, "r+");
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** True where something has the name, be it a link that leads nowhere. */
export function isTaken(path: string): Promise<boolean> {
  return Promise.resolve(isTakenNow(path));
}

/** The same at once: asking takes less time than waiting for a thread that asks. */
export function isTakenNow(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

const TAKEN: ReadonlySet<string> = new Set(["EEXIST", "ENOTEMPTY", "ENOTDIR", "EPERM"]);

/**
 * Gives a finished folder its place in one step. What stands there goes to `aside` first, where that is
 * given, and comes back if the step fails; without it a taken place is left alone.
 */
export async function placeFolder(
  from: string,
  target: string,
  aside?: string,
): Promise<"placed" | "taken"> {
  const hadOne = await isTaken(target);
  if (hadOne && aside === undefined) return "taken";
  if (hadOne && aside !== undefined) await rename(target, aside);
  try {
    await rename(from, target);
  } catch (error) {
    if (hadOne && aside !== undefined) await rename(aside, target);
    // Somebody took the place meanwhile.
    if (TAKEN.has(errorCode(error))) return "taken";
    throw error;
  }
  if (aside !== undefined) await rm(aside, { recursive: true, force: true });
  return "placed";
}
