import {
  fileExists,
  isInside,
  isSkillFile,
  joinPath,
  lastPart,
  parentOf,
  type Progress,
  relativePath,
  showPath,
} from "../../platform/index.ts";
import { FolderWatch, type WatchFunction, type WatchReach } from "../../platform/tree/index.ts";
import type { Dialect, HomeRules } from "../../skill/index.ts";
import type { LibraryConfig } from "../config/index.ts";
import {
  declaredNamesIn,
  expandPath,
  FileTree,
  findOff,
  findPassedOver,
  findPlaces,
  explicitRoots,
  type CachedFile,
  scanRoots,
  type Places,
  type PlacesInput,
  type RefusedFile,
  type ResolvedRoots,
  resolveRoots,
  type RootInput,
  type SearchedFolder,
  type RootScan,
  SKILL_FILE,
  type SkillRoot,
} from "../roots/index.ts";
import { isSameList } from "./same-list.ts";
import type { SkillSource, SourceEvents } from "./source.ts";

export interface FolderSourceOptions {
  readonly dialect: Dialect;
  readonly homes: HomeRules;
  readonly config: LibraryConfig;
  readonly places: Omit<PlacesInput, "agent" | "facts">;
  /** In place of the roots of the system. */
  readonly roots?: readonly RootInput[];
  readonly now: () => number;
  readonly watch?: WatchFunction;
  /** Reads the beginnings of files, and tells changes by their marks and not by their content. */
  readonly readsHeads?: boolean;
  readonly onProgress?: (progress: Progress) => void;
}

/** What the skills of one agent depend on. */
interface WatchedPaths {
  /** Searched folders, a list for each root. */
  readonly lists: readonly (readonly SearchedFolder[])[];
  /** The same, and others that matter beside them. */
  readonly searched: ReadonlyMap<string, WatchReach>;
  /** Folders above those that may still appear. */
  readonly above: ReadonlySet<string>;
  readonly missing: readonly string[];
}

/** Skills in folders of this machine. */
export class FolderSource implements SkillSource {
  readonly #options: FolderSourceOptions;
  readonly #tree: FileTree<CachedFile>;
  readonly #watched = new Map<string, WatchedPaths>();
  /** Skill files that are links, by the file behind each. */
  readonly #links = new Map<string, string>();
  #watch: FolderWatch | undefined;

  constructor(options: FolderSourceOptions) {
    this.#options = options;
    this.#tree = new FileTree(options.now, options.readsHeads === true);
  }

  /** How many files were opened so far. */
  get reads(): number {
    return this.#tree.reads;
  }

  readonly look = (agent: string): RootScan => {
    const { dialect, homes, config, onProgress } = this.#options;
    const places = this.#placesOf(agent);
    const { roots, problems, watched } = this.#rootsOf(places);
    const lists: (readonly SearchedFolder[])[] = [];
    const heard = new Map<string, WatchReach>();
    const seen = scanRoots(roots, {
      reader: agent,
      dialect,
      homes,
      tree: this.#tree,
      facts: config.facts,
      locate: locator(homes, places, this.#options.roots === undefined ? [] : roots),
      onFolder: (folder, reach) => {
        heard.set(folder, reach);
        this.#watch?.add(folder, reach);
      },
      onSearched: (folders) => lists.push(folders),
      onLink: (path, target) => this.#links.set(target, path),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    const wanted = [...watched, ...roots.map(({ path }) => path)];
    const searched = this.#searchedFrom(agent, lists, heard);
    const missing = wanted.filter((path) => !searched.has(path));
    const above = new Set(missing.map(nearestFolder));
    this.#remember(agent, { lists, searched, missing, above });
    return { ...seen, problems: [...problems, ...seen.problems] };
  };

  /** The map of before where every root has the list of before and nothing else was heard of. */
  #searchedFrom(
    agent: string,
    lists: WatchedPaths["lists"],
    heard: ReadonlyMap<string, WatchReach>,
  ): ReadonlyMap<string, WatchReach> {
    const former = this.#watched.get(agent);
    const isSame =
      former?.lists.length === lists.length && lists.every((list, at) => list === former.lists[at]);
    if (isSame && [...heard.keys()].every((folder) => former.searched.has(folder)))
      return former.searched;
    const searched = new Map(heard);
    for (const list of lists) for (const { path, reach } of list) searched.set(path, reach);
    return searched;
  }

  #remember(agent: string, watched: WatchedPaths): void {
    const former = this.#watched.get(agent);
    this.#watched.set(agent, watched);
    for (const folder of watched.above) this.#watch?.add(folder, "entries");
    if (former?.searched === watched.searched && isSameList(former.missing, watched.missing))
      return;
    const all = [...this.#watched.values()];
    this.#watch?.keep({
      has: (folder) => all.some(({ searched, above }) => searched.has(folder) || above.has(folder)),
    });
  }

