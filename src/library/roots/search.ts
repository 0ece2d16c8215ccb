import {
  errorCode,
  isInside,
  isSkillFile,
  joinPath,
  joinShown,
  kindOf,
  lastPart,
  OWN_FOLDER,
  realPath,
  reasonOf,
} from "../../platform/index.ts";
import type { FolderEntry, WatchReach } from "../../platform/tree/index.ts";
import type { DiscoveryRules, Path, SearchRules } from "../../skill/index.ts";
import { rootCodes, type RootCode, rootProblem } from "./diagnostics.ts";
import type { Branch, SearchedFolder } from "./memory.ts";
import type { RefusedFile } from "./refused.ts";
import type { SkillRoot } from "./root.ts";
import type { FoundSkill } from "./discovered.ts";
import { SKILL_FILE } from "./skill-file.ts";

export interface SearchOptions {
  readonly search: SearchRules;
  readonly discovery?: DiscoveryRules;
  /** The setting that lets links lead out of a root, where the system has one. */
  readonly linkSetting?: { readonly path: Path; readonly targets: readonly string[] };
  readonly list: (folder: string) => readonly FolderEntry[];
  /** Hears of a skill file that is a link, and of the file behind it. */
  readonly onLink: (path: string, target: string) => void;
  /** Hears of each folder before it is searched, so that no change falls between the two. */
  readonly onFolder: (folder: string, reach: WatchReach) => void;
}

export interface SearchResult {
  /** All of it once more, for a later search; undefined where the root could not be searched. */
  readonly branch: Branch | undefined;
  readonly skills: readonly FoundSkill[];
  /** The very list of a former search where nothing has changed. */
  readonly folders: readonly SearchedFolder[];
  /** What is not taken, and why. */
  readonly refused: readonly RefusedFile[];
}

/** A root in a repository of somebody else may be a link to `/`, or hold one. */
export const MAX_FOLDERS = 50_000;

/** A folder on the way down. */
interface Place {
  readonly path: string;
  readonly real: string;
  readonly folder: string;
  readonly depth: number;
  readonly isEntry: boolean;
}

/**
 * Looks for skills in one root, by the rules of the system. A root that is not there has none. Whoever hands
 * in what a former search found has only that searched again which is stale.
 */
export function searchRoot(root: SkillRoot, options: SearchOptions, former?: Branch): SearchResult {
  const walk = new RootWalk(root, options);
  const kind = kindOf(root.path);
  if (kind === "folder") walk.visitRoot(former);
  else if (kind !== "missing")
    walk.pass(rootCodes.fileKind, root.path, "The root is a file, not a folder.");
  const { branch, refused, skills, folders } = walk;
  const found = branch ?? { skills, folders };
  return { branch, refused, skills: found.skills, folders: found.folders };
}

class RootWalk {
  readonly skills: FoundSkill[] = [];
  readonly folders: SearchedFolder[] = [];
  readonly refused: RefusedFile[] = [];
  branch: Branch | undefined;
  readonly #root: SkillRoot;
  readonly #options: SearchOptions;
  #realRoot = "";
  #searched = 0;
  /** How often something was met that can change without a word, or was not taken. */
  #doubts = 0;

  constructor(root: SkillRoot, options: SearchOptions) {
    this.#root = root;
    this.#options = options;
  }

