import type { BigIntStats } from "node:fs";
import { lstat, mkdir, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../failure.ts";
import { isInside } from "../paths.ts";
import { RefusedPathError } from "./errors.ts";
import { isNameOnWindows } from "./names.ts";
import { syncFolder } from "./sync.ts";

/** A regular file, and what its status says. */
export interface LocatedFile {
  readonly path: string;
  readonly status: BigIntStats;
}

/** The status of what stands there, links not followed; undefined: nothing. */
export async function readStatus(path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/**
 * The file of a key. Folders on the way must be real ones: a link to a folder would give two keys to one
 * file, or lead out. The file itself may be a link to a file in the same tree.
 */
export async function locate(root: string, key: string): Promise<LocatedFile | undefined> {
  const parts = key.split("/");
  if (process.platform === "win32" && !parts.every(isNameOnWindows))
    throw new RefusedPathError("name", key);
  for (let depth = 1; depth < parts.length; depth += 1) {
    const at = parts.slice(0, depth).join("/");
    const status = await readStatus(join(root, at));
    if (status === undefined || status.isFile()) return undefined;
    if (!status.isDirectory()) throw new RefusedPathError("link", at);
  }
  const path = join(root, key);
  const status = await readStatus(path);
  if (status === undefined || status.isDirectory()) return undefined;
  if (status.isFile()) return { path, status };
  const target = await followLink(root, path);
  if (target === undefined) throw new RefusedPathError("link", key);
  return target;
}

/** The regular file inside the tree that a link leads to, if it leads to one. */
export async function followLink(root: string, path: string): Promise<LocatedFile | undefined> {
  try {
    const target = await realpath(path);
    if (!isInside(target, root)) return undefined;
    const status = await stat(target, { bigint: true });
    return status.isFile() ? { path: target, status } : undefined;
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/**
 * Makes the folder that is to hold the file of a key. Level by level, because making all levels at once
 * would go through a link that leads out of the tree.
 */
export async function createParents(root: string, key: string, mode: number): Promise<void> {
  const parts = key.split("/").slice(0, -1);
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const at = parts.slice(0, depth).join("/");
    const path = join(root, at);
    const made = await createFolder(path, mode);
    const status = await readStatus(path);
    if (status?.isFile() === true) throw new RefusedPathError("blocked", at);
    if (status !== undefined && !status.isDirectory()) throw new RefusedPathError("link", at);
    if (made) await syncFolder(dirname(path));
  }
}

async function createFolder(path: string, mode: number): Promise<boolean> {
  try {
    await mkdir(path, { mode });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}
