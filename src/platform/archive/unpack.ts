import { isUtf8 } from "node:buffer";
import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { PassThrough, Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadEntry } from "tar";
import type { Entry as ZipEntry, ZipFile } from "yauzl";
import { guardListener } from "../guard-listener.ts";
import {
  toMode,
  splitEntryName,
  PortableNames,
  type SizeLimits,
  Tally,
  type UnpackLimits,
  UnsafeArchiveError,
} from "./entry.ts";
import { intoFolder, intoMemory, type MemoryTree, type UnpackTarget } from "./unpack-target.ts";

/** `tar` may be packed by gzip; what is packed by bzip2 needs the program of that name. */
export type ArchiveKind = "zip" | "tar" | "tar.bz2";

/** One file or folder of an archive, as either kind tells it. */
interface Entry {
  readonly name: string;
  readonly kind: "file" | "folder" | "other";
  readonly mode: number | undefined;
  /** The sum that the archive promises for the content. */
  readonly sum?: number;
  /** The bytes at once where the archive is in memory. */
  readonly content: () => Promise<Readable> | Uint8Array;
}

/**
 * Unpacks an archive into a new folder. Only plain files and folders come out, each below the folder; a
 * link, a device, a name that leads elsewhere or that comes twice ends it.
 */
export async function unpack(
  archive: string,
  kind: ArchiveKind,
  folder: string,
  limits: UnpackLimits,
  bzip2 = "bzip2",
): Promise<void> {
  const keep = createEntryWriter(intoFolder(folder), limits);
  if (kind === "zip") await readZip(archive, limits, keep);
  else if (kind === "tar") {
    const start = await readStart(archive);
    await readPacked(createReadStream(archive), start, limits, keep);
  } else await readBzip2(archive, bzip2, limits, keep);
}

/** The same for an archive that is in memory, and into memory: every file with its path. */
export async function unpackBytes(
  bytes: Uint8Array,
  kind: Exclude<ArchiveKind, "tar.bz2">,
  limits: UnpackLimits,
): Promise<MemoryTree> {
  const tree = intoMemory();
  const keep = createEntryWriter(tree, limits);
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === "zip") await readZip(whole, limits, keep);
  else await readPacked(Readable.from(splitPieces(whole)), whole, limits, keep);
  return tree;
}

const PIECE = 64 * 1024;

/** Each is parsed in one step: of one that is the whole archive, every entry would be there before the first is looked at. */
function* splitPieces(whole: Buffer): Generator<Buffer, void> {
  for (let at = 0; at < whole.length; at += PIECE) yield whole.subarray(at, at + PIECE);
}

/** Between the entries of an archive there is little, unless it was made to waste time. */
const MOST_BETWEEN = 64 * 1024 * 1024;

/** Ends a stream of bytes that never ends. */
function boundedAt({ maxBytes }: SizeLimits): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxBytes + MOST_BETWEEN) done(null, chunk);
      else done(new UnsafeArchiveError(`it holds more than ${maxBytes} bytes`));
    },
  });
}

/**
 * A tar as it is, or packed by gzip. It is unpacked here and not by the parser, which takes what one piece unfolds into
 * at once, and copies all that comes behind the end of the archive with every piece more.
 */
async function readPacked(
  source: Readable,
  start: Uint8Array,
  limits: SizeLimits,
  keep: (entry: Entry) => Promise<void>,
): Promise<void> {
  const { createGunzip } = process.getBuiltinModule("node:zlib");
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  const steps = isGzip ? [createGunzip(), boundedAt(limits)] : [boundedAt(limits)];
  let last: Readable = source;
  for (const step of steps) {
    const [before, after] = [last, step];
    before.on("error", (error) => after.destroy(error));
    after.on("close", () => before.destroy());
    last = before.pipe(after);
  }
  await readTar(last, limits, keep);
}

async function readStart(archive: string): Promise<Uint8Array> {
  const file = await open(archive);
  try {
    return (await file.read(Buffer.alloc(2), 0, 2, 0)).buffer;
  } finally {
    await file.close();
  }
}

