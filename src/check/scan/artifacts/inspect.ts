import type { ScanContext } from "../context.ts";
import { textOfFile } from "../decode.ts";
import type { ArchiveProblemKind } from "./archive.ts";
import type { ScanFile } from "../skill-files.ts";
import { traitsOf, type DocumentTrait } from "./document.ts";
import { type Tail, tailOf } from "./image.ts";
import { type ArtifactKind, KINDS } from "./kinds.ts";
import { sniff } from "./sniff.ts";
import { type ArchiveReport, type InnerFile, type RawFile, unfold } from "./unfold.ts";

/** A file of the skill or of an archive in it, and what it is. */
export interface Artifact {
  /** With `!/` behind each archive on the way. */
  readonly path: string;
  /** The file of the skill itself, to which a finding points. */
  readonly file: string;
  readonly kind: ArtifactKind;
  readonly bytes: Uint8Array;
  readonly mode: number | undefined;
  /** The part behind the last dot, in lower case. */
  readonly ending: string;
  readonly traits: ReadonlySet<DocumentTrait>;
  readonly tail: Tail | undefined;
}

export interface ArtifactReport {
  readonly artifacts: readonly Artifact[];
  readonly archives: readonly ArchiveReport[];
  /** Files with an archive of which a part was not read. */
  readonly closed: readonly string[];
}

/** Stands between the path of an archive and the name of a file in it. */
export const INSIDE = "!/";

export function fileOf(path: string): string {
  const at = path.indexOf(INSIDE);
  return at === -1 ? path : path.slice(0, at);
}

export function endingOf(path: string): string {
  const name = path.split("/").at(-1) ?? path;
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

export function bytesOf({ content }: ScanFile): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

/** Files of the skill as they lie in its folder, without those that came out of an archive. */
function rawFiles(files: readonly ScanFile[]): readonly RawFile[] {
  return files
    .filter(({ path, link }) => link === undefined && !path.includes(INSIDE))
    .map((file) => ({ path: file.path, bytes: bytesOf(file), mode: file.mode }));
}

export function inspectArtifacts({ files }: ScanContext): ArtifactReport {
  const raw = rawFiles(files);
  const { files: inner, archives } = unfold(raw);
  const artifacts = [
    ...raw.map((file) => artifactOf({ ...file, kind: sniff(file.bytes) }, inner)),
    ...inner.map((file) => artifactOf(file, inner)),
  ];
  const closed = archives
    .filter(({ problems }) => problems.some(({ kind }) => UNREAD.has(kind)))
    .map(({ path }) => fileOf(path));
  return { artifacts, archives, closed: [...new Set(closed)] };
}

/** Problems for which something in an archive was not looked at. */
const UNREAD: ReadonlySet<ArchiveProblemKind> = new Set([
  "encrypted",
  "bomb",
  "too-deep",
  "unreadable",
  "too-many",
  "damaged",
  "cut",
]);

function artifactOf(file: InnerFile, inner: readonly InnerFile[]): Artifact {
  const { path, bytes, kind } = file;
  const isOffice = kind === "zip";
  const within = isOffice ? inner.filter((other) => other.path.startsWith(path + INSIDE)) : [];
  return {
    path,
    file: fileOf(path),
    kind,
    bytes,
    mode: file.mode,
    ending: endingOf(path),
    traits: traitsOf(kind, bytes, within),
    tail: tailOf(kind, bytes),
  };
}

/** The texts that stand in archives, as files of the skill, so that every rule reads them. */
export function textsInArchives(files: readonly ScanFile[]): readonly ScanFile[] {
  const raw = rawFiles(files).filter(({ bytes }) => KINDS[sniff(bytes)].group === "archive");
  if (raw.length === 0) return [];
  const { files: inner, archives } = unfold(raw);
  // What a word processor writes into its documents is no instruction to anybody.
  const containers = archives.filter(({ isContainer }) => isContainer).map(({ path }) => path);
  return inner
    .filter(({ path, bytes }) => bytes.length > 0 && textOfFile(path, bytes) !== undefined)
    .filter(({ path }) => !containers.some((container) => path.startsWith(container + INSIDE)))
    .map(({ path, bytes, mode }) => ({
      path,
      content: bytes,
      ...(mode === undefined ? {} : { mode }),
    }));
}

/** The text of a file in an archive, by its path with `!/`; undefined where there is none. */
export function textOfEntry(files: readonly ScanFile[], path: string): string | undefined {
  const archive = files.filter((file) => file.path === fileOf(path));
  const entry = textsInArchives(archive).find((file) => file.path === path);
  return entry === undefined ? undefined : textOfFile(path, entry.content);
}
