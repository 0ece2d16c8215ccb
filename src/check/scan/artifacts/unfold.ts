import {
  ARCHIVE_LIMITS,
  type ArchiveEntry,
  type ArchiveLimits,
  type ArchiveListing,
  type ArchiveProblem,
} from "./archive.ts";
import { isPasswordProtected } from "./closed-archive.ts";
import { gunzip } from "./gzip.ts";
import { type ArtifactKind, KINDS } from "./kinds.ts";
import { sniff } from "./sniff.ts";
import { listTar } from "./tar.ts";
import { listZip } from "./zip.ts";

export interface RawFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode?: number | undefined;
}

/** A file out of an archive; its path is that of the archive, `!/`, and its own. */
export interface InnerFile extends RawFile {
  readonly kind: ArtifactKind;
}

export interface ArchiveReport {
  readonly path: string;
  readonly kind: ArtifactKind;
  /** A document or a program that is written as an archive, such as `.docx` or `.jar`. */
  readonly isContainer: boolean;
  readonly names: readonly string[];
  readonly problems: readonly ArchiveProblem[];
}

export interface Unfolded {
  readonly files: readonly InnerFile[];
  readonly archives: readonly ArchiveReport[];
}

/** Files by which an archive is known to be a document, a package or a program of its own. */
const CONTAINER =
  /^(?:\[Content_Types\]\.xml|mimetype|META-INF\/MANIFEST\.MF|[^/]+\.dist-info\/WHEEL|AndroidManifest\.xml)$/;

interface Work {
  readonly limits: ArchiveLimits;
  readonly files: InnerFile[];
  readonly archives: ArchiveReport[];
  budget: number;
}

/** Opens archives, and those within them, up to limits on number, bytes and depth. Nothing is written. */
export function unfold(
  files: readonly RawFile[],
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Unfolded {
  const work: Work = { limits, files: [], archives: [], budget: limits.totalBytes };
  for (const file of files) open(file, 0, work);
  return { files: work.files, archives: work.archives };
}

function open(file: RawFile, depth: number, work: Work): void {
  const kind = sniff(file.bytes);
  if (KINDS[kind].group !== "archive") return;
  const problems: ArchiveProblem[] = [];
  const listing = list(file, kind, work, problems);
  const names = listing.entries.map(({ name }) => name);
  const isContainer = names.some((name) => CONTAINER.test(name));
  if (depth >= work.limits.depth)
    problems.push({ kind: "too-deep", detail: `is an archive ${depth} archives deep` });
  else for (const entry of listing.entries) openEntry(file, entry, depth, work, problems);
  problems.push(...listing.problems);
  work.archives.push({ path: file.path, kind, isContainer, names, problems });
}

function openEntry(
  archive: RawFile,
  entry: ArchiveEntry,
  depth: number,
  work: Work,
  problems: ArchiveProblem[],
): void {
  if (entry.kind !== "file" || entry.isEncrypted) return;
  const limit = Math.min(work.limits.entryBytes, work.budget);
  if (limit === 0) {
    problems.push({ kind: "too-many", detail: "holds more than is read of archives" });
    return;
  }
  const bytes = entry.read(limit);
  if (bytes === undefined) {
    problems.push({ kind: "unreadable", entry: entry.name, detail: "was not read" });
    return;
  }
  work.budget -= bytes.length;
  if (bytes.length > entry.size)
    problems.push({
      kind: "bomb",
      entry: entry.name,
      detail: `claims to hold ${entry.size} bytes and holds more`,
    });
  if (bytes.length < entry.size)
    problems.push({
      kind: "cut",
      entry: entry.name,
      detail: `was read up to ${bytes.length} bytes`,
    });
  const file = { path: `${archive.path}!/${entry.name}`, bytes, mode: entry.mode };
  work.files.push({ ...file, kind: sniff(bytes) });
  open(file, depth + 1, work);
}

function list(
  file: RawFile,
  kind: ArtifactKind,
  work: Work,
  problems: ArchiveProblem[],
): ArchiveListing {
  const { bytes } = file;
  if (kind === "zip") return listZip(bytes, work.limits);
  if (kind === "tar") return listTar(bytes, work.limits);
  if (kind === "gzip") return listGzip(file, work, problems);
  if ((kind === "7z" || kind === "rar") && isPasswordProtected(kind, bytes))
    problems.push({ kind: "encrypted", detail: "can be read with a password only" });
  else problems.push({ kind: "unreadable", detail: "cannot be listed" });
  return { entries: [], problems: [] };
}

function listGzip(file: RawFile, work: Work, problems: ArchiveProblem[]): ArchiveListing {
  const { limits } = work;
  const { bytes, end } = gunzip(file.bytes, work.budget);
  if (end === "damaged") problems.push({ kind: "damaged", detail: "is damaged" });
  if (end === "limit") {
    const isBomb = bytes.length > file.bytes.length * limits.ratio;
    const detail = `grows from ${file.bytes.length} to more than ${bytes.length} bytes`;
    problems.push({ kind: isBomb ? "bomb" : "cut", detail });
  }
  if (sniff(bytes) !== "tar") return { entries: [singleEntry(file, bytes)], problems: [] };
  work.budget -= bytes.length;
  const listing = listTar(bytes, limits);
  if (end === "whole") return listing;
  // The last entry is cut by us, not by its author.
  return { ...listing, problems: listing.problems.filter(({ kind }) => kind !== "damaged") };
}

function singleEntry({ path, bytes: packed }: RawFile, bytes: Uint8Array): ArchiveEntry {
  const name = (path.split("/").at(-1) ?? path).replace(/\.t?gz$/i, "");
  return {
    name,
    kind: "file",
    size: bytes.length,
    packedSize: packed.length,
    mode: undefined,
    isEncrypted: false,
    read: (limit) => bytes.subarray(0, limit),
  };
}
