/** Looking around on a machine, as agents do: what is missing or may not be read counts as not there. */
import { lstatSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "./failure.ts";
import { kindOf, readBytes, realPath } from "./files.ts";
import { parentOf } from "./paths.ts";

export interface Entry {
  readonly name: string;
  readonly path: string;
  /** Of what a link leads to. */
  readonly kind: "file" | "folder" | "other";
  readonly isLink: boolean;
}

/** What lies in a folder, in the order of the names; nothing where there is no such folder. */
export function entriesOf(folder: string): readonly Entry[] {
  const names = quietly(() => readdirSync(folder)) ?? [];
  return names.toSorted(byCodePoint).flatMap((name) => {
    const path = join(folder, name);
    const kind = quietly(() => kindOf(path)) ?? "missing";
    if (kind === "missing") return [];
    return [{ name, path, kind, isLink: lstatSync(path).isSymbolicLink() }];
  });
}

/** Links of a folder that lead nowhere, each with what it names. */
export function danglingLinks(
  folder: string,
): readonly { readonly name: string; readonly path: string; readonly target: string }[] {
  return (quietly(() => readdirSync(folder, { withFileTypes: true })) ?? []).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isSymbolicLink() || (quietly(() => kindOf(path)) ?? "missing") !== "missing")
      return [];
    return [{ name: entry.name, path, target: quietly(() => readlinkSync(path)) ?? "" }];
  });
}

/** The bytes of a file; undefined where there is none or it may not be read. */
export function bytesOf(path: string): Uint8Array | undefined {
  return quietly(() => readBytes(path));
}

/** The text of a file, whatever is not UTF-8 in it replaced; undefined where there is none. */
export function textOf(path: string): string | undefined {
  const bytes = bytesOf(path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** A path without links; the path itself where it leads nowhere. */
export function canonicalOf(path: string): string {
  return quietly(() => realPath(path)) ?? path;
}

export function isFolder(path: string): boolean {
  return quietly(() => statSync(path).isDirectory()) ?? false;
}

/** The nearest folder, from this one up, that holds one of the names. */
export function findUp(folder: string, names: readonly string[]): string | undefined {
  for (const place of withParents(folder))
    if (names.some((name) => (quietly(() => kindOf(join(place, name))) ?? "missing") !== "missing"))
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
function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return undefined;
  }
}