/** The program unpacks into a pipe, no further than the tar in it is taken. */
async function readBzip2(
  archive: string,
  program: string,
  limits: UnpackLimits,
  keep: (entry: Entry) => Promise<void>,
): Promise<void> {
  // No variables: some of them are options for the program.
  const child = spawn(program, ["-d", "-c", "--", resolve(archive)], {
    env: {},
    shell: false,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise<number | null>((settle, fail) => {
    child.once("error", fail).once("close", settle);
  });
  // Whoever fails first is told of; the other must not go unheard.
  ended.catch(() => {});
  try {
    await readTar(child.stdout.pipe(boundedAt(limits)), limits, keep);
    if ((await ended) !== 0) throw new UnsafeArchiveError("it is no whole bzip2 archive");
  } finally {
    child.kill("SIGKILL");
  }
}

function createEntryWriter(
  target: UnpackTarget,
  limits: UnpackLimits,
): (entry: Entry) => Promise<void> {
  const tally = new Tally(limits);
  const names = limits.isPortable === true ? new PortableNames() : undefined;
  return async (entry) => {
    tally.addEntry();
    if (entry.kind === "other")
      throw new UnsafeArchiveError("it holds a link or another thing that is no file", entry.name);
    const parts = splitEntryName(entry.name, limits.stripComponents);
    if (parts.length === 0) return;
    names?.add(parts);
    await target.addFolder(entry.kind === "folder" ? parts : parts.slice(0, -1));
    if (entry.kind === "file") await writeFileEntry(entry, parts, target, tally);
  };
}

async function writeFileEntry(
  entry: Entry,
  parts: readonly string[],
  target: UnpackTarget,
  tally: Tally,
): Promise<void> {
  const { crc32 } = process.getBuiltinModule("node:zlib");
  const content = await entry.content();
  if (content instanceof Uint8Array) {
    tally.addBytes(content.length);
    await once(entry, () => target.addFile(parts, toMode(entry.mode), content));
    if (entry.sum !== undefined && entry.sum !== crc32(content)) throw wrongSum(entry);
    return;
  }
  let sum = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        tally.addBytes(chunk.length);
        if (entry.sum !== undefined) sum = crc32(chunk, sum);
        done(null, chunk);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  // Opened last: it may fail at once, and no listener is there before the pipeline.
  await once(entry, () => pipeline(content, counter, target.openFile(parts, toMode(entry.mode))));
  if (entry.sum !== undefined && entry.sum !== sum) throw wrongSum(entry);
}

/** Writes a file that must not be there yet. */
async function once({ name }: Entry, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST")
      throw new UnsafeArchiveError("two entries have the same name", name);
    throw error;
  }
}

function wrongSum({ name }: Entry): Error {
  return new UnsafeArchiveError("its content is not what its sum says", name);
}

const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;

async function readZip(
  archive: string | Buffer,
  limits: SizeLimits,
  keep: (entry: Entry) => Promise<void>,
): Promise<void> {
  const { fromBufferPromise, openPromise } = await import("yauzl");
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true } as const;
  const zip = await (typeof archive === "string"
    ? openPromise(archive, options)
    : fromBufferPromise(archive, options));
  try {
    for await (const entry of zip.eachEntry()) {
      const mode = entry.externalFileAttributes >>> 16;
      const type = mode & FILE_TYPE;
      const name = zipName(entry);
      const isFolder = name.endsWith("/");
      const start = await checkHeaders(zip, entry);
      const isPlain = isFolder || type === 0 || type === REGULAR;
      await keep({
        name,
        kind: isPlain ? (isFolder ? "folder" : "file") : "other",
        mode,
        sum: entry.crc32,
        content: () =>
          typeof archive === "string"
            ? zip.openReadStreamPromise(entry)
            : contentIn(archive, start, entry, limits),
      });
    }
  } finally {
    zip.close();
  }
}

const CONTROL_BYTES = /[\u0000-\u001f\u007f]/u;
const NAME_IS_UTF8 = 0x0800;
const UNICODE_PATH = 0x7075;

/**
 * The name of an entry as most programs read it. Old archives say nothing about the letters of their names: those that
 * can be UTF-8 are. A second name beside the first has to be the same.
 */
