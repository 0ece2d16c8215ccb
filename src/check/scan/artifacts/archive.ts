import { normalizeText } from "../../../skill/index.ts";

/** One thing in an archive, whatever the kind of archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "hard-link" | "device";
  /** As the archive claims it. */
  readonly size: number;
  readonly packedSize: number;
  readonly mode: number | undefined;
  /** Where a link leads, as written. */
  readonly target?: string;
  readonly isEncrypted: boolean;
  /** The content up to a limit; undefined where it cannot be read. */
  readonly read: (limit: number) => Uint8Array | undefined;
}

export type ArchiveProblemKind =
  | "encrypted"
  | "leads-out"
  | "odd-name"
  | "link-out"
  | "device"
  | "duplicate"
  | "case-collision"
  | "header-mismatch"
  | "hidden-entry"
  | "text-in-front"
  | "privileged-mode"
  | "bomb"
  | "too-many"
  | "too-deep"
  | "cut"
  | "damaged"
  | "unreadable";

export interface ArchiveProblem {
  readonly kind: ArchiveProblemKind;
  /** The entry that is the reason, where it is one. */
  readonly entry?: string;
  /** What exactly, to stand in a sentence. */
  readonly detail: string;
}

export interface ArchiveListing {
  readonly entries: readonly ArchiveEntry[];
  readonly problems: readonly ArchiveProblem[];
}

export interface ArchiveLimits {
  /** Entries that are listed. */
  readonly entries: number;
  /** Bytes that are unpacked of one entry. */
  readonly entryBytes: number;
  /** Bytes that are unpacked of all archives of a skill together. */
  readonly totalBytes: number;
  /** Archives within archives. */
  readonly depth: number;
  /** How many times larger an entry may be than its packed form. */
  readonly ratio: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 2000,
  entryBytes: 1_000_000,
  totalBytes: 4_000_000,
  depth: 3,
  ratio: 200,
};

/** Small files of one repeated letter shrink a lot without being a bomb. */
const SMALLEST_BOMB = 10_000_000;
const PRIVILEGED = 0o6000;

/** What is wrong with the entries taken together, and with each by its name and kind. */
export function judgeEntries(
  entries: readonly ArchiveEntry[],
  limits: ArchiveLimits,
): readonly ArchiveProblem[] {
  return [
    ...entries.flatMap((entry) => judgeEntry(entry, limits)),
    ...findCollisions(entries),
    ...judgeSum(entries, limits),
  ];
}

function judgeEntry(entry: ArchiveEntry, limits: ArchiveLimits): readonly ArchiveProblem[] {
  const { name } = entry;
  const problems: ArchiveProblem[] = [];
  const add = (kind: ArchiveProblemKind, detail: string): void => {
    problems.push({ kind, entry: name, detail });
  };
  if (entry.isEncrypted) add("encrypted", "can be read with a password only");
  if (leadsOut(name)) add("leads-out", "has a name that leads out of the archive");
  else if (/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/.test(name))
    add("odd-name", "has hidden characters in its name");
  if (entry.kind === "device") add("device", "is a device");
  if (entry.target !== undefined && linkLeadsOut(name, entry))
    add("link-out", `links to \`${entry.target}\`, outside of the archive`);
  if (((entry.mode ?? 0) & PRIVILEGED) !== 0 && entry.kind === "file")
    add("privileged-mode", "would run with the rights of its owner");
  if (entry.size >= SMALLEST_BOMB && entry.size > entry.packedSize * limits.ratio)
    add("bomb", `would grow from ${entry.packedSize} to ${entry.size} bytes`);
  return problems;
}

/** Whether a name leads above the folder into which the archive is unpacked, on any system. */
export function leadsOut(name: string): boolean {
  if (/^(?:[A-Za-z]:|[/\\])/.test(name)) return true;
  let depth = 0;
  for (const part of name.split(/[/\\]/)) {
    if (part === "..") depth--;
    else if (part !== "" && part !== ".") depth++;
    if (depth < 0) return true;
  }
  return false;
}

function linkLeadsOut(name: string, { target = "", kind }: ArchiveEntry): boolean {
  if (kind === "hard-link" || /^(?:[A-Za-z]:|[/\\])/.test(target)) return leadsOut(target);
  const folder = name.split("/").slice(0, -1).join("/");
  return leadsOut(folder === "" ? target : `${folder}/${target}`);
}

function findCollisions(entries: readonly ArchiveEntry[]): readonly ArchiveProblem[] {
  const exact = new Set<string>();
  const folded = new Map<string, string>();
  const problems: ArchiveProblem[] = [];
  for (const { name, kind } of entries) {
    if (kind === "folder") continue;
    const key = normalizeText(name, "NFC").toLowerCase();
    const other = folded.get(key);
    if (exact.has(name))
      problems.push({ kind: "duplicate", entry: name, detail: "is there twice under one name" });
    else if (other !== undefined)
      problems.push({
        kind: "case-collision",
        entry: name,
        detail: `is the same file as \`${other}\` on systems that do not tell case`,
      });
    exact.add(name);
    folded.set(key, name);
  }
  return problems;
}

function judgeSum(
  entries: readonly ArchiveEntry[],
  limits: ArchiveLimits,
): readonly ArchiveProblem[] {
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  const packed = entries.reduce((sum, entry) => sum + entry.packedSize, 0);
  if (size < SMALLEST_BOMB || size <= packed * limits.ratio) return [];
  return [{ kind: "bomb", detail: `would grow from ${packed} to ${size} bytes` }];
}
