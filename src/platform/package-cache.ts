import {
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  openSync,
  closeSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isOwn } from "./cache.ts";
import { computeSha256 } from "./hash.ts";

/** Bytes under their digest, and texts under a key, for everything that one user does on a machine. */
export interface PackageCache {
  /** The bytes with this digest of 64 hexadecimal digits; they are hashed before they are given. */
  readonly read: (sha256: string) => Uint8Array | undefined;
  readonly write: (bytes: Uint8Array) => string;
  readonly readText: (key: string) => string | undefined;
  readonly writeText: (key: string, text: string) => void;
}

export interface PackageCacheOptions {
  readonly now: number;
  /** Of all files together; what was not used for longest goes first. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 1_000_000_000;
const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000;
const DIGEST = /^[0-9a-f]{64}$/u;
const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
/** Through no link. Windows knows no such flag, and lets few users make links. */
const REPLACING = O_WRONLY | O_CREAT | O_TRUNC | (O_NOFOLLOW ?? 0);

/**
 * Opens the cache of packages in a folder of caches. Undefined where the folder is not the user's own, or others may
 * write into it: what they put there would be taken for what a registry said.
 */
export function openPackageCache(
  parent: string,
  { now, maxBytes = MAX_BYTES }: PackageCacheOptions,
): PackageCache | undefined {
  const folder = join(parent, "packages");
  if (!createPrivate(parent) || !createPrivate(folder)) return undefined;
  let isPruned = false;
  const put = (name: string, bytes: Uint8Array | string): void => {
    try {
      // Half of a file is told by its digest, and counts as none: there are too many of them to write each twice.
      writeOver(join(folder, name), bytes);
      if (!isPruned) prune(folder, now, maxBytes);
      isPruned = true;
    } catch {
      // A full or read-only disk makes the next run slower, nothing else.
    }
  };
  return {
    read: (sha256) => {
      if (!DIGEST.test(sha256)) return undefined;
      const bytes = readOwn(join(folder, `${sha256}.zip`), now);
      if (bytes === undefined || computeSha256(bytes) === sha256) return bytes;
      rmSync(join(folder, `${sha256}.zip`), { force: true });
      return undefined;
    },
    write: (bytes) => {
      const sha256 = computeSha256(bytes);
      put(`${sha256}.zip`, bytes);
      return sha256;
    },
    readText: (key) => {
      const text = readOwn(join(folder, textName(key)), now)?.toString("utf8");
      const end = text?.indexOf("\n") ?? -1;
      const isWhole = text?.slice(0, end) === computeSha256(`${key}\n${text?.slice(end + 1)}`);
      return isWhole ? text?.slice(end + 1) : undefined;
    },
    // Damage is found by the digest of the text; another writer, by the owner of the file.
    writeText: (key, text) => {
      put(textName(key), `${computeSha256(`${key}\n${text}`)}\n${text}`);
    },
  };
}

function writeOver(path: string, bytes: Uint8Array | string): void {
  const file = openSync(path, REPLACING, 0o600);
  try {
    writeFileSync(file, bytes);
  } finally {
    closeSync(file);
  }
}

function textName(key: string): string {
  return `${computeSha256(key)}.txt`;
}

function createPrivate(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const status = lstatSync(folder);
    return status.isDirectory() && isOwn(status);
  } catch {
    return false;
  }
}

function readOwn(path: string, now: number): Buffer | undefined {
  try {
    const status = lstatSync(path);
    if (!status.isFile() || !isOwn(status)) return undefined;
    const bytes = readFileSync(path);
    utimesSync(path, now / 1000, now / 1000);
    return bytes;
  } catch {
    return undefined;
  }
}

/** What was not used for long goes, and of the rest as much as there is too much. */
function prune(folder: string, now: number, maxBytes: number): void {
  const files = readdirSync(folder)
    .map((name) => ({ path: join(folder, name), name }))
    .flatMap(({ path }) => {
      const status = lstatSync(path, { throwIfNoEntry: false });
      return status?.isFile() === true ? [{ path, size: status.size, used: status.mtimeMs }] : [];
    })
    .toSorted((a, b) => a.used - b.used);
  let size = files.reduce((sum, file) => sum + file.size, 0);
  for (const file of files) {
    if (size <= maxBytes && now - file.used <= MAX_AGE_MS) break;
    rmSync(file.path, { force: true });
    size -= file.size;
  }
}