function zipName({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: ZipEntry): string {
  if (CONTROL_BYTES.test(fileNameRaw.toString("latin1")))
    throw new UnsafeArchiveError("a name cannot be kept on every system", fileName);
  if ((generalPurposeBitFlag & NAME_IS_UTF8) !== 0 || !isUtf8(fileNameRaw)) return fileName;
  const name = fileNameRaw.toString("utf8");
  if (name !== fileName && extraFields.some(({ id }) => id === UNICODE_PATH))
    throw new UnsafeArchiveError("its two names do not agree", name);
  return name;
}

const ENCRYPTED = 0x0001;
const SIZES_FOLLOW = 0x0008;
const ELSEWHERE = 0xffffffff;

/**
 * A zip tells everything twice; programs that believe the one or the other must see the same. Gives where the content
 * of the entry begins.
 */
async function checkHeaders(zip: ZipFile, entry: ZipEntry): Promise<number> {
  const local = await zip.readLocalFileHeaderPromise(entry);
  const isSame = (one: number, other: number): boolean =>
    one === other || one === ELSEWHERE || (local.generalPurposeBitFlag & SIZES_FOLLOW) !== 0;
  if (
    Buffer.compare(local.fileName, entry.fileNameRaw) !== 0 ||
    local.compressionMethod !== entry.compressionMethod ||
    local.generalPurposeBitFlag !== entry.generalPurposeBitFlag ||
    !isSame(local.crc32, entry.crc32) ||
    !isSame(local.compressedSize, entry.compressedSize) ||
    !isSame(local.uncompressedSize, entry.uncompressedSize)
  )
    throw new UnsafeArchiveError("its two headers do not agree", entry.fileName);
  return local.fileDataStart;
}

const STORED = 0;
const DEFLATED = 8;

/** What an entry holds, taken out in one step: a stream of its own for each small file takes many times as long. */
function contentIn(
  archive: Buffer,
  start: number,
  entry: ZipEntry,
  { maxBytes }: SizeLimits,
): Uint8Array {
  const { fileName, compressedSize, uncompressedSize, compressionMethod } = entry;
  const refuse = (why: string): Error => new UnsafeArchiveError(why, fileName);
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) throw refuse("it is encrypted");
  if (uncompressedSize > maxBytes) throw refuse(`it holds more than ${maxBytes} bytes`);
  const packed = archive.subarray(start, start + compressedSize);
  const wrongSize = "its content is not as long as its header says";
  if (compressionMethod === STORED) {
    if (packed.length !== uncompressedSize) throw refuse(wrongSize);
    return packed;
  }
  if (compressionMethod !== DEFLATED) throw refuse("it is packed in a way that is not known here");
  const { inflateRawSync } = process.getBuiltinModule("node:zlib");
  // One byte more than there may be, so that what is longer is found and not merely cut off.
  const content = inflateRawSync(packed, { maxOutputLength: uncompressedSize + 1 });
  if (content.length !== uncompressedSize) throw refuse(wrongSize);
  return content;
}

const TAR_FILES: ReadonlySet<string> = new Set(["File", "OldFile", "ContiguousFile"]);
const TAR_FOLDERS: ReadonlySet<string> = new Set(["Directory", "GNUDumpDir"]);

function tarKind(type: string): Entry["kind"] {
  if (TAR_FILES.has(type)) return "file";
  return TAR_FOLDERS.has(type) ? "folder" : "other";
}

const NOTHING = new Uint8Array();

async function readTar(
  source: Readable,
  limits: SizeLimits,
  keep: (entry: Entry) => Promise<void>,
): Promise<void> {
  const { Parser } = await import("tar");
  const found = new Tally(limits);
  await new Promise<void>((settle, reject) => {
    // Entries come one after the other, since each holds the stream until it is read.
    let work = Promise.resolve();
    let current: Readable | undefined;
    let hasFailed = false;
    const fail = (why: unknown): void => {
      if (hasFailed) return;
      hasFailed = true;
      source.destroy();
      current?.destroy();
      // Who hears of it takes the folder away, so that nothing may still be written into it.
      const end = (): void => reject(why instanceof Error ? why : new Error(String(why)));
      work.then(end, end);
    };
    const keepAfter = async (before: Promise<void>, entry: ReadEntry): Promise<void> => {
      await before;
      if (hasFailed) return;
      const content = (): Promise<Readable> | Uint8Array => {
        if (entry.size === 0) return NOTHING;
        if (hasFailed) return Promise.reject(new Error("the archive has ended"));
        // One that can be ended while it waits for bytes that will never come.
        current = entry.pipe(new PassThrough());
        return Promise.resolve(current);
      };
      await keep({ name: entry.path, kind: tarKind(entry.type), mode: entry.mode, content });
      entry.resume();
    };
    let isOver = false;
    const parser = new Parser({
      strict: true,
      // Asked when a header was read, long before its entry has its turn.
      filter: () => {
        try {
          found.addEntry();
        } catch (error) {
          fail(error);
        }
        return !hasFailed;
      },
      onReadEntry: (entry) => {
        work = keepAfter(work, entry);
        work.catch(fail);
      },
    });
    parser.on("error", fail);
    parser.on("end", () => {
      work.then(settle, fail);
    });
    source.on("error", fail);
    parser.on("eof", () => {
      isOver = true;
    });
    const take = (chunk: Buffer): void => {
      // What comes behind the end is only checked for being whole.
      if (isOver) return;
      if (!parser.write(chunk)) {
        source.pause();
        parser.once("drain", () => source.resume());
      }
    };
    source.on("data", guardListener(take, fail));
    source.on("end", () => parser.end());
  });
}
