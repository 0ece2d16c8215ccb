import { randomBytes } from "node:crypto";
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  renameSync,
  type Stats,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../failure.ts";
import { fileExists, makeFolder, readText, writeFileAtomically } from "../files.ts";
import { syncFolder } from "../folder/sync.ts";
import { isTakenNow, syncFiles, type TreeFile, writeUnsynced } from "./place.ts";

/** What a place below a folder shall hold. */
export type Content =
  | { readonly kind: "folder"; readonly files: readonly TreeFile[] }
  | { readonly kind: "file"; readonly bytes: string | Uint8Array }
  | { readonly kind: "link"; readonly to: string }
  | { readonly kind: "nothing" };

export interface Change {
  /** Below the folder, with `/` between parts that the caller checked to be plain names. */
  readonly path: string;
  readonly content: Content;
}

interface Step {
  readonly path: string;
  readonly kind: Content["kind"];
}

interface Journal {
  readonly version: 1;
  readonly stage: string;
  /** The stage as the file system knows it; a copy of the folder, such as a clone of a repository, has another one. */
  readonly identity: string;
  readonly steps: readonly Step[];
}

const JOURNAL = "journal.json";
const STAGE = /^stage-[0-9a-f]{16}$/;

/**
 * Makes all changes in a folder or none, whatever happens to the process meanwhile: everything is made ready beside
 * its place, then a journal is written, and from then on every step can be taken again until all are done. `inner` is
 * a folder in it for what is not ready. The caller keeps others from doing the same at once.
 */
export async function changeFolder(
  root: string,
  inner: string,
  changes: readonly Change[],
): Promise<void> {
  const own = join(root, inner);
  makeFolder(own);
  await applyOrUndo(root, own, await prepare(root, own, changes));
}

/** Makes everything ready, and writes the journal. */
async function prepare(root: string, own: string, changes: readonly Change[]): Promise<Journal> {
  const name = `stage-${randomBytes(8).toString("hex")}`;
  const stage = join(own, name);
  try {
    mkdirSync(join(stage, "new"), { recursive: true });
    mkdirSync(join(stage, "old"));
    const identity = readIdentity(stage);
    if (identity === undefined) throw new Error(`\`${stage}\` is no folder`);
    const journal: Journal = { version: 1, stage: name, identity, steps: toSteps(changes) };
    await syncFiles(changes.flatMap((change, index) => prepareTarget(root, stage, index, change)));
    await syncFolder(join(stage, "new"));
    writeFileAtomically(join(own, JOURNAL), `${JSON.stringify(journal)}\n`);
    await syncFolder(own);
    return journal;
  } catch (error) {
    await rm(stage, { recursive: true, force: true });
    throw error;
  }
}

function toSteps(changes: readonly Change[]): readonly Step[] {
  return changes.map(({ path, content }) => ({ path, kind: content.kind }));
}

/** Gives the files that were written, none of which is synced yet. */
function prepareTarget(
  root: string,
  stage: string,
  index: number,
  { path, content }: Change,
): readonly string[] {
  const place = join(stage, "new", String(index));
  if (content.kind === "folder") return writeUnsynced(place, content.files);
  if (content.kind === "link") symlinkSync(content.to, place, "junction");
  if (content.kind !== "file") return [];
  writeFileSync(place, content.bytes, { flag: "wx" });
  const before = resolvePlace(root, path);
  if (!fileExists(before)) return [place];
  // A file is replaced in one step, so what it was is kept before.
  const kept = join(stage, "old", String(index));
  copyFileSync(before, kept);
  return [place, kept];
}

function ignoreMissing(error: unknown): void {
  if (!["ENOENT", "ENOTDIR"].includes(errorCode(error))) throw error;
}

/** Steps are taken without a pause between them: each is so short that waiting for a thread would take longer. */
async function applyOrUndo(root: string, own: string, journal: Journal): Promise<void> {
  const stage = join(own, journal.stage);
  try {
    for (const [index, step] of journal.steps.entries()) apply(root, stage, index, step);
  } catch (error) {
    for (const [index, step] of [...journal.steps.entries()].toReversed())
      undo(root, stage, index, step);
    await finish(own, stage);
    throw error;
  }
  await finish(own, stage);
}

async function finish(own: string, stage: string): Promise<void> {
  await rm(join(own, JOURNAL), { force: true });
  await syncFolder(own);
  await rm(stage, { recursive: true, force: true });
}

