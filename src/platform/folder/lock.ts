import { mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "../failure.ts";
import { isGone, type Owner, parseOwner, readOwner } from "./owner.ts";

/** A lock whose owner did not write its name within this time died while it made the lock. */
const NAMELESS_MS = 60_000;
const FIRST_WAIT_MS = 1;
const LAST_WAIT_MS = 50;

/** Somebody else holds the lock, and did not let go in time. */
export class LockHeldError extends Error {
  readonly file: string;
  readonly owner: Owner | undefined;

  constructor(file: string, owner: Owner | undefined) {
    super(`The lock ${file} is held.`);
    this.name = "LockHeldError";
    this.file = file;
    this.owner = owner;
  }
}

/**
 * Does the work while no other process does work under the same file. Left over by a process that died on
 * this machine, a lock is removed; one of another machine is waited for and then reported.
 */
export async function withLock<T>(
  file: string,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  await acquire(file, timeoutMs);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function acquire(file: string, timeoutMs: number): Promise<void> {
  const self = readOwner();
  const deadline = performance.now() + timeoutMs;
  let wait = FIRST_WAIT_MS;
  while (!(await create(file, self))) {
    await removeIfLeft(file, self);
    if (performance.now() >= deadline) throw new LockHeldError(file, await readHolder(file));
    await delay(wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, LAST_WAIT_MS);
  }
}

/** False when the file is there already. */
async function create(file: string, owner: Owner): Promise<boolean> {
  try {
    const handle = await open(file, "wx");
    try {
      await handle.writeFile(JSON.stringify(owner));
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    const code = errorCode(error);
    // On Windows a file that is being deleted cannot be opened for a moment.
    if (code === "EEXIST" || (code === "EPERM" && process.platform === "win32")) return false;
    if (code !== "ENOENT") throw error;
    // The folder of locks goes away when a store is closed.
    await mkdir(dirname(file), { recursive: true });
    return false;
  }
}

/**
 * Two processes may find the same dead lock. Without the second file, the slower one could remove the lock
 * that the faster one has just made in its place.
 */
async function removeIfLeft(file: string, self: Owner): Promise<void> {
  if (!(await isLeft(file, self))) return;
  const guard = `${file}.removal`;
  if (!(await create(guard, self))) return;
  try {
    if (await isLeft(file, self)) await rm(file, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

async function isLeft(file: string, self: Owner): Promise<boolean> {
  try {
    const owner = parseOwner(await readFile(file, "utf8"));
    if (owner !== undefined) return isGone(owner, self);
    return Date.now() - (await stat(file)).mtimeMs > NAMELESS_MS;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

async function readHolder(file: string): Promise<Owner | undefined> {
  try {
    return parseOwner(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}
