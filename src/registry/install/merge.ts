import { isUtf8 } from "node:buffer";
import type { SkillFile } from "../package/skill-file.ts";
import { comparePaths } from "../package/skill-file.ts";
import { SIGNATURE_FILES } from "../sign/signature.ts";
import { toFetched } from "../sources/fetched-files.ts";
import type { FetchedFile } from "../sources/fetched.ts";
import { joinManifest } from "./merge-manifest.ts";
import { joinLines, type Preference } from "./merge-text.ts";

export type { Preference } from "./merge-text.ts";

/** Changes on both sides that cannot be joined. */
export interface MergeConflict {
  readonly path: string;
  readonly kind: "text" | "binary" | "deleted-here" | "deleted-there" | "added-twice";
  /** Text with both sides between marks; absent for what is no text. */
  readonly marked?: string;
}

export interface MergeResult {
  readonly files: readonly FetchedFile[];
  readonly conflicts: readonly MergeConflict[];
  /** Files that are not as published. */
  readonly kept: readonly string[];
}

interface Sides {
  readonly base: SkillFile | undefined;
  readonly local: SkillFile | undefined;
  readonly next: SkillFile | undefined;
}

/**
 * Joins what somebody changed in an installed skill with its new version, file by file, field by field and line by line. A signature
 * counts only for what was signed, so it goes where anything differs.
 */
export async function mergeSkill(
  sides: {
    readonly base: readonly SkillFile[];
    readonly local: readonly SkillFile[];
    readonly next: readonly SkillFile[];
  },
  preference?: Preference,
): Promise<MergeResult> {
  const [base, local, next] = [sides.base, sides.local, sides.next].map(byPath);
  const paths = new Set([sides.base, sides.local, sides.next].flat().map(({ path }) => path));
  for (const path of SIGNATURE_FILES) paths.delete(path);
  const files: SkillFile[] = [];
  const conflicts: MergeConflict[] = [];
  for (const path of [...paths].toSorted(comparePaths)) {
    const three = { base: base?.get(path), local: local?.get(path), next: next?.get(path) };
    const joined = await joinFile(path, three, preference);
    if (joined.conflict !== undefined) conflicts.push(joined.conflict);
    if (joined.file !== undefined) files.push(joined.file);
  }
  const kept = differing(files, next ?? new Map());
  const signatures = sides.next.filter(
    ({ path }) => kept.length === 0 && SIGNATURE_FILES.has(path),
  );
  return { files: [...files, ...signatures].map(toFetched), conflicts, kept };
}

function byPath(files: readonly SkillFile[]): ReadonlyMap<string, SkillFile> {
  return new Map(files.map((file) => [file.path, file]));
}

function differing(
  files: readonly SkillFile[],
  next: ReadonlyMap<string, SkillFile>,
): readonly string[] {
  const there = new Set(files.map(({ path }) => path));
  return [
    ...files.filter((file) => !isSame(file, next.get(file.path))).map(({ path }) => path),
    ...[...next.keys()].filter((path) => !there.has(path) && !SIGNATURE_FILES.has(path)),
  ];
}

function isSame(a: SkillFile | undefined, b: SkillFile | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    (a.isExecutable ?? false) === (b.isExecutable ?? false) &&
    Buffer.compare(a.bytes, b.bytes) === 0
  );
}

interface JoinedText {
  readonly file: SkillFile | undefined;
  readonly conflict?: MergeConflict;
}

async function joinFile(
  path: string,
  { base, local, next }: Sides,
  preference: Preference | undefined,
): Promise<JoinedText> {
  if (isSame(local, next) || isSame(local, base)) return { file: next };
  if (isSame(next, base)) return { file: local };
  const preferred = preference === "local" ? local : next;
  if (local === undefined || next === undefined) {
    const kind = local === undefined ? "deleted-here" : "deleted-there";
    if (preference !== undefined) return { file: preferred };
    return { file: local ?? next, conflict: { path, kind } };
  }
  const isExecutable = joinRight(base, local, next);
  const texts = [base ?? { path, bytes: new Uint8Array() }, local, next].map(textOf);
  const [old, ours, theirs] = texts;
  if (old === undefined || ours === undefined || theirs === undefined) {
    if (isSameBytes(local, base)) return { file: { ...next, isExecutable } };
    if (isSameBytes(next, base)) return { file: { ...local, isExecutable } };
    if (preferred !== undefined && preference !== undefined) return { file: preferred };
    return { file: local, conflict: { path, kind: "binary" } };
  }
  const join = path === "SKILL.md" ? joinManifest : joinLines;
  const merged = await join({ base: old, local: ours, next: theirs }, preference);
  const file = { path, bytes: Buffer.from(merged.text), isExecutable };
  if (!merged.hasConflict) return { file };
  const kind = base === undefined ? "added-twice" : "text";
  return { file, conflict: { path, kind, marked: merged.text } };
}

function isSameBytes(a: SkillFile, b: SkillFile | undefined): boolean {
  return b !== undefined && Buffer.compare(a.bytes, b.bytes) === 0;
}

/** Who changed the right to run it wins; both can only have changed it alike. */
function joinRight(base: SkillFile | undefined, local: SkillFile, next: SkillFile): boolean {
  const [old = false, ours = false, theirs = false] = [base, local, next].map(
    (file) => file?.isExecutable,
  );
  return ours === old ? theirs : ours;
}

/** Comparing takes time by the square of the lines; no instructions are that long. */
const MOST_TEXT = 1_000_000;

function textOf({ bytes }: SkillFile): string | undefined {
  if (bytes.length > MOST_TEXT || !isUtf8(bytes) || bytes.includes(0)) return undefined;
  return Buffer.from(bytes).toString("utf8");
}
