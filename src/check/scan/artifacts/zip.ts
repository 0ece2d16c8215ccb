import {
  type ArchiveEntry,
  type ArchiveLimits,
  type ArchiveListing,
  type ArchiveProblem,
  judgeEntries,
} from "./archive.ts";
import { decodeName, latin1, startsWith, uint16, uint32, uint64 } from "./bytes.ts";
import { inflate } from "./inflate.ts";

const END = "PK\u0005\u0006";
const CENTRAL = "PK\u0001\u0002";
const LOCAL = "PK\u0003\u0004";
const END_LENGTH = 22;
const LONGEST_COMMENT = 65_535;
const FILE_TYPE = 0o170000;
const LINK = 0o120000;
const STORED = 0;
const DEFLATED = 8;
/** Bits of an entry's flags. */
const ENCRYPTED = 1;
const SIZES_FOLLOW = 8;

interface Central {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  readonly mode: number | undefined;
  readonly offset: number;
}

/**
 * Lists a ZIP archive by its directory at the end, as programs that unpack do, and compares it with the headers in
 * front of each file, by which other programs go: where the two differ, somebody is shown something else.
 */
export function listZip(bytes: Uint8Array, limits: ArchiveLimits): ArchiveListing {
  const end = findEnd(bytes);
  if (end === -1)
    return { entries: [], problems: [{ kind: "damaged", detail: "has no directory" }] };
  const size = uint32(bytes, end + 12);
  const claimed = uint32(bytes, end + 16);
  // Where something stands in front of the archive, all offsets are short by its length.
  const shift = startsWith(bytes, CENTRAL, claimed) ? 0 : Math.max(0, end - size - claimed);
  const problems: ArchiveProblem[] = [];
  const centrals = readDirectory(bytes, claimed + shift, limits, problems);
  const entries = centrals.map((central) => entryOf(bytes, central, shift));
  problems.push(
    ...judgeEntries(entries, limits),
    ...centrals.flatMap((central) => compareHeaders(bytes, central, shift)),
    ...findHidden(bytes, centrals, shift, claimed + shift, limits),
  );
  if (centrals.length > 0 && !startsWith(bytes, LOCAL))
    problems.push({ kind: "text-in-front", detail: "begins with something else" });
  return { entries, problems };
}

function findEnd(bytes: Uint8Array): number {
  const least = Math.max(0, bytes.length - END_LENGTH - LONGEST_COMMENT);
  for (let at = bytes.length - END_LENGTH; at >= least; at--)
    if (startsWith(bytes, END, at)) return at;
  return -1;
}

function readDirectory(
  bytes: Uint8Array,
  start: number,
  limits: ArchiveLimits,
  problems: ArchiveProblem[],
): readonly Central[] {
  const centrals: Central[] = [];
  let at = start;
  while (startsWith(bytes, CENTRAL, at)) {
    if (centrals.length >= limits.entries) {
      problems.push({ kind: "too-many", detail: `holds more than ${limits.entries} entries` });
      break;
    }
    centrals.push(readCentral(bytes, at));
    at += 46 + uint16(bytes, at + 28) + uint16(bytes, at + 30) + uint16(bytes, at + 32);
  }
  if (centrals.length === 0 && !startsWith(bytes, END, start))
    problems.push({ kind: "damaged", detail: "has a directory that cannot be read" });
  return centrals;
}

function readCentral(bytes: Uint8Array, at: number): Central {
  const nameLength = uint16(bytes, at + 28);
  const madeOnUnix = uint16(bytes, at + 4) >> 8 === 3;
  const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + uint16(bytes, at + 30));
  const large = readLargeSizes(extra, [
    uint32(bytes, at + 24),
    uint32(bytes, at + 20),
    uint32(bytes, at + 42),
  ]);
  return {
    name: decodeName(bytes.subarray(at + 46, at + 46 + nameLength)),
    flags: uint16(bytes, at + 8),
    method: uint16(bytes, at + 10),
    size: large[0] ?? 0,
    packedSize: large[1] ?? 0,
    offset: large[2] ?? 0,
    mode: madeOnUnix ? uint32(bytes, at + 38) >>> 16 : undefined,
  };
}

