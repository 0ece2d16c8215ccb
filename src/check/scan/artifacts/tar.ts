import {
  type ArchiveEntry,
  type ArchiveLimits,
  type ArchiveListing,
  type ArchiveProblem,
  judgeEntries,
} from "./archive.ts";
import { byteAt, decodeName, latin1 } from "./bytes.ts";

const BLOCK = 512;

/** Lists a tar archive with the long names that GNU and POSIX write into entries of their own. */
export function listTar(bytes: Uint8Array, limits: ArchiveLimits): ArchiveListing {
  const entries: ArchiveEntry[] = [];
  const problems: ArchiveProblem[] = [];
  let extra: { name?: string; target?: string } = {};
  let at = 0;
  while (at + BLOCK <= bytes.length && byteAt(bytes, at) !== 0) {
    const size = readNumber(bytes, at + 124, 12);
    const type = String.fromCharCode(byteAt(bytes, at + 156));
    const start = at + BLOCK;
    const content = bytes.subarray(start, start + size);
    if (!Number.isSafeInteger(size) || start + size > bytes.length)
      problems.push({ kind: "damaged", detail: "ends within an entry" });
    if (type === "L") extra.name = textOf(content);
    else if (type === "K") extra.target = textOf(content);
    else if (type === "x") Object.assign(extra, readRecords(content));
    else if (type !== "g") {
      entries.push(entryOf(bytes, at, { type, size, content, extra }));
      extra = {};
    }
    if (entries.length >= limits.entries) {
      problems.push({ kind: "too-many", detail: `holds more than ${limits.entries} entries` });
      break;
    }
    if (problems.some(({ kind }) => kind === "damaged")) break;
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return { entries, problems: [...problems, ...judgeEntries(entries, limits)] };
}

interface Header {
  readonly type: string;
  readonly size: number;
  readonly content: Uint8Array;
  readonly extra: { readonly name?: string; readonly target?: string };
}

function entryOf(bytes: Uint8Array, at: number, header: Header): ArchiveEntry {
  const { type, size, content, extra } = header;
  const prefix = latin1(bytes, at + 257, at + 262) === "ustar" ? textAt(bytes, at + 345, 155) : "";
  const short = textAt(bytes, at, 100);
  const name = extra.name ?? (prefix === "" ? short : `${prefix}/${short}`);
  const kind = kindOf(type, name);
  const isLink = kind === "link" || kind === "hard-link";
  return {
    name,
    kind,
    size,
    packedSize: size,
    mode: readNumber(bytes, at + 100, 8),
    isEncrypted: false,
    read: (limit) => content.subarray(0, limit),
    ...(isLink ? { target: extra.target ?? textAt(bytes, at + 157, 100) } : {}),
  };
}

function kindOf(type: string, name: string): ArchiveEntry["kind"] {
  if (type === "5" || type === "D") return "folder";
  if (type === "2") return "link";
  if (type === "1") return "hard-link";
  if (type === "3" || type === "4" || type === "6") return "device";
  return name.endsWith("/") ? "folder" : "file";
}

/** `length key=value` lines; only names matter here. */
function readRecords(content: Uint8Array): { readonly name?: string; readonly target?: string } {
  const found: { name?: string; target?: string } = {};
  let at = 0;
  while (at < content.length) {
    const blank = content.indexOf(32, at);
    const length = Number(latin1(content, at, blank === -1 ? at : blank));
    if (!Number.isSafeInteger(length) || length <= 0) break;
    const record = decodeName(content.subarray(blank + 1, at + length - 1));
    if (record.startsWith("path=")) found.name = record.slice(5);
    if (record.startsWith("linkpath=")) found.target = record.slice(9);
    at += length;
  }
  return found;
}

function textOf(content: Uint8Array): string {
  const end = content.indexOf(0);
  return decodeName(end === -1 ? content : content.subarray(0, end));
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return textOf(bytes.subarray(at, at + length));
}

/** Octal, or where the first bit is set, bytes of a large number. */
function readNumber(bytes: Uint8Array, at: number, length: number): number {
  if ((byteAt(bytes, at) & 0x80) === 0) {
    const digits = /[0-7]+/.exec(latin1(bytes, at, at + length));
    return digits === null ? 0 : Number.parseInt(digits[0], 8);
  }
  let value = byteAt(bytes, at) & 0x7f;
  for (let index = 1; index < length; index++) value = value * 256 + byteAt(bytes, at + index);
  return value;
}
