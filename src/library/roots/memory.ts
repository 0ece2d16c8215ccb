import { isInside, parentOf, relativePath } from "../../platform/index.ts";
import type { WatchReach } from "../../platform/tree/index.ts";
import type { SkillRoot } from "./root.ts";
import type { FoundSkill, DiscoveredSkill } from "./discovered.ts";

export interface SearchedFolder {
  readonly path: string;
  readonly reach: WatchReach;
}

/** What was found in a folder and below it. */
export interface Branch {
  /** Something changed there, or could change without a word, so that it must be searched again. */
  isStale: boolean;
  readonly real: string;
  readonly skills: readonly FoundSkill[];
  readonly folders: readonly SearchedFolder[];
  /** By name, the folders in it that were searched. */
  readonly children: Map<string, Branch>;
}

export interface CachedRoot {
  readonly path: string;
  branch: Branch | undefined;
  /** What was read in it, where that was done without a doubt. */
  readings: Readings | undefined;
}

export interface Readings {
  readonly skills: readonly DiscoveredSkill[];
  /** Folders beside them that matter too. */
  readonly folders: readonly string[];
}

/** A skill that was read, and the folder beside it that matters too. */
export interface CachedSkill {
  readonly skill: DiscoveredSkill;
  readonly folder?: string | undefined;
  /** Nothing can change it that nobody would tell of. */
  readonly isCertain: boolean;
}

/**
 * What searches found, for the next ones: where nothing changed nothing is searched, and what was found there
 * is the very same object as before.
 */
export class SearchMemory {
  /** A changed folder is searched again and finds its skill as another object, so that no entry is out of date. */
  readonly skills: WeakMap<FoundSkill, CachedSkill> = new WeakMap();
  readonly #roots = new Map<string, CachedRoot>();

  /** For one who looks; how files are named is another matter for each. */
  rootOf(reader: string, root: SkillRoot): CachedRoot {
    const { source, path, mayLinkOut, linkTargets, plugin = "" } = root;
    const key = JSON.stringify([reader, source, path, mayLinkOut, linkTargets, plugin]);
    const known = this.#roots.get(key) ?? {
      path,
      branch: undefined,
      readings: undefined,
    };
    this.#roots.set(key, known);
    return known;
  }

  /** What stands in this folder, or this file, is not what it was. */
  touch(path: string): void {
    for (const root of this.#roots.values()) markStale(root, path);
  }

  /** Behind this path there may be something else now. */
  forget(path: string): void {
    for (const root of this.#roots.values()) {
      if (isInside(root.path, path)) root.branch = undefined;
      else markStale(root, path)?.children.delete(nameOf(path));
    }
  }
}

/** Marks the folders from the root to the path; answers the one that holds the path, where it was searched. */
function markStale(root: CachedRoot, path: string): Branch | undefined {
  if (root.branch === undefined || !isInside(path, root.path)) return undefined;
  const names: string[] = [];
  for (let place = path; place !== root.path; place = parentOf(place)) names.unshift(nameOf(place));
  let branch: Branch | undefined = root.branch;
  let parent: Branch | undefined;
  for (const name of names) {
    branch.isStale = true;
    parent = branch;
    const child = branch.children.get(name);
    if (child === undefined) return name === names.at(-1) ? parent : undefined;
    branch = child;
  }
  branch.isStale = true;
  return parent;
}

function nameOf(path: string): string {
  return relativePath(parentOf(path), path);
}
