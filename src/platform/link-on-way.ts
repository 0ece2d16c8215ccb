import { lstatSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { isInside } from "./paths.ts";

/**
 * The first link on the way to a file that is to be written; undefined where there is none. Looked at is what lies below
 * the working directory, or else below the folder that somebody named: a repository that was cloned brings links, and
 * one of them could lead into the home folder. The way to the working directory is the user's own.
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
