import {
  errorCode,
  isInside,
  isSkillFile,
  joinPath,
  joinShown,
  kindOf,
  lastPart,
  realPath,
  reasonOf,
} from "../../platform/index.ts";
import type { FolderEntry, WatchReach } from "../../platform/tree/index.ts";
import type { DiscoveryRules, Path, SearchRules } from "../../skill/index.ts";
import { rootCodes, type RootCode, rootProblem } from "./diagnostics.ts";
import type { RefusedFile } from "./refused.ts";
import type { SkillRoot } from "./root.ts";
import { SKILL_FILE } from "./skill-file.ts";

/** A file that may be a skill. */
export interface FoundSkill {
  readonly root: SkillRoot;
  /** As the file system is asked for it. */
  readonly path: string;
  /** Its folder inside the root, with `/` between the parts. */
  readonly folder: string;
  /** The real path where links lead out of the root, otherwise the same as `path`. */
  readonly shown: string;
}

export interface SearchOptions {
  readonly search: SearchRules;
  readonly discovery?: DiscoveryRules;
  /** The setting that lets links lead out of a root, where the system has one. */
  readonly linkSetting?: { readonly path: Path; readonly targets: readonly string[] };
  readonly list: (folder: string) => readonly FolderEntry[];
  /** Hears of a skill file that is a link, and of the file behind it. */
  readonly onLink: (path: string, target: string) => void;
  /** Hears of each folder before it is listed, so that no change falls between the two. */
  readonly onFolder: (folder: string, reach: WatchReach) => void;
}

export interface SearchResult {
  readonly skills: readonly FoundSkill[];
  /** What is not taken, and why. */
  readonly refused: readonly RefusedFile[];
}

/** A folder on the way down. */
interface Place {
  readonly path: string;
  readonly real: string;
  readonly folder: string;
  readonly depth: number;
  readonly isEntry: boolean;
}

/** Looks for skills in one root, by the rules of the system. A root that is not there has none. */
export function searchRoot(root: SkillRoot, options: SearchOptions): SearchResult {
  const walk = new RootWalk(root, options);
  const kind = kindOf(root.path);
  if (kind === "folder") walk.visitRoot();
  else if (kind !== "missing")
    walk.pass(rootCodes.fileKind, root.path, "Unexpected file as a root, expected a folder.");
  return walk;
}

class RootWalk implements SearchResult {
  readonly skills: FoundSkill[] = [];
  readonly refused: RefusedFile[] = [];
  readonly #root: SkillRoot;
  readonly #options: SearchOptions;
  #realRoot = "";

  constructor(root: SkillRoot, options: SearchOptions) {
    this.#root = root;
    this.#options = options;
  }

  visitRoot(): void {
    const { path } = this.#root;
    this.#attempt(path, () => {
      this.#realRoot = realPath(path);
      this.#visit({ path, real: this.#realRoot, folder: "", depth: 0, isEntry: true });
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
    this.refused.push({ root: this.#root, problem, ...more });
  }

  #visit(place: Place): void {
    const { search, list, onFolder } = this.#options;
    onFolder(place.path, place.isEntry ? "tree" : "entries");
    const entries = list(place.path);
    const file = entries.find(({ name }) => name === SKILL_FILE);
    if (file !== undefined) this.#take(place, file);
    else this.#noteOtherCase(place, entries);
    if (file !== undefined && !search.findsNested) return;
    for (const entry of entries) {
      if (entry.kind !== "folder" && entry.kind !== "link") continue;
      if (!search.entersHidden && isHidden(entry.name)) continue;
      const folder = joinShown(place.folder, entry.name);
      if (
        entry.name === SKILL_FILE ||
        place.depth + 1 > maxDepth(folder, this.#root, this.#options)
      )
        continue;
      const path = joinPath(place.path, entry.name);
      this.#attempt(path, () => this.#enter(place, entry, { path, folder }));
    }
  }

  #enter(
    place: Place,
    { name, kind }: FolderEntry,
    { path, folder }: Pick<Place, "path" | "folder">,
  ): void {
    const depth = place.depth + 1;
    if (kind === "folder") {
      this.#visit({ path, real: joinPath(place.real, name), folder, depth, isEntry: false });
      return;
    }
    const target = kindOf(path);
    if (target === "missing")
      this.pass(
        rootCodes.linkBroken,
        path,
        "Unexpected link to nothing, expected a folder behind it.",
      );
    if (target !== "folder") return;
    const real = realPath(path);
    if (isInside(place.real, real))
      this.pass(
        rootCodes.linkCircle,
        path,
        `Unexpected link to \`${real}\`, which holds the link itself.`,
      );
    else if (this.#mayEnter(real)) this.#visit({ path, real, folder, depth, isEntry: true });
    else this.#passLink(path, real);
  }

  #passLink(path: string, real: string): void {
    const { linkSetting } = this.#options;
    this.pass(
      rootCodes.linkOut,
      path,
      `Unexpected link to \`${real}\`, expected it to stay inside the root.`,
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
        const what = kind === "folder" ? "folder" : "entry that is no file";
        this.pass(
          rootCodes.fileKind,
          path,
          `Unexpected ${what} named \`${SKILL_FILE}\`, expected a file.`,
        );
        return;
      }
      const isOut = !isInside(place.real, this.#realRoot);
      const shown = isOut ? joinPath(place.real, SKILL_FILE) : path;
      this.skills.push({ root: this.#root, path, folder: place.folder, shown });
    });
  }

  /** A skill is one folder: its file may be a link, but only to another file in it. */
  #leadsInside(place: Place, path: string): boolean {
    const target = kindOf(path);
    if (target === "missing") {
      this.pass(
        rootCodes.linkBroken,
        path,
        "Unexpected link to nothing, expected a file behind it.",
      );
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
      `Unexpected link to \`${real}\`, expected it to stay inside the folder of the skill.`,
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
      `Unexpected file name \`${other.name}\`, expected \`${SKILL_FILE}\`.`,
      `Rename it to \`${SKILL_FILE}\`; no other spelling is read.`,
    );
  }

  #attempt(path: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (errorCode(error) === "") throw error;
      // What went away while it was looked at is not there.
      if (errorCode(error) === "ENOENT") return;
      const message = `Unexpected failure to read it: ${reasonOf(error)}.`;
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
