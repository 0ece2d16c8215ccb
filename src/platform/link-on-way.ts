/** Links below an untrusted folder: a repository that was cloned brings them, and one could lead into the home folder. */
import { existsSync, lstatSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { realPath } from "./files.ts";
import { isInside } from "./paths.ts";
import { findUp, withParents } from "./scan-folder.ts";

/**
 * The first link on the way to a file that is to be written; undefined where there is none. Looked at is what lies below
 * the working directory, or else below the folder that was named. The way to the working directory is the user's own.
 */
export function linkOnWay(file: string, named: string): string | undefined {
  const folder = resolve(dirname(file));
  const here = process.cwd();
  const base = isInside(folder, here) ? here : resolve(named);
  const parts = relative(base, folder).split(sep);
  const ways = parts.map((_, index) => join(base, ...parts.slice(0, index + 1)));
  return ways.find(
    (way) => way !== base && lstatSync(way, { throwIfNoEntry: false })?.isSymbolicLink() === true,
  );
}

/**
 * The link by which a folder that is to be written leads out of the tree of the working directory, or among the files of
 * git. In the home folder they are the user's own, wherever they lead.
 */
export function linkAway(folder: string): string | undefined {
  const link = linkOnWay(join(folder, "file"), folder);
  if (link === undefined) return undefined;
  const here = process.cwd();
  const target = realPath(withParents(resolve(folder)).find((part) => existsSync(part)) ?? here);
  const isOwn =
    isInside(homedir(), here) || isInside(target, realPath(findRepository(here) ?? here));
  return isOwn && !isOfGit(target) ? undefined : link;
}

/** The repository around a folder; one that holds the home folder says nothing of what belongs together. */
export function findRepository(folder: string): string | undefined {
  const found = findUp(resolve(folder), [".git"]);
  return found === undefined || isInside(homedir(), found) ? undefined : found;
}

/** Its files hold hooks and settings that git runs, and tokens. */
export function isOfGit(path: string): boolean {
  return path.split(/[\\/]/u).includes(".git");
}