/** One step, which may have been taken already, in whole or in part. */
function apply(root: string, stage: string, index: number, step: Step): void {
  const target = resolvePlace(root, step.path);
  const ready = join(stage, "new", String(index));
  const aside = join(stage, "old", String(index));
  if (step.kind === "nothing") {
    if (!isTakenNow(aside) && isTakenNow(target)) renameSync(target, aside);
    return;
  }
  if (!isTakenNow(ready)) return;
  mkdirSync(dirname(target), { recursive: true });
  if (step.kind !== "file" && isTakenNow(target)) {
    if (isTakenNow(aside)) throw new Error(`\`${step.path}\` came while it was being replaced`);
    renameSync(target, aside);
  }
  renameSync(ready, target);
}

/** Takes a step back, as far as it was taken. */
function undo(root: string, stage: string, index: number, step: Step): void {
  const target = resolvePlace(root, step.path);
  const ready = join(stage, "new", String(index));
  const aside = join(stage, "old", String(index));
  if (step.kind !== "nothing" && !isTakenNow(ready)) renameSync(target, ready);
  if (step.kind !== "file" && isTakenNow(aside)) renameSync(aside, target);
  if (step.kind === "file" && isTakenNow(aside) && !isTakenNow(target)) renameSync(aside, target);
}

/**
 * True where a process has begun a change of this very folder and not finished it. What came along with a folder, in an
 * archive or a repository, says that of another one.
 */
export async function isHalfChanged(root: string, inner: string): Promise<boolean> {
  const own = join(root, inner);
  if (readIdentity(own) === undefined || !(await namesIn(own)).includes(JOURNAL)) return false;
  const { stage, identity } = readJournal(own);
  return readIdentity(join(own, stage)) === identity;
}

/** True where a process died before it had begun its change; nothing but what it had made ready is left of it. */
export async function hasLeftovers(root: string, inner: string): Promise<boolean> {
  const own = join(root, inner);
  if (readIdentity(own) === undefined) return false;
  const names = await namesIn(own);
  return !names.includes(JOURNAL) && names.some((name) => STAGE.test(name));
}

/** Finishes what a process that died had begun, or removes what it had not begun. */
export async function recoverFolder(root: string, inner: string): Promise<void> {
  const own = join(root, inner);
  // A link would show what is unfinished in another folder.
  if (readIdentity(own) === undefined) return;
  const names = await namesIn(own);
  if (names.includes(JOURNAL)) {
    const journal = readJournal(own);
    // Whoever gives a folder away can write what he likes into it, and nobody who reads it is to carry that out.
    if (readIdentity(join(own, journal.stage)) !== journal.identity) return;
    await applyOrUndo(root, own, journal);
  }
  for (const name of await namesIn(own))
    if (STAGE.test(name)) await rm(join(own, name), { recursive: true, force: true });
  await removeTemporaries(own, JOURNAL);
}

/** Removes what was to take the place of a file when its process died; no other process may be writing it. */
export async function removeTemporaries(folder: string, name: string): Promise<void> {
  for (const other of await namesIn(folder))
    if (other.startsWith(`.${name}.`) && other.endsWith(".tmp"))
      await rm(join(folder, other), { force: true });
}

/** Tells a folder from every other one, and from copies of it; undefined where there is none, or a link. */
export function readIdentity(folder: string): string | undefined {
  const stats = lstatSync(folder, { bigint: true, throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) return undefined;
  return `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`;
}

/** A place below the folder. No part of the way to it is a link, which could lead anywhere. */
function resolvePlace(root: string, path: string): string {
  const parts = path.split("/");
  for (let end = 1; end < parts.length; end += 1) {
    const way = join(root, ...parts.slice(0, end));
    const stats: Stats | undefined = lstatSync(way, { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isDirectory())
      throw new Error(`\`${way}\` is a link or a file where a folder is expected`);
  }
  return join(root, path);
}

function readJournal(own: string): Journal {
  const journal = JSON.parse(readText(join(own, JOURNAL))) as Journal;
  const isSound =
    journal.version === 1 &&
    STAGE.test(journal.stage) &&
    journal.steps.every(
      ({ path }) => !path.split(/[/\\]/u).some((part) => ["", ".", ".."].includes(part)),
    );
  if (!isSound) throw new Error(`${join(own, JOURNAL)} is no journal`);
  return journal;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    ignoreMissing(error);
    return [];
  }
}
