import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "./files.ts";
import { sha256Of } from "./hash.ts";

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

/**
 * Opens the cache of packages in a folder of caches. Undefined where the folder is not the user's own, or others may
 * write into it: what they put there would be taken for what a registry said.
 */
export function openPackageCache(
  parent: string,
  { now, maxBytes = MAX_BYTES }: PackageCacheOptions,
): PackageCache | undefined {
  const folder = join(parent, "packages");
  if (!makeOwn(parent) || !makeOwn(folder)) return undefined;
  let isPruned = false;
  const put = (name: string, bytes: Uint8Array | string): void => {
    try {
      writeFileAtomically(join(folder, name), bytes, { isDurable: false, mode: 0o600 });
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
      if (bytes === undefined || sha256Of(bytes) === sha256) return bytes;
      rmSync(join(folder, `${sha256}.zip`), { force: true });
      return undefined;
    },
    write: (bytes) => {
      const sha256 = sha256Of(bytes);
      put(`${sha256}.zip`, bytes);
      return sha256;
    },
    readText: (key) => {
      const text = readOwn(join(folder, textName(key)), now)?.toString("utf8");
      const end = text?.indexOf("\n") ?? -1;
      const isWhole = text?.slice(0, end) === sha256Of(`${key}\n${text?.slice(end + 1)}`);
      return isWhole ? text?.slice(end + 1) : undefined;
    },
    // Damage is found by the digest of the text; that nobody else wrote it, by whose file it is.
    writeText: (key, text) => {
      put(textName(key), `${sha256Of(`${key}\n${text}`)}\n${text}`);
    },
  };
}

function textName(key: string): string {
  return `${sha256Of(key)}.txt`;
}

function isOwn({ uid, mode }: Stats): boolean {
  const user = process.getuid?.();
  // On systems without users of this kind, folders of a user are closed to others by themselves.
  return user === undefined || (uid === user && (mode & 0o022) === 0);
}

function makeOwn(folder: string): boolean {
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
