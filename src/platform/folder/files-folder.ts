import { randomBytes } from "node:crypto";
import { type BigIntStats, constants } from "node:fs";
import { chmod, mkdir, open, readdir, realpath, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../failure.ts";
import { createTurns } from "../machine/index.ts";
import { RefusedPathError } from "./errors.ts";
import { locate, createParents, readStatus } from "./locate.ts";
import { removeLeftLocks, withLock } from "./lock.ts";
import { type Modes, OPEN_MODES, PRIVATE_MODES } from "./modes.ts";
import { syncFolder } from "./sync.ts";
import { type WalkedFile, walkFiles, walkKeys } from "./walk-files.ts";
import { watchFolder } from "./watch-folder.ts";

/** Unfinished writes older than this are of processes that died. */
const LEFT_OVER_MS = 60 * 60 * 1000;
/** How often a folder that is deleted meanwhile is made again. */
const MAKE_ATTEMPTS = 20;

export interface FileContent {
  readonly bytes: Uint8Array;
  readonly modified: Date;
}

export interface FilesFolderOptions {
  /** Made when it is missing. */
  readonly path: string;
  /** A name at the top for locks and unfinished writes, which belong to no key. */
  readonly hidden: string;
  readonly lockTimeoutMs: number;
  /** Nobody but the user of this process may read what is written here. */
  readonly isPrivate?: boolean;
}

/** A folder as a tree of files by key. A key must hold no `..` and no empty part: that is checked by the caller. */
export interface FilesFolder {
  readonly path: string;
  read(key: string): Promise<FileContent | undefined>;
  /** Whole or not at all, and on the disk when it returns. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** With the folders that are empty afterwards. */
  remove(key: string): Promise<void>;
  list(prefix: string, onRefused: (error: RefusedPathError) => void): AsyncIterable<WalkedFile>;
  /** The keys of the same files, at less cost. */
  keys(prefix: string, onRefused: (error: RefusedPathError) => void): AsyncIterable<string>;
  /** Work under the same name happens one after the other, in all processes. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
  watch(onChange: () => void, onError: (error: Error) => void): { close(): void };
  close(): Promise<void>;
}

export async function openFilesFolder(options: FilesFolderOptions): Promise<FilesFolder> {
  const modes = options.isPrivate === true ? PRIVATE_MODES : OPEN_MODES;
  await mkdir(options.path, { recursive: true, mode: modes.folder });
  const root = await realpath(options.path);
  const hidden = join(root, options.hidden);
  const inTurn = createTurns();
  await removeLeftOvers(hidden);
  await ignoring(["ENOENT"], () => removeLeftLocks(hidden));
  return {
    path: root,
    read: (key) => readFileAt(root, key),
    write: (key, bytes) => writeFileAt({ root, hidden, modes }, key, bytes),
    remove: (key) => removeFileAt(root, key),
    list: (prefix, onRefused) => walkFiles({ root, prefix, hidden: options.hidden, onRefused }),
    async *keys(prefix, onRefused) {
      const walk = { root, prefix, hidden: options.hidden, onRefused };
      for await (const { key } of walkKeys(walk)) yield key;
    },
    // In turns inside the process, so that only one of it waits for the lock.
    exclusively: (name, work) =>
      inTurn(name, () =>
        withLock(join(hidden, `${name}.lock`), options.lockTimeoutMs, work, modes),
      ),
    watch: (onChange, onError) => watchFolder(root, options.hidden, onChange, onError),
    // Another process may still use it, and then it is not empty.
    close: () => ignoring(["ENOENT", "ENOTEMPTY", "EEXIST"], () => rmdir(hidden)),
  };
}

async function readFileAt(root: string, key: string): Promise<FileContent | undefined> {
  const located = await locate(root, key);
  if (located === undefined) return undefined;
  try {
    const handle = await open(located.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const bytes = await handle.readFile();
      return { bytes, modified: (await handle.stat()).mtime };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

interface WriteTarget {
  readonly root: string;
  readonly hidden: string;
  readonly modes: Modes;
}

async function writeFileAt(
  { root, hidden, modes }: WriteTarget,
  key: string,
  bytes: Uint8Array,
): Promise<void> {
  const path = join(root, key);
  // Refuses what `locate` refuses, and keeps the mode of what is replaced.
  const before = await locate(root, key);
  if (before === undefined && (await readStatus(path)) !== undefined)
    throw new RefusedPathError("blocked", key);
  const temporary = join(hidden, `${randomBytes(8).toString("hex")}.tmp`);
  try {
    await writeTemporary(temporary, bytes, modes, before?.status);
    await moveInto(root, key, temporary, modes.folder);
    await syncFolder(dirname(path));
  } finally {
    await rm(temporary, { force: true });
  }
}

async function writeTemporary(
  path: string,
  bytes: Uint8Array,
  modes: Modes,
  before: BigIntStats | undefined,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: modes.folder });
  const handle = await open(path, "wx", modes.file);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // What is replaced keeps its right to run, and in a private folder its owner's rights alone.
  if (before !== undefined) await chmod(path, Number(before.mode & 0o777n) & modes.folder);
}

/** A deletion nearby may clean the folder away between its making and the move. */
async function moveInto(
  root: string,
  key: string,
  temporary: string,
  folderMode: number,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await createParents(root, key, folderMode);
      await rename(temporary, join(root, key));
      return;
    } catch (error) {
      if (errorCode(error) !== "ENOENT" || attempt === MAKE_ATTEMPTS) throw error;
    }
  }
}

async function removeFileAt(root: string, key: string): Promise<void> {
  if ((await locate(root, key)) === undefined) return;
  const path = join(root, key);
  await ignoring(["ENOENT"], () => rm(path));
  let folder = dirname(path);
  while (folder !== root && (await removeEmpty(folder))) folder = dirname(folder);
  await syncFolder(folder);
}

async function removeEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (["ENOTEMPTY", "EEXIST", "ENOENT", "EBUSY", "EPERM"].includes(errorCode(error)))
      return false;
    throw error;
  }
}

async function removeLeftOvers(hidden: string): Promise<void> {
  await ignoring(["ENOENT"], async () => {
    for (const name of await readdir(hidden)) {
      const path = join(hidden, name);
      if (!name.endsWith(".tmp")) continue;
      await ignoring(["ENOENT"], async () => {
        if (Date.now() - (await stat(path)).mtimeMs > LEFT_OVER_MS) await rm(path, { force: true });
      });
    }
  });
}

async function ignoring(codes: readonly string[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!codes.includes(errorCode(error))) throw error;
  }
}
