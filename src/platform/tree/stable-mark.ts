import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { dirname, resolve } from "node:path";
import { hasRecovered, listEntries, toMark } from "./folder.ts";
import { attempt } from "../scan-folder.ts";

/**
 * One text for a file, or for a folder with all that is below it, which every later change must alter: names, kinds,
 * sizes, inodes and times. Undefined where something changed just now, and could change again unseen. That of a folder
 * itself changes with the names in it alone.
 */
export function stableMark(path: string, reach: "itself" | "tree" = "tree"): string | undefined {
  const now = Date.now();
  const lines: string[] = [];
  const visit = (place: string, name: string): boolean => {
    const status = readStatus(place);
    if (status === undefined) return false;
    const mark = toMark(status);
    if (!hasRecovered(mark, now)) return false;
    lines.push(`${JSON.stringify(name)} ${status.mode} ${mark.stamp}`);
    if (!status.isDirectory() || reach === "itself") return true;
    return readEntries(place).every((entry) => visit(`${place}/${entry}`, `${name}/${entry}`));
  };
  return visit(path, "") ? lines.join("\n") : undefined;
}

/** True for a link, whatever it leads to. */
export function isLink(path: string): boolean {
  return readStatus(path)?.isSymbolicLink() === true;
}

/** The path to which a link leads, whether anything is there or not; undefined for what is no link. */
export function linkTarget(path: string): string | undefined {
  return attempt(() => resolve(dirname(path), readlinkSync(path)));
}

export function linksIn(folder: string): ReadonlySet<string> {
  return new Set(
    listEntries(folder)
      .filter(({ kind }) => kind === "link")
      .map(({ name }) => name),
  );
}

function readStatus(path: string): Stats | undefined {
  return attempt(() => lstatSync(path, { throwIfNoEntry: false }));
}

function readEntries(folder: string): readonly string[] {
  // What cannot be listed changes nothing here: whoever reads the folder meets the failure.
  return attempt(() => listEntries(folder).map(({ name }) => name)) ?? [];
}
