import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  statSync,
} from "node:fs";

export type EntryKind = "file" | "folder" | "link" | "other";

export interface FolderEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** What stands in a folder, by name. Links are named as such, whatever they lead to. */
export function listEntries(path: string): readonly FolderEntry[] {
  return readdirSync(path, { withFileTypes: true })
    .map((entry) => ({ name: entry.name, kind: toEntryKind(path, entry) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Of an entry in the listing of a folder. */
export function toEntryKind(path: string, entry: Dirent): EntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  if (entry.isSymbolicLink()) return "link";
  const isKnown =
    entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice();
  // Some file systems do not tell the kind of an entry in the listing.
  return isKnown ? "other" : readKind(`${path}/${entry.name}`);
}

function readKind(path: string): EntryKind {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status === undefined ? "other" : statusToEntryKind(status);
}

function statusToEntryKind(status: Stats): EntryKind {
  if (status.isFile()) return "file";
  if (status.isDirectory()) return "folder";
  return status.isSymbolicLink() ? "link" : "other";
}

/** What tells one state of a file from another without reading it. */
export interface FileMark {
  readonly size: number;
  /** How many names the file has. */
  readonly names: number;
  /** Device, inode, size and times in one text. */
  readonly stamp: string;
  /** When it last changed, in milliseconds since 1970. */
  readonly changed: number;
}

/** Of what a path leads to; undefined where that is no regular file. */
export function readMark(path: string): FileMark | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  return status?.isFile() === true ? toMark(status) : undefined;
}

/** The same for a folder, whose time changes with its entries. */
export function readFolderMark(path: string): FileMark | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  return status?.isDirectory() === true ? toMark(status) : undefined;
}

export function toMark(status: Stats): FileMark {
  const { dev, ino, size, mtimeMs, ctimeMs } = status;
  return {
    size,
    names: status.nlink,
    stamp: `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`,
    changed: Math.max(mtimeMs, ctimeMs),
  };
}

/** File systems have clocks as coarse as two seconds. */
const SETTLED_AFTER = 2500;

/** True when a later change must show in the mark: what changed just now may change again unseen. */
export function hasRecovered(mark: FileMark, now: number): boolean {
  return mark.changed < now - SETTLED_AFTER;
}

export type ReadResult =
  | {
      readonly kind: "read";
      readonly bytes: Uint8Array;
      readonly mark: FileMark;
      /** False where only the beginning was read. */
      readonly isWhole: boolean;
    }
  | { readonly kind: "refused"; readonly mark: FileMark }
  | { readonly kind: "no-file" };

/**
 * Reads a file that `accepts` its mark. Judged and read is the same opened file, so that no one can put
 * another one in its place between the two. With a buffer, only as much is read as fits into it, and the
 * next call writes over it. Where links are refused, one in the place of the file is an error.
 */
export function readAccepted(
  path: string,
  accepts: (mark: FileMark) => boolean,
  buffer?: Uint8Array,
  links: "followed" | "refused" = "followed",
): ReadResult {
  const noLink = links === "refused" ? (constants.O_NOFOLLOW ?? 0) : 0;
  // Without the flag, opening a pipe would wait for a writer.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | noLink);
  try {
    const status = fstatSync(file);
    if (!status.isFile()) return { kind: "no-file" };
    const mark = toMark(status);
    if (!accepts(mark)) return { kind: "refused", mark };
    const bytes = readUpTo(file, buffer?.subarray(0, status.size) ?? newBytes(status.size));
    return { kind: "read", bytes, mark, isWhole: status.size <= (buffer?.length ?? Infinity) };
  } finally {
    closeSync(file);
  }
}

function newBytes(size: number): Uint8Array {
  return Buffer.allocUnsafeSlow(size);
}

/** As much as the file had when it was judged; what is added meanwhile comes with the next look. */
function readUpTo(file: number, bytes: Uint8Array): Uint8Array {
  const size = bytes.length;
  let count = 0;
  while (count < size) {
    const more = readSync(file, bytes, count, size - count, count);
    if (more === 0) break;
    count += more;
  }
  return count === size ? bytes : bytes.subarray(0, count);
}
