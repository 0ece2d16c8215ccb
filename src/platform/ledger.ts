import { type Stamp, takeStamp } from "./files.ts";

/** File systems have clocks as coarse as two seconds. */
const SETTLED_AFTER = 2500;
const STAMP_SIZE = 5;
/** Between texts: no path holds it, and JSON writes it otherwise. */
const NUL = 0;

/**
 * True when a later change must show in the stamp. What changed just now may change again within the same
 * tick of the file system's clock, so its stamp proves nothing.
 */
export function isStable(stamp: Stamp, now: number): boolean {
  return Math.max(stamp.modified, stamp.changed) < now - SETTLED_AFTER;
}

/** Texts about paths, each with the stamp that the path had when it was written down. */
export interface Ledger {
  /** The number of the record about a path; undefined where there is none, or the stamp is another. */
  find(path: string, stamp: Stamp): number | undefined;
  /** The number of the record about a path, whatever its stamp. */
  findPath(path: string): number | undefined;
  hasStamp(record: number, stamp: Stamp): boolean;
  text(record: number, field: number): string;
  /** Takes a record over into the next ledger. */
  keep(record: number): void;
  /** Puts a new record into the next ledger. */
  add(path: string, stamp: Stamp, texts: readonly string[]): void;
  /** Whether the next ledger says something else than this one. */
  hasChanged(): boolean;
  encode(): EncodedLedger;
  /** The paths and stamps of the next ledger, without its texts. */
  places(): EncodedLedger;
}

/**
 * A ledger as it is stored: numbers apart from texts, since reading numbers as text is slow, and texts as UTF-8, since one
 * character would make a string of all of them twice as long.
 */
export interface EncodedLedger {
  readonly count: number;
  /** The path and the texts of each record, one after the other. */
  readonly text: Uint8Array;
  readonly stamps: Float64Array;
}

export const emptyLedger: EncodedLedger = {
  count: 0,
  text: new Uint8Array(),
  stamps: new Float64Array(),
};

interface NewRecord {
  readonly stamp: Stamp;
  readonly texts: readonly string[];
}

/** Opens a ledger whose records have `fields` texts beside the path. */
export function openLedger(encoded: EncodedLedger, fields: number): Ledger {
  const { count, stamps } = encoded;
  const width = fields + 1;
  const texts = splitTexts(encoded, width);
  const next: (number | NewRecord)[] = [];
  let added = 0;
  let numbers: Map<string, number> | undefined;
  let cursor = 0;
  const findPath = (path: string): number | undefined => {
    // Mostly the same paths come in the same order as before.
    if (cursor < count && texts.at(cursor * width) === path) return cursor++;
    numbers ??= numberPaths(texts, count, width);
    const found = numbers.get(path);
    if (found !== undefined) cursor = found + 1;
    return found;
  };
  return {
    findPath,
    hasStamp: (record, stamp) => isSame(stamps, record, stamp),
    find: (path, stamp) => {
      const found = findPath(path);
      return found !== undefined && isSame(stamps, found, stamp) ? found : undefined;
    },
    text: (record, field) => texts.at(record * width + 1 + field),
    keep: (record) => next.push(record),
    add: (path, stamp, values) => {
      added++;
      next.push({ stamp, texts: [path, ...values] });
    },
    hasChanged: () => added > 0 || next.length !== count,
    encode: () => encode(next, { texts, stamps, width }, width),
    places: () => encode(next, { texts, stamps, width }, 1),
  };
}

/** The texts of a ledger by their numbers, each decoded where it is asked for. */
interface Texts {
  at(number: number): string;
  bytesAt(number: number): Uint8Array;
}

function splitTexts({ count, text }: EncodedLedger, width: number): Texts {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const ends = new Uint32Array(count * width);
  let end = -1;
  for (let number = 0; number < ends.length; number++) {
    end = bytes.indexOf(NUL, end + 1);
    if (end === -1) end = bytes.length;
    ends[number] = end;
  }
  const startOf = (number: number): number => (number === 0 ? 0 : (ends[number - 1] ?? 0) + 1);
  return {
    at: (number) => bytes.toString("utf8", startOf(number), ends[number]),
    bytesAt: (number) => bytes.subarray(startOf(number), ends[number]),
  };
}

/** Whether everything that places name has the stamp of before. */
export function areUnchanged({ count, text, stamps }: EncodedLedger): boolean {
  const paths = count === 0 ? [] : new TextDecoder().decode(text).split("\0");
  return paths.every((path, record) => {
    const stamp = takeStamp(path);
    return stamp !== undefined && isSame(stamps, record, stamp);
  });
}

/** Places of several ledgers as one. */
export function joinPlaces(parts: readonly EncodedLedger[]): EncodedLedger {
  const filled = parts.filter(({ count }) => count > 0);
  const stamps = new Float64Array(filled.reduce((sum, part) => sum + part.stamps.length, 0));
  let count = 0;
  for (const part of filled) {
    stamps.set(part.stamps, count * STAMP_SIZE);
    count += part.count;
  }
  return { count, text: joinTexts(filled.map(({ text }) => text)), stamps };
}

/** Written into one piece of memory of the right size: a text of all of them would be there several times over. */
function joinTexts(texts: readonly (string | Uint8Array)[]): Uint8Array {
  const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, -1);
  const joined = Buffer.allocUnsafe(Math.max(0, size));
  let at = 0;
  for (const text of texts) {
    if (at > 0) joined[at - 1] = NUL;
    if (typeof text === "string") at += joined.write(text, at) + 1;
    else {
      joined.set(text, at);
      at += text.length + 1;
    }
  }
  return joined;
}

function numberPaths(texts: Texts, count: number, width: number): Map<string, number> {
  const numbers = new Map<string, number>();
  for (let record = 0; record < count; record++) numbers.set(texts.at(record * width), record);
  return numbers;
}

function isSame(stamps: Float64Array, record: number, stamp: Stamp): boolean {
  const at = record * STAMP_SIZE;
  return (
    stamps[at] === stamp.device &&
    stamps[at + 1] === stamp.inode &&
    stamps[at + 2] === stamp.size &&
    stamps[at + 3] === stamp.modified &&
    stamps[at + 4] === stamp.changed
  );
}

interface OldRecords {
  readonly texts: Texts;
  readonly stamps: Float64Array;
  /** How many texts a record has, its path among them. */
  readonly width: number;
}

function encode(
  records: readonly (number | NewRecord)[],
  { texts, stamps, width }: OldRecords,
  first: number,
): EncodedLedger {
  const values: (string | Uint8Array)[] = [];
  const numbers = new Float64Array(records.length * STAMP_SIZE);
  for (const [index, record] of records.entries()) {
    const at = index * STAMP_SIZE;
    if (typeof record === "number") {
      for (let field = 0; field < first; field++)
        values.push(texts.bytesAt(record * width + field));
      numbers.set(stamps.subarray(record * STAMP_SIZE, (record + 1) * STAMP_SIZE), at);
    } else {
      const { device, inode, size, modified, changed } = record.stamp;
      for (const text of record.texts.slice(0, first)) values.push(text);
      numbers.set([device, inode, size, modified, changed], at);
    }
  }
  return { count: records.length, text: joinTexts(values), stamps: numbers };
}
