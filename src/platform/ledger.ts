import type { Stamp } from "./files.ts";

/** File systems have clocks as coarse as two seconds. */
const SETTLED_AFTER = 2500;
const STAMP_SIZE = 5;
const SEPARATOR = "\0";

/**
 * True when a later change must show in the stamp. What changed just now may change again within the same
 * tick of the file system's clock, so its stamp proves nothing.
 */
export function isSettled(stamp: Stamp, now: number): boolean {
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
  /** The next ledger. */
  encode(): EncodedLedger;
}

/** A ledger as it is stored: numbers apart from texts, since reading numbers as text is slow. */
export interface EncodedLedger {
  readonly count: number;
  /** The path and the texts of each record, one after the other. */
  readonly text: string;
  readonly stamps: Float64Array;
}

export const emptyLedger: EncodedLedger = { count: 0, text: "", stamps: new Float64Array() };

interface NewRecord {
  readonly stamp: Stamp;
  readonly texts: readonly string[];
}

/** Opens a ledger whose records have `fields` texts beside the path. */
export function openLedger(encoded: EncodedLedger, fields: number): Ledger {
  const { count, stamps } = encoded;
  const width = fields + 1;
  const texts = count === 0 ? [] : encoded.text.split(SEPARATOR);
  const next: (number | NewRecord)[] = [];
  let added = 0;
  let numbers: Map<string, number> | undefined;
  let cursor = 0;
  const findPath = (path: string): number | undefined => {
    // Mostly the same paths come in the same order as before.
    if (cursor < count && texts[cursor * width] === path) return cursor++;
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
    text: (record, field) => texts[record * width + 1 + field] ?? "",
    keep: (record) => next.push(record),
    add: (path, stamp, values) => {
      added++;
      next.push({ stamp, texts: [path, ...values] });
    },
    hasChanged: () => added > 0 || next.length !== count,
    encode: () => encode(next, texts, stamps, width),
  };
}

function numberPaths(texts: readonly string[], count: number, width: number): Map<string, number> {
  const numbers = new Map<string, number>();
  for (let record = 0; record < count; record++)
    numbers.set(texts[record * width] as string, record);
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

function encode(
  records: readonly (number | NewRecord)[],
  texts: readonly string[],
  stamps: Float64Array,
  width: number,
): EncodedLedger {
  const values: string[] = [];
  const numbers = new Float64Array(records.length * STAMP_SIZE);
  for (const [index, record] of records.entries()) {
    const at = index * STAMP_SIZE;
    if (typeof record === "number") {
      values.push(...texts.slice(record * width, (record + 1) * width));
      numbers.set(stamps.subarray(record * STAMP_SIZE, (record + 1) * STAMP_SIZE), at);
    } else {
      const { device, inode, size, modified, changed } = record.stamp;
      values.push(...record.texts);
      numbers.set([device, inode, size, modified, changed], at);
    }
  }
  return { count: records.length, text: values.join(SEPARATOR), stamps: numbers };
}