const LARGE = 0xffffffff;

/** Numbers that do not fit stand in an extra field, in this order and only those. */
function readLargeSizes(extra: Uint8Array, numbers: readonly number[]): readonly number[] {
  let at = 0;
  while (at + 4 <= extra.length && uint16(extra, at) !== 1) at += 4 + uint16(extra, at + 2);
  if (at + 4 > extra.length) return numbers;
  let next = at + 4;
  return numbers.map((number) => {
    if (number !== LARGE) return number;
    next += 8;
    return uint64(extra, next - 8);
  });
}

function entryOf(bytes: Uint8Array, central: Central, shift: number): ArchiveEntry {
  const { name, mode, size, packedSize, flags } = central;
  const isLink = ((mode ?? 0) & FILE_TYPE) === LINK;
  const isEncrypted = (flags & ENCRYPTED) !== 0;
  const read = (limit: number): Uint8Array | undefined =>
    isEncrypted ? undefined : readContent(bytes, central, shift, limit);
  const target = isLink ? read(4096) : undefined;
  return {
    name,
    kind: isLink ? "link" : /[/\\]$/.test(name) ? "folder" : "file",
    size,
    packedSize,
    mode,
    isEncrypted,
    read,
    ...(target === undefined ? {} : { target: decodeName(target) }),
  };
}

function readContent(
  bytes: Uint8Array,
  { offset, method, packedSize }: Central,
  shift: number,
  limit: number,
): Uint8Array | undefined {
  const at = offset + shift;
  if (!startsWith(bytes, LOCAL, at)) return undefined;
  const start = at + 30 + uint16(bytes, at + 26) + uint16(bytes, at + 28);
  const packed = bytes.subarray(start, start + packedSize);
  if (method === STORED) return packed.subarray(0, limit);
  return method === DEFLATED ? inflate(packed, limit).bytes : undefined;
}

function compareHeaders(
  bytes: Uint8Array,
  central: Central,
  shift: number,
): readonly ArchiveProblem[] {
  const at = central.offset + shift;
  const differs = (detail: string): readonly ArchiveProblem[] => [
    { kind: "header-mismatch", entry: central.name, detail },
  ];
  if (!startsWith(bytes, LOCAL, at)) return differs("has no header where the directory says");
  const name = decodeName(bytes.subarray(at + 30, at + 30 + uint16(bytes, at + 26)));
  if (name !== central.name) return differs(`is called \`${name}\` in its own header`);
  if (uint16(bytes, at + 8) !== central.method)
    return differs("is packed in another way by its own header");
  const size = uint32(bytes, at + 22);
  const isKnown = (uint16(bytes, at + 6) & SIZES_FOLLOW) === 0 && size !== LARGE;
  if (isKnown && size !== central.size) return differs("has another size in its own header");
  return [];
}

/** Files that stand in the archive but not in its directory. */
function findHidden(
  bytes: Uint8Array,
  centrals: readonly Central[],
  shift: number,
  end: number,
  limits: ArchiveLimits,
): readonly ArchiveProblem[] {
  const places = centrals.map(({ offset }) => offset + shift).sort((a, b) => a - b);
  const known = new Set(places);
  const nextKnown = (from: number): number => places.find((place) => place > from) ?? end;
  let at = places[0] ?? 0;
  for (let count = 0; count < limits.entries && at < end; count++) {
    if (!startsWith(bytes, LOCAL, at)) return [];
    const flags = uint16(bytes, at + 6);
    const header = at + 30 + uint16(bytes, at + 26) + uint16(bytes, at + 28);
    if (!known.has(at)) {
      const entry = latin1(bytes, at + 30, at + 30 + uint16(bytes, at + 26));
      return [{ kind: "hidden-entry", entry, detail: "is not in the directory of the archive" }];
    }
    // Without the size in front, the next header is where the directory says.
    const next = header + uint32(bytes, at + 18);
    at = (flags & SIZES_FOLLOW) === 0 ? next : nextKnown(at);
  }
  return [];
}
