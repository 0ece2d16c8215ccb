import { lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../failure.ts";

export interface TreeFile {
  /** Parts of the path, each checked by the caller to be a plain name. */
  readonly parts: readonly string[];
  readonly bytes: Uint8Array;
  /** Where absent, it has no right to be run. */
  readonly isExecutable?: boolean;
}

/** Waiting for the disk is most of the time that writing takes. */
const AT_ONCE = 16;

/** Writes files into a new folder, each once. */
export async function writeTree(folder: string, files: readonly TreeFile[]): Promise<void> {
  await mkdir(folder);
  const folders = new Set(files.map(({ parts }) => join(folder, ...parts.slice(0, -1))));
  for (const inner of folders) await mkdir(inner, { recursive: true });
  for (let start = 0; start < files.length; start += AT_ONCE)
    await Promise.all(files.slice(start, start + AT_ONCE).map((file) => writeNew(folder, file)));
}

async function writeNew(folder: string, { parts, bytes, isExecutable }: TreeFile): Promise<void> {
  const mode = isExecutable === true ? 0o755 : 0o644;
  const file = await open(join(folder, ...parts), "wx", mode);
  try {
    await file.writeFile(bytes);
    // The mask of the process may have taken rights away.
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** True where something has the name, be it a link that leads nowhere. */
export async function isTaken(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
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