  readonly refresh = async (): Promise<void> => {
    this.#tree.recheck();
  };

  readonly roots = (agent: string): readonly SkillRoot[] =>
    this.#rootsOf(this.#placesOf(agent)).roots;

  readonly passedOver = (agent: string): readonly RefusedFile[] => {
    const { dialect, homes } = this.#options;
    const discovery = dialect.gating?.discovery;
    const rules = { search: homes.search, ...(discovery === undefined ? {} : { discovery }) };
    const { roots, off } = this.#rootsOf(this.#placesOf(agent));
    return [...roots.flatMap((root) => findPassedOver(root, rules)), ...findOff(off, rules)];
  };

  readonly namesIn = (file: string): readonly string[] =>
    declaredNamesIn(file, this.#options.dialect);

  readonly watch = async (events: SourceEvents): Promise<boolean> => {
    const { watch } = this.#options;
    this.#watch?.close();
    this.#watch = new FolderWatch({
      onChange: (path) => {
        const link = this.#links.get(path);
        if (link !== undefined) this.#tree.forget(link);
        if (link === undefined && !this.#matters(path)) return;
        this.#tree.forget(path);
        events.onChange();
      },
      onExhausted: (error) => {
        this.#watch = undefined;
        events.onDeaf("the system has no more watches to give", error);
      },
      ...(watch === undefined ? {} : { watch }),
    });
    for (const { searched, above } of this.#watched.values()) {
      for (const [folder, reach] of searched) this.#watch?.add(folder, reach);
      for (const folder of above) this.#watch?.add(folder, "entries");
    }
    return this.#watch !== undefined;
  };

  readonly close = async (): Promise<void> => {
    this.#watch?.close();
    this.#watch = undefined;
  };

  #placesOf(agent: string): Places {
    const { homes, places, config } = this.#options;
    return findPlaces(homes, { ...places, agent, facts: config.facts });
  }

  #rootsOf(places: Places): ResolvedRoots {
    const { dialect, homes, config, roots } = this.#options;
    if (roots === undefined) return resolveRoots(homes, places, config);
    return {
      roots: explicitRoots(roots, dialect, places, config),
      off: [],
      problems: [],
      watched: [],
    };
  }

  /** Most of what happens in a folder has nothing to do with a skill file. */
  #matters(path: string): boolean {
    const { search, originFile } = this.#options.homes;
    const entries = this.#tree.recall(parentOf(path));
    const name = lastPart(path);
    // The watch of a folder that is named itself has ended, and begins anew when it is searched again.
    if ([...this.#watched.values()].some(({ searched }) => searched.has(path))) return true;
    if (entries === undefined) return this.#mattersUnlisted(path);
    if (isSkillFile(name) || originFile?.path.split("/")[0] === name) return true;
    const isSkill = entries.some((entry) => entry.name === SKILL_FILE);
    if (isSkill && !search.findsNested) return false;
    return entries.find((entry) => entry.name === name)?.kind !== "file";
  }

  /** For a folder that was never listed, or whose listing is out of date already. */
  #mattersUnlisted(path: string): boolean {
    return [...this.#watched.values()].some(
      ({ searched, missing }) =>
        searched.has(path) ||
        searched.has(parentOf(path)) ||
        missing.some((folder) => isInside(folder, path) || isInside(path, folder)),
    );
  }
}

/**
 * How the system names a file: from one of its folders, or by the whole path. A root that the caller gives
 * stands in the place of the system's own root of that source.
 */
function locator(
  homes: HomeRules,
  places: Places,
  given: readonly SkillRoot[],
): (path: string) => string {
  const base = homes.locatesFrom === undefined ? undefined : places.folders.get(homes.locatesFrom);
  if (base === undefined) return (path) => path;
  const moved = given.flatMap(({ source, path: from }) => {
    const usual = homes.roots.find((root) => root.source === source);
    const to = usual === undefined ? undefined : expandPath(usual.path, places);
    return to === undefined ? [] : [{ from, to }];
  });
  return (path) => {
    const root = moved.find(({ from }) => isInside(path, from));
    const place = root === undefined ? path : joinPath(root.to, relativePath(root.from, path));
    return showPath(relativePath(base, place));
  };
}

/** The folder itself, or the nearest one above that is there. */
function nearestFolder(path: string): string {
  let folder = path;
  while (!fileExists(folder) && parentOf(folder) !== folder) folder = parentOf(folder);
  return folder;
}
