/** Looking around on a machine, as agents do: what is missing or may not be read counts as not there. */
import { readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "./failure.ts";
import { kindOf, readBytes, realPath } from "./files.ts";
import { parentOf } from "./paths.ts";
import { listEntries } from "./tree/folder.ts";

export interface FolderEntry {
  readonly name: string;
  readonly path: string;
  /** Of what a link leads to. */
  readonly kind: "file" | "folder" | "other";
  readonly isLink: boolean;
}

/** What lies in a folder, in the order of the names; nothing where there is no such folder. */
export function listFolderEntries(folder: string): readonly FolderEntry[] {
  const entries = attempt(() => listEntries(folder)) ?? [];
  return entries
    .toSorted((one, other) => byCodePoint(one.name, other.name))
    .flatMap(({ name, kind }): readonly FolderEntry[] => {
      const path = join(folder, name);
      if (kind !== "link") return [{ name, path, kind, isLink: false }];
      const target = attempt(() => kindOf(path)) ?? "missing";
      return target === "missing" ? [] : [{ name, path, kind: target, isLink: true }];
    });
}

/** Links of a folder that lead nowhere, each with what it names. */
export function danglingLinks(
  folder: string,
): readonly { readonly name: string; readonly path: string; readonly target: string }[] {
  return (attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isSymbolicLink() || (attempt(() => kindOf(path)) ?? "missing") !== "missing")
      return [];
    return [{ name: entry.name, path, target: attempt(() => readlinkSync(path)) ?? "" }];
  });
}

export function readBytesIfPresent(path: string): Uint8Array | undefined {
  return attempt(() => readBytes(path));
}

/** The text of a file, whatever is not UTF-8 in it replaced; undefined where there is none. */
export function readTextIfPresent(path: string): string | undefined {
  const bytes = readBytesIfPresent(path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** A path without links; the path itself where it leads nowhere. */
export function resolveCanonical(path: string): string {
  return attempt(() => realPath(path)) ?? path;
}

export function isFolder(path: string): boolean {
  return attempt(() => statSync(path).isDirectory()) ?? false;
}

/** The nearest folder, from this one up, that holds one of the names. */
export function findUp(folder: string, names: readonly string[]): string | undefined {
  for (const place of withParents(folder))
    if (names.some((name) => (attempt(() => kindOf(join(place, name))) ?? "missing") !== "missing"))
      return place;
  return undefined;
}

/** A folder and those above it, the nearest first; no further than `last`. */
export function withParents(folder: string, last?: string): readonly string[] {
  const places = [folder];
  for (let place = folder; place !== last && parentOf(place) !== place;) {
    place = parentOf(place);
    places.push(place);
  }
  return places;
}

/** The order in which Rust and Go sort strings: that of their bytes in UTF-8. */
export function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Undefined where the file system refuses. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return undefined;
  }
}
