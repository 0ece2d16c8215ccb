import { nextTurn } from "./machine/clock.ts";
import { readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, reasonOf } from "./failure.ts";
import { realPath } from "./files.ts";
import { findRepository, isOfGit } from "./link-on-way.ts";
import { isInside, joinShown, lastPart } from "./paths.ts";
import { type EntryKind, toEntryKind } from "./tree/folder.ts";

/** A file that may be a skill. */
export interface FoundFile {
  /** As it is shown to people, with `/` between the parts. */
  readonly shown: string;
  /** As the file system is asked for it. */
  readonly path: string;
}

/** What was passed over, and why: nothing vanishes without a word. */
export interface SkippedEntry {
  readonly path: string;
  readonly reason: string;
  /** The reason is a failure, such as a denied permission. */
  readonly isFailure: boolean;
}

export interface Found {
  readonly files: readonly FoundFile[];
  readonly skipped: readonly SkippedEntry[];
  /** Folders that have what this program keeps beside skills. */
  readonly kept: readonly string[];
}

/** What stands in a folder that matters here. */
export interface FolderContent {
  readonly folders: readonly string[];
  readonly skills: readonly string[];
  /** Links that are not called like a skill, which may lead to folders, and those that lead where no skill is. */
  readonly links: readonly string[];
}

/** Folders that never hold skills of their own: installed packages and the history of git. */
const NEVER = new Set(["node_modules", ".git"]);

/** What this program keeps beside the skills of a folder, among it skills that are not in their place yet. */
export const OWN_FOLDER = ".skillwright";

const SKILL_FILE = /^skill\.md$/i;

export function isSkillFile(name: string): boolean {
  return name.length === 8 && SKILL_FILE.test(name);
}

export type FolderReader = (path: string) => FolderContent;

export function readFolder(path: string): FolderContent {
  const entries = readdirSync(path, { withFileTypes: true });
  return toContent(path, entries, (entry) => toEntryKind(path, entry));
}

/** What of a listing matters here. */
export function toContent<Entry extends { readonly name: string }>(
  path: string,
  entries: Iterable<Entry>,
  kindOf: (entry: Entry) => EntryKind,
): FolderContent {
  const folders: string[] = [];
  const skills: string[] = [];
  const links: string[] = [];
  for (const entry of entries) {
    const { name } = entry;
    const kind = kindOf(entry);
    if (kind === "folder") {
      if (!NEVER.has(name)) folders.push(name);
      // It cannot be read as a skill, and whoever tries will say so.
      if (isSkillFile(name)) skills.push(name);
    } else if (kind === "link") {
      const isSkill = isSkillFile(name) && leadsToSkill(`${path}/${name}`);
      (isSkill ? skills : links).push(name);
    } else if (isSkillFile(name)) skills.push(name);
  }
  return { folders, skills, links };
}

/**
 * A repository can hold links to whatever the user may read, and its lines would be shown: keys, what the kernel tells of
 * processes, devices that never end. A file of another name counts where it lies in the same repository, or, where there
 * is none, beside the folder of the skill.
 */
export function leadsToSkill(link: string): boolean {
  try {
    const stats = statSync(link);
    if (!stats.isFile()) return stats.isDirectory();
    const target = realPath(link);
    if (isSkillFile(lastPart(target))) return true;
    const own = realPath(dirname(link));
    return isInside(target, findRepository(own) ?? dirname(own)) && !isOfGit(target);
  } catch {
    // Whoever tries to read it will say so.
    return true;
  }
}

/**
 * Every skill below a folder, also those nested in the folder of another skill. Links to folders are
 * followed once the rest was seen, and only to places that were not: so no link can lead in a circle.
 */
export function findSkills(root: FoundFile, read: FolderReader = readFolder): Found {
  const steps = findInSteps(root, read);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** Folders that are listed before others have a turn. */
const FOLDERS_A_TURN = 32;

/** The same with turns for other work between, and an end after so many folders. */
export async function findSkillsInTurns(
  root: FoundFile,
  read: FolderReader,
  { mostFolders }: { readonly mostFolders: number },
): Promise<Found & { readonly isCut: boolean }> {
  const steps = findInSteps(root, (path) => (count > mostFolders ? NOTHING : read(path)));
  let count = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return { ...step.value, isCut: count > mostFolders };
    count += 1;
    if (count % FOLDERS_A_TURN === 0) await nextTurn();
  }
}

