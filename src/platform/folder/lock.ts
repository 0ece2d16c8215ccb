import { randomBytes } from "node:crypto";
import { link, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "../failure.ts";
import { readText } from "../files.ts";
import { computeSha256 } from "../hash.ts";
import { type Modes, OPEN_MODES } from "./modes.ts";
import { isGone, type Owner, parseOwner, readOwner } from "./owner.ts";

/** A lock whose owner did not write its name within this time died while it made the lock. */
const NAMELESS_MS = 5000;
/** One of another machine that stays the same for so long may have come with a copy of the folder: waiting ends then. */
const FOREIGN_MS = 5000;
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
  modes: Modes = OPEN_MODES,
): Promise<T> {
  await acquire(file, timeoutMs, modes);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function acquire(file: string, timeoutMs: number, modes: Modes): Promise<void> {
  const self = readOwner();
  const deadline = performance.now() + timeoutMs;
  let [foreign, foreignSince] = ["", 0];
  let wait = FIRST_WAIT_MS;
  while (!(await create(file, self, modes))) {
    // A machine so busy that the time is over by then has found the lock free all the same.
    if (await removeIfStale(file, self, file, modes)) continue;
    const holder = readHolder(file);
    const now = performance.now();
    const other = holder === undefined || holder.host === self.host ? "" : JSON.stringify(holder);
    if (other !== foreign) [foreign, foreignSince] = [other, now];
    if (now >= deadline || (foreign !== "" && now - foreignSince >= FOREIGN_MS))
      throw new LockHeldError(file, holder);
    await delay(wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, LAST_WAIT_MS);
  }
}

const MADE_READY = /^\..+\.lock(?:\.removal-[0-9a-f]+)?\.[0-9a-f]{16}\.tmp$/u;
const GUARD = /\.lock\.removal(?:-[0-9a-f]+)?$/u;

/** Removes what processes that died while they made or removed a lock have left; others make theirs again. */
export async function removeLeftLocks(folder: string): Promise<void> {
  const self = readOwner();
  for (const name of await readdir(folder)) {
    if (!MADE_READY.test(name) && !GUARD.test(name)) continue;
    const file = join(folder, name);
    // One that is made ready by a process that lives is made again, so that a nameless one need not be waited for.
    const nameless = MADE_READY.test(name) ? 0 : NAMELESS_MS;
    if ((await readStaleLock(file, self, nameless)) !== undefined) await rm(file, { force: true });
  }
}

/** False when the file is there already. It never stands there without its owner, whenever the process dies. */
async function create(file: string, owner: Owner, modes: Modes): Promise<boolean> {
  const ready = join(dirname(file), `.${basename(file)}.${randomBytes(8).toString("hex")}.tmp`);
  try {
    await writeFile(ready, JSON.stringify(owner), { flag: "wx", mode: modes.file });
    await link(ready, file);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (NO_LINKS.has(code) && !(await isThere(file)))
      return await createInPlace(file, owner, modes);
    // On Windows a file that is being deleted cannot be opened for a moment.
    if (code === "EEXIST" || code === "EPERM") return false;
    if (code !== "ENOENT") throw error;
    // The folder of locks goes away when a store is closed.
    await mkdir(dirname(file), { recursive: true, mode: modes.folder });
    return false;
  } finally {
    await rm(ready, { force: true });
  }
}

/** What file systems say that have one name for each file. */
const NO_LINKS: ReadonlySet<string> = new Set([
  "EPERM",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
]);

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}

async function createInPlace(file: string, owner: Owner, modes: Modes): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify(owner), { flag: "wx", mode: modes.file });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Two processes may find the same dead lock. Without a second file, the slower one could remove the lock that the
 * faster one has just made in its place. That file is named by what stands in the dead lock, which its owner cannot
 * make again: so whoever has it and still finds the same text removes that lock and no other. Its own maker may die as
 * well, and then it is removed in the same way.
 */
async function removeIfStale(
  file: string,
  self: Owner,
  base: string,
  modes: Modes,
): Promise<boolean> {
  const left = await readStaleLock(file, self);
  if (left === undefined) return false;
  const guard = `${base}.removal-${computeSha256(left).slice(0, 16)}`;
  if (!(await create(guard, self, modes))) {
    await removeIfStale(guard, self, base, modes);
    return false;
  }
  try {
    if ((await readStaleLock(file, self)) !== left) return false;
    await rm(file, { force: true });
    return true;
  } finally {
    await rm(guard, { force: true });
  }
}

/** The text of a lock whose owner is gone; undefined where it has one, or there is no lock. */
async function readStaleLock(
  file: string,
  self: Owner,
  namelessMs = NAMELESS_MS,
): Promise<string | undefined> {
  try {
    const text = readText(file);
    const owner = parseOwner(text);
    if (owner !== undefined) return isGone(owner, self) ? text : undefined;
    return Date.now() - (await stat(file)).mtimeMs >= namelessMs ? text : undefined;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function readHolder(file: string): Owner | undefined {
  try {
    return parseOwner(readText(file));
  } catch {
    return undefined;
  }
}
