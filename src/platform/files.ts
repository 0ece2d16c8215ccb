import { isUtf8 } from "node:buffer";
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "./failure.ts";

/** What tells one state of a file from another without reading it. */
export interface Stamp {
  readonly device: number;
  readonly inode: number;
  readonly size: number;
  readonly modified: number;
  readonly changed: number;
}

export type FileKind = "file" | "folder" | "other" | "missing";

/** The kind of what a path leads to, links followed; a broken link leads to nothing. */
export function kindOf(path: string): FileKind {
  const status = readStatus(path);
  if (status === undefined) return "missing";
  if (status.isFile()) return "file";
  return status.isDirectory() ? "folder" : "other";
}

/** Names come out of untrusted files: nothing is there under one that no file can have. */
function readStatus(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (IMPOSSIBLE.has(errorCode(error))) return undefined;
    throw error;
  }
}

const IMPOSSIBLE: ReadonlySet<string> = new Set(["ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"]);

export function fileExists(path: string | URL): boolean {
  return existsSync(path);
}

export function realPath(path: string): string {
  return realpathSync.native(path);
}

export function requireStamp(path: string): Stamp {
  const status = statSync(path);
  return {
    device: status.dev,
    inode: status.ino,
    size: status.size,
    modified: status.mtimeMs,
    changed: status.ctimeMs,
  };
}

/** Undefined where there is nothing to take a stamp of. */
export function takeStamp(path: string): Stamp | undefined {
  try {
    return requireStamp(path);
  } catch {
    return undefined;
  }
}

export function readBytes(path: string): Uint8Array {
  return readRegular(path, (file) => readFileSync(file));
}

export function readText(path: string | URL): string {
  return readRegular(path, (file) => readFileSync(file, "utf8"));
}

/** What a shell hands over by a path, such as `<(command)`: the user named it, and it has an end. */
const SHELL_STREAM = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/u;
/** Without the second flag, opening a pipe would wait for a writer. Windows does not have it. */
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** An untrusted folder may hold pipes, and links to devices: reading those need not have an end. */
function readRegular<T>(path: string | URL, read: (file: string | number) => T): T {
  if (typeof path === "string" && SHELL_STREAM.test(path)) return read(path);
  const file = openSync(path, READING);
  try {
    requireRegular(file);
    return read(file);
  } finally {
    closeSync(file);
  }
}

function requireRegular(file: number): void {
  const status = fstatSync(file);
  if (status.isFile()) return;
  const code = status.isDirectory() ? "EISDIR" : "EFTYPE";
  throw Object.assign(new Error(`${code}: not a regular file`), { code });
}

/** Reads all of standard input. */
export function readInput(): Uint8Array {
  return readFileSync(0);
}

const PREFIX_BYTES = 4096;

/** The beginning of a file as text. */
export interface Prefix {
  /** Up to the end of a line, so that no character and no line end is cut in two. */
  readonly text: string;
  /** The bytes, where they are no UTF-8 text; then it is the whole file. */
  readonly bytes?: Uint8Array;
}

/** Reads the start of a file; only its head, to the end of the second line of dashes, where that is enough. */
export type PrefixReader = (path: string, isHeadOnly?: boolean) => Prefix;

/** Where the line after the first one that begins with three dashes ends; decoding more costs more. */
function endOfHead(buffer: Buffer, end: number): number | undefined {
  const closer = buffer.indexOf("\n---", 3);
  if (closer === -1 || closer + 4 >= end) return undefined;
  const lineFeed = buffer.indexOf(LINE_FEED, closer + 4);
  if (lineFeed === -1 || lineFeed >= end || !isUtf8(buffer.subarray(0, end))) return undefined;
  return lineFeed + 1;
}

/**
 * The beginning of a file up to the end of its frontmatter, or, where that cannot be told, to the end of a line near the
 * limit, so that no character is cut in two.
 */
export function firstBytes(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PREFIX_BYTES));
  const end = buffer.lastIndexOf(LINE_FEED) + 1;
  return buffer.subarray(0, endOfHead(buffer, end) ?? end);
}

/**
 * Reads the first bytes of files into one buffer that every call uses anew, and all of a file only when
 * `isEnough` says that they do not suffice.
 */
export function createPrefixReader(isEnough: (text: string) => boolean): PrefixReader {
  const buffer = Buffer.allocUnsafeSlow(PREFIX_BYTES);
  return (path, isHeadOnly = false) => {
    const file = openSync(path, READING);
    let count: number;
    try {
      // At a position, which a pipe does not have.
      count = readSync(file, buffer, 0, PREFIX_BYTES, 0);
    } finally {
      closeSync(file);
    }
    const end = count < PREFIX_BYTES ? count : buffer.lastIndexOf(LINE_FEED) + 1;
    const headEnd = isHeadOnly ? endOfHead(buffer, end) : undefined;
    if (headEnd !== undefined) {
      const head = buffer.toString("utf8", 0, headEnd);
      if (isEnough(head)) return { text: head };
    }
    const text = buffer.toString("utf8", 0, end);
    const isWhole = count < PREFIX_BYTES;
    if (!isSuspect(text) && (isWhole || isEnough(text))) return { text };
    const bytes = readRegular(path, (opened) => readFileSync(opened));
    const all = bytes.toString("utf8");
    return isSuspect(all) ? { text: all, bytes } : { text: all };
  };
}