/** A link that came with a repository may lead to `/`; a user's own rarely lead to so many skills. */
const MAX_LINKED_FOLDERS = 10_000;

/** Stops after every folder. */
function* findInSteps(root: FoundFile, read: FolderReader): Generator<void, Found> {
  const basket: Batch = { files: [], skipped: [], links: [], kept: [] };
  const { files, skipped, links } = basket;
  /** Real paths of the trees that were walked. */
  const walked = [realPath(root.path)];
  let linked = 0;
  yield* walk(root, read, basket);
  for (let link = links.shift(); link !== undefined; link = links.shift()) {
    const target = folderBehind(link, skipped);
    if (target === undefined) continue;
    if (walked.some((tree) => isInside(target, tree)))
      skipped.push({ path: link.shown, reason: `it links to ${target}`, isFailure: false });
    else {
      // The target may hold a tree that was walked, where it links to a folder above.
      const readLinked = (path: string): FolderContent => {
        linked += 1;
        if (linked === MAX_LINKED_FOLDERS + 1)
          skipped.push({ path: link.shown, ...tooMany(target) });
        if (linked > MAX_LINKED_FOLDERS) return NOTHING;
        return path === link.path ? read(path) : unlessWalked(path, walked, read);
      };
      yield* walk(link, readLinked, basket);
      walked.push(target);
    }
  }
  return { files: files.sort(byShown), skipped, kept: basket.kept };
}

function tooMany(target: string): Omit<SkippedEntry, "path"> {
  const count = MAX_LINKED_FOLDERS.toLocaleString("en");
  const reason = `it links to ${target}, and the search ended after ${count} folders behind links`;
  return { reason, isFailure: true };
}

const NOTHING: FolderContent = { folders: [], skills: [], links: [] };

function unlessWalked(path: string, walked: readonly string[], read: FolderReader): FolderContent {
  return walked.includes(realPath(path)) ? NOTHING : read(path);
}

export function byShown(a: FoundFile, b: FoundFile): number {
  return a.shown < b.shown ? -1 : a.shown > b.shown ? 1 : 0;
}

interface Batch {
  readonly files: FoundFile[];
  readonly skipped: SkippedEntry[];
  readonly links: FoundFile[];
  readonly kept: string[];
}

function* walk(start: FoundFile, read: FolderReader, basket: Batch): Generator<void, void> {
  const open = [start];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const { path, shown } = folder;
    const child = (name: string): FoundFile => {
      const inside = joinShown(path, name);
      return { path: inside, shown: path === shown ? inside : joinShown(shown, name) };
    };
    try {
      const content = read(path);
      for (const name of content.skills) basket.files.push(child(name));
      // The last one comes out first, so that files come in the order of their paths, or nearly so.
      for (const name of content.folders.toReversed())
        if (name === OWN_FOLDER) basket.kept.push(path);
        else open.push(child(name));
      for (const name of content.links) basket.links.push(child(name));
    } catch (error) {
      if (errorCode(error) === "") throw error;
      basket.skipped.push({ path: shown, reason: reasonOf(error), isFailure: true });
    }
    yield;
  }
}

function folderBehind(link: FoundFile, skipped: SkippedEntry[]): string | undefined {
  try {
    if (statSync(link.path).isDirectory()) return realPath(link.path);
    if (isSkillFile(lastPart(link.path)))
      skipped.push({
        path: link.shown,
        reason: `it links to ${realPath(link.path)}, which is no file of a skill`,
        isFailure: true,
      });
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    // A link to nothing that is not called like a skill is no business of ours.
    if (code !== "ENOENT")
      skipped.push({ path: link.shown, reason: reasonOf(error), isFailure: true });
    return undefined;
  }
}