  visitRoot(former: Branch | undefined): void {
    const { path } = this.#root;
    this.#attempt(path, () => {
      const real = realPath(path);
      this.#realRoot = real;
      const isKnown = former?.isStale === false && former.real === real;
      if (isKnown) this.branch = former;
      else this.branch = this.#visit({ path, real, folder: "", depth: 0, isEntry: true }, former);
    });
  }

  pass(
    code: RootCode,
    file: string,
    message: string,
    hint?: string,
    setting?: RefusedFile["setting"],
  ): void {
    const problem = rootProblem(code, message, { file, ...(hint === undefined ? {} : { hint }) });
    const more = setting === undefined ? {} : { setting };
    this.#doubts += 1;
    this.refused.push({ root: this.#root, problem, ...more });
  }

  #visit(place: Place, former: Branch | undefined): Branch {
    const { real } = place;
    // Behind a link there may be another folder by now, in which all are new.
    const known = former?.real === real ? former : undefined;
    if (known?.isStale === false) return this.#recall(known);
    const [skills, folders, doubts] = [this.skills.length, this.folders.length, this.#doubts];
    const children = this.#search(place, known);
    return {
      isStale: this.#doubts > doubts,
      real,
      skills: this.skills.slice(skills),
      folders: this.folders.slice(folders),
      children,
    };
  }

  #passRest(path: string): void {
    this.pass(
      rootCodes.tooManyFolders,
      path,
      `The search of the root ended here, after ${MAX_FOLDERS.toLocaleString("en")} folders.`,
      "Remove the link that leads to so many folders, or name a folder further down as the root.",
    );
  }

  #recall(branch: Branch): Branch {
    for (const skill of branch.skills) this.skills.push(skill);
    for (const folder of branch.folders) this.folders.push(folder);
    return branch;
  }

  #search(place: Place, former: Branch | undefined): Branch["children"] {
    const { search, list } = this.#options;
    const children: Branch["children"] = new Map();
    this.#searched += 1;
    if (this.#searched === MAX_FOLDERS + 1) this.#passRest(place.path);
    if (this.#searched > MAX_FOLDERS) return children;
    const reach = place.isEntry ? "tree" : "entries";
    this.folders.push({ path: place.path, reach });
    this.#options.onFolder(place.path, reach);
    const entries = list(place.path);
    const file = entries.find(({ name }) => name === SKILL_FILE);
    if (file !== undefined) this.#take(place, file);
    else this.#noteOtherCase(place, entries);
    if (file !== undefined && !search.findsNested) return children;
    for (const entry of entries) {
      if (entry.kind !== "folder" && entry.kind !== "link") continue;
      const known = former?.children.get(entry.name);
      if (known?.isStale === false && entry.kind === "folder")
        children.set(entry.name, this.#recall(known));
      else this.#tryEntry(place, entry, known, children);
    }
    return children;
  }

  #tryEntry(
    place: Place,
    entry: FolderEntry,
    known: Branch | undefined,
    children: Branch["children"],
  ): void {
    const { name } = entry;
    if (name === OWN_FOLDER) return;
    if (!this.#options.search.entersHidden && isHidden(name)) return;
    const folder = joinShown(place.folder, name);
    if (name === SKILL_FILE || place.depth + 1 > maxDepth(folder, this.#root, this.#options))
      return;
    const path = joinPath(place.path, name);
    this.#attempt(path, () => {
      const branch = this.#enter(place, entry, { path, folder }, known);
      if (branch !== undefined) children.set(name, branch);
    });
  }

  #enter(
    place: Place,
    { name, kind }: FolderEntry,
    { path, folder }: Pick<Place, "path" | "folder">,
    former: Branch | undefined,
  ): Branch | undefined {
    const depth = place.depth + 1;
    if (kind === "folder") {
      const real = joinPath(place.real, name);
      return this.#visit({ path, real, folder, depth, isEntry: false }, former);
    }
    // Nobody tells of what happens to the folders above the one behind a link.
    this.#doubts += 1;
    const target = kindOf(path);
    if (target === "missing") this.pass(rootCodes.linkBroken, path, "The link points to nothing.");
    if (target !== "folder") return undefined;
    const real = realPath(path);
    if (isInside(place.real, real))
      this.pass(
        rootCodes.linkCircle,
        path,
        `The link points to \`${real}\`, which contains the link itself.`,
      );
    else if (this.#mayEnter(real))
      return this.#visit({ path, real, folder, depth, isEntry: true }, former);
    else this.#passLink(path, real);
    return undefined;
  }

  #passLink(path: string, real: string): void {
    const { linkSetting } = this.#options;
    this.pass(
      rootCodes.linkOut,
      path,
      `The link points to \`${real}\`, outside of the root.`,
      "Put a copy of the folder in the place of the link.",
      linkSetting && {
        say: "Or allow links to lead there.",
        path: linkSetting.path,
        value: [...linkSetting.targets, real],
      },
    );
  }

  #mayEnter(real: string): boolean {
    const { mayLinkOut, linkTargets } = this.#root;
    return mayLinkOut || [this.#realRoot, ...linkTargets].some((folder) => isInside(real, folder));
  }

  #take(place: Place, { kind }: FolderEntry): void {
    const path = joinPath(place.path, SKILL_FILE);
    this.#attempt(path, () => {
      if (kind === "link" && !this.#leadsInside(place, path)) return;
      if (kind === "folder" || kind === "other") {
        const what = kind === "folder" ? "folder" : "special entry";
        this.pass(rootCodes.fileKind, path, `\`${SKILL_FILE}\` is a ${what}, not a file.`);
        return;
      }
      const isOut = !isInside(place.real, this.#realRoot);
      const shown = isOut ? joinPath(place.real, SKILL_FILE) : path;
      this.skills.push({ root: this.#root, path, folder: place.folder, shown });
    });
  }

  /** A skill is one folder: its file may be a link, but only to another file in it. */
  #leadsInside(place: Place, path: string): boolean {
    this.#doubts += 1;
    const target = kindOf(path);
    if (target === "missing") {
      this.pass(rootCodes.linkBroken, path, "The link points to nothing.");
      return false;
    }
    const real = realPath(path);
    if (isInside(real, place.real)) {
      this.#options.onLink(path, real);
      return true;
    }
    this.pass(
      rootCodes.linkOut,
      path,
      `The link points to \`${real}\`, outside of the skill's folder.`,
      "Put a copy of the file there, or link the whole folder.",
    );
    return false;
  }

  #noteOtherCase(place: Place, entries: readonly FolderEntry[]): void {
    const other = entries.find(({ name, kind }) => kind !== "folder" && isSkillFile(name));
    if (other === undefined) return;
    this.pass(
      rootCodes.fileName,
      joinPath(place.path, other.name),
      `The file is called \`${other.name}\`, not \`${SKILL_FILE}\`.`,
      `Rename it to \`${SKILL_FILE}\`; no other spelling is read.`,
    );
  }

  #attempt(path: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (errorCode(error) === "") throw error;
      this.#doubts += 1;
      // What went away while it was looked at is not there.
      if (errorCode(error) === "ENOENT") return;
      const message = `The file or folder cannot be read: ${reasonOf(error)}.`;
      const problem = rootProblem(rootCodes.unreadable, message, { file: path, cause: error });
      this.refused.push({ root: this.#root, problem });
    }
  }
}

export function isHidden(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

/** How many levels down a folder may lie; the gate then judges what was found to the letter. */
export function maxDepth(
  folder: string,
  root: SkillRoot,
  { search, discovery }: Pick<SearchOptions, "search" | "discovery">,
): number {
  if (discovery === undefined) return search.depth ?? Infinity;
  const { innerRoot, depthBySource } = discovery;
  // A folder that takes the place of the root does not count as a level.
  const deep = innerRoot === undefined ? discovery.depth : discovery.depth + 1;
  const own = Object.hasOwn(depthBySource, root.source) ? depthBySource[root.source] : undefined;
  if (own === undefined || lastPart(root.path) === innerRoot) return deep;
  return folder.split("/")[0] === innerRoot ? deep : own;
}
