import {
  chmodSync,
  closeSync,
  constants,
  type Dirent,
  fchownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { compileGlob, type SkillError } from "../../skill/model/index.ts";
import { failure, reasonOf } from "../failure.ts";
import type { Mount } from "./contract.ts";
import { sandboxCodes } from "./diagnostics.ts";
import { NOBODY } from "./mounts.ts";

/** A place of this machine, as a pattern below a folder that is known. */
export interface Place {
  /** Absolute: the home folder, the working folder or `/`. Links on the way to it are the user's own. */
  readonly anchor: string;
  /** From there to the first wildcard; may be empty. */
  readonly way: string;
  /** From the first wildcard on; empty for the place itself, `**` for all that lies in a folder. */
  readonly rest: string;
  readonly access: Mount["access"];
  /** Made when it is not there and may be written: a folder, or an empty file. */
  readonly makes: "folder" | "file";
}

const MOST_MATCHES = 256;
const MOST_ENTRIES = 50_000;

/**
 * What is to be mounted for a place. Links below the anchor are not followed: a skill that may write in a folder could
 * lay a link there, and find at its next run what the link leads to.
 */
export function mountsFor(place: Place): readonly Mount[] {
  const shown = join(place.anchor, place.way);
  const real = join(realpathSync.native(place.anchor), place.way);
  if (readStats(real) === undefined && !createPlace(place, real)) return [];
  const found = resolveTarget(real, shown);
  if (found !== real) throw linked(shown, found);
  if (place.rest === "" || isAll(place.rest))
    return [{ path: real, at: shown, access: place.access, isExact: true }];
  const names = matchesIn(real, place.rest);
  if (names === undefined) throw tooMany(join(shown, place.rest));
  return names.map((name) => ({
    path: join(real, name),
    at: join(shown, name),
    access: place.access,
    isExact: true,
  }));
}

function resolveTarget(real: string, shown: string): string {
  try {
    return realpathSync.native(real);
  } catch (error) {
    throw failure(
      sandboxCodes.badMount,
      `The sandbox cannot open the path \`${shown}\`: ${reasonOf(error)}.`,
      { hint: "Check that it is there.", file: shown, cause: error },
    );
  }
}

function readStats(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

function isAll(rest: string): boolean {
  return /^\*\*(?:\/\*{1,2})?$/u.test(rest);
}

/** What may be written and is not there is made, so that it outlives the run; false: it stays away. */
function createPlace(place: Place, real: string): boolean {
  if (place.access === "read" || (place.rest !== "" && !isAll(place.rest))) return false;
  const isFile = place.makes === "file" && place.rest === "";
  const parent = dirname(real);
  if (readStats(parent) === undefined || resolveTarget(parent, parent) !== parent)
    throw failure(
      sandboxCodes.badMount,
      `The path \`${real}\` cannot be created for the sandbox: its folder does not exist.`,
      { hint: `Make the folder \`${parent}\`.`, file: real },
    );
  try {
    createIn(parent, basename(real), isFile);
    return true;
  } catch (error) {
    throw failure(
      sandboxCodes.badMount,
      `The path \`${real}\` cannot be created for the sandbox: ${reasonOf(error)}.`,
      { hint: "Make it yourself.", file: real, cause: error },
    );
  }
}

/** By a handle of the folder: its path may lead elsewhere by now, since a skill that runs can write on the way. */
function createIn(parent: string, name: string, isFile: boolean): void {
  const folder = openSync(parent, constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const held = process.platform === "linux" ? `/proc/self/fd/${folder}` : parent;
    if (held !== parent && readlinkSync(held) !== parent) throw new Error("it was moved just now");
    const path = join(held, name);
    if (!isFile) mkdirSync(path);
    const handle = isFile
      ? openSync(path, "ax")
      : openSync(path, constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      if (process.getuid?.() === 0) fchownSync(handle, NOBODY, NOBODY);
    } finally {
      closeSync(handle);
    }
  } finally {
    closeSync(folder);
  }
}

function linked(shown: string, target: string): SkillError {
  return failure(sandboxCodes.badMount, `The path \`${shown}\` leads through a link.`, {
    hint: `Name \`${target}\` in the permission, if that is meant.`,
    file: shown,
  });
}

function tooMany(pattern: string): SkillError {
  return failure(
    sandboxCodes.badMount,
    `The pattern \`${pattern}\` for the sandbox matches more than ${MOST_MATCHES} files.`,
    { hint: "Name their folder in the permission.", file: pattern },
  );
}

/** Files below a folder whose way fits; nothing is found through a link. Undefined: there are too many. */
function matchesIn(folder: string, rest: string): readonly string[] | undefined {
  const isMatch = compileGlob(rest, { hasSets: true });
  const found: string[] = [];
  const waiting: string[] = [""];
  let seen = 0;
  for (let way = waiting.pop(); way !== undefined; way = waiting.pop()) {
    for (const entry of readEntries(join(folder, way))) {
      seen += 1;
      if (seen > MOST_ENTRIES || found.length > MOST_MATCHES) return undefined;
      const name = way === "" ? entry.name : `${way}/${entry.name}`;
      if (entry.isDirectory() && rest.includes("/")) waiting.push(name);
      if ((entry.isFile() || entry.isDirectory()) && isMatch(name)) found.push(name);
    }
  }
  return found;
}

function readEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A folder that may not be read holds nothing for the skill either.
    return [];
  }
}

/** Lets confined programs write into a new folder of ours: those of root run as another user. */
export function chownToSandbox(folder: string): void {
  if (process.getuid?.() !== 0) return;
  chmodSync(dirname(folder), 0o711);
  const below = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const path of [folder, ...below.map((name) => join(folder, name))])
    lchownSync(path, NOBODY, NOBODY);
}