const LINE_FEED = 0x0a;
const READ_BYTES = 128 * 1024;

/** A file as text, with its bytes until the next file is read. */
export interface ReadFile {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** False where the text is not what the bytes say. */
  readonly isText: boolean;
}

/** Reads whole files into one buffer that every call uses anew, which spares the memory for each of them. */
export function createFileReader(): (path: string) => ReadFile {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  return (path) => {
    const bytes = readInto(buffer, path);
    const text = bytes.toString("utf8");
    return { text, bytes, isText: !isSuspect(text) };
  };
}

function readInto(buffer: Buffer, path: string): Buffer {
  const file = openSync(path, READING);
  try {
    const count = readSync(file, buffer, 0, READ_BYTES, 0);
    if (count < READ_BYTES) return buffer.subarray(0, count);
    requireRegular(file);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Decoding puts this character in the place of what is no UTF-8; honest text may hold it too. */
function isSuspect(text: string): boolean {
  return text.includes("\ufffd");
}

export interface WriteOptions {
  /** `refuse`: fails when the file is there already, also when it appeared meanwhile. */
  readonly existing?: "replace" | "refuse";
  /** Waits until the bytes are on the disk; a cache does without. */
  readonly isDurable?: boolean;
  /** Who may do what with it, in place of what the file before it allowed. */
  readonly mode?: number;
}

/**
 * Writes a file whole or not at all: the bytes go to a file beside it that takes its place. The mode of
 * the file that is replaced is kept.
 */
export function writeFileAtomically(
  path: string,
  content: string | Uint8Array | readonly Uint8Array[],
  options: WriteOptions = {},
): void {
  const { existing = "replace", isDurable = true } = options;
  const temporary = join(dirname(path), `.${basename(path)}.${uniqueSuffix()}.tmp`);
  const mode = options.mode ?? (existing === "replace" ? readMode(path) : undefined);
  try {
    const file = openSync(temporary, "wx", mode ?? 0o666);
    try {
      const whole = typeof content === "string" ? Buffer.from(content) : content;
      for (const part of whole instanceof Uint8Array ? [whole] : whole) writeAll(file, part);
      if (isDurable) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (existing === "replace") copyOwner(path, temporary);
    // The mask of the process may have taken rights away that the file had.
    if (mode !== undefined) chmodSync(temporary, mode);
    if (existing === "replace") renameSync(temporary, path);
    else moveWithoutReplacing(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** No other process has this number now; the time tells apart what earlier ones left behind. */
function uniqueSuffix(): string {
  return `${process.pid}-${process.hrtime.bigint().toString(36)}`;
}

/** A file written anew belongs to whom it belonged; who may not give files away keeps it. */
function copyOwner(path: string, temporary: string): void {
  const before = statSync(path, { throwIfNoEntry: false });
  const now = statSync(temporary);
  if (before === undefined || (before.uid === now.uid && before.gid === now.gid)) return;
  try {
    chownSync(temporary, before.uid, before.gid);
  } catch (error) {
    if (errorCode(error) !== "EPERM") throw error;
  }
}

function readMode(path: string): number | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  return status === undefined ? undefined : status.mode & 0o7777;
}

function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}

/** A second name for the file fails when the name is taken, which a rename does not. */
function moveWithoutReplacing(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Some file systems know no second names.
    if (!["EPERM", "ENOTSUP", "ENOSYS"].includes(errorCode(error))) throw error;
    if (existsSync(to)) throw Object.assign(new Error("exists"), { code: "EEXIST" });
    renameSync(from, to);
  }
}

/**
 * Makes a folder and those above it. Step by step, since Node's own recursion never ends where the system
 * says of an existing folder that there is none, as below `/proc`.
 */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it in between.
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() === true) return;
    // The system says that it exists, which sounds as if all were well.
    throw found === undefined ? error : Object.assign(new Error("no folder"), { code: "ENOTDIR" });
  }
}

/** Whole or not at all. A link in its place is replaced, and not followed. */
export function copyFile(from: string, to: string): void {
  makeFolder(dirname(to));
  const temporary = join(dirname(to), `.${basename(to)}.${uniqueSuffix()}.tmp`);
  try {
    copyFileSync(from, temporary);
    chmodSync(temporary, statSync(from).mode & 0o777);
    renameSync(temporary, to);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Files below a folder, by paths from it with `/` between the parts. Links are named, not followed. */
export function listFolder(
  folder: string,
): readonly { readonly path: string; readonly isLink: boolean }[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({
      path: join(entry.parentPath, entry.name)
        .slice(folder.length)
        .replaceAll("\\", "/")
        .replace(/^\/+/, ""),
      isLink: entry.isSymbolicLink(),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Nothing happens where there is none. */
export function removeFile(path: string): void {
  rmSync(path, { force: true });
}
