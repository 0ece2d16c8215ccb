/** Where documents are: folders of the workspace, paths, and the settings that apply to each. */
import { fileURLToPath, pathToFileURL } from "node:url";
import { createRules, type FolderRules } from "../../app/machine/lint/drafts.ts";
import {
  type FoundFile,
  isInside,
  isSkillFile,
  lastPart,
  parentOf,
  relativePath,
  showPath,
} from "../../platform/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import type { LintPort, LintSettings } from "./ports.ts";

export interface Workspace {
  readonly setFolders: (uris: readonly string[]) => void;
  readonly folders: () => readonly string[];
  /** Undefined where the document is no SKILL.md. One that was never saved has an empty path. */
  readonly find: (uri: string, languageId: string) => FoundFile | undefined;
  readonly rulesFor: (file: FoundFile) => FolderRules;
  /** The folders in which the skills are that a file belongs with. */
  readonly foldersOf: (file: FoundFile) => readonly string[];
  /** To be called when a configuration may have changed. */
  readonly forget: () => void;
}

export interface WorkspaceOptions {
  readonly openLinting: (folder: string) => LintPort;
  /** Takes every file for one of this format. */
  readonly dialect?: string;
  readonly onBadConfig: (message: string) => void;
}

/** The language that VS Code gives to a SKILL.md. */
const SKILL_LANGUAGE = "skill";

export function createWorkspace(options: WorkspaceOptions): Workspace {
  let folders: readonly string[] = [];
  const known = new Map<string, FolderRules>();
  const homeOf = (path: string): string =>
    folders.find((folder) => isInside(path, folder)) ?? parentOf(parentOf(path));
  return {
    setFolders: (uris) => {
      folders = uris
        .map(pathFromUri)
        .filter((path) => path !== undefined)
        .toSorted((a, b) => b.length - a.length);
      known.clear();
    },
    folders: () => folders,
    find: (uri, languageId) => {
      const path = pathFromUri(uri);
      if (path === undefined)
        return languageId === SKILL_LANGUAGE ? { path: "", shown: "SKILL.md" } : undefined;
      if (!isSkillFile(lastPart(path)) && languageId !== SKILL_LANGUAGE) return undefined;
      return { path, shown: showPath(relativePath(homeOf(path), path)) };
    },
    rulesFor: ({ path }) => {
      const home = path === "" ? (folders[0] ?? "") : homeOf(path);
      const found = known.get(home) ?? readRules(home, options);
      known.set(home, found);
      return found;
    },
    foldersOf: ({ path }) => {
      if (folders.length > 0 || path === "") return folders;
      return [homeOf(path)];
    },
    forget: () => known.clear(),
  };
}

/** A configuration that cannot be read is told once, and the rules apply as without one. */
function readRules(home: string, options: WorkspaceOptions): FolderRules {
  const own: LintSettings = options.dialect === undefined ? {} : { dialect: options.dialect };
  try {
    const found = home === "" ? {} : options.openLinting(home).settings(undefined);
    return createRules({ ...found, ...own });
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    options.onBadConfig(error.diagnostic.message);
    return createRules(own);
  }
}

/** Undefined for what is in no file: documents that were never saved, or that an extension made up. */
export function pathFromUri(uri: string): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    const path = fileURLToPath(uri);
    return path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}

export function uriFromPath(path: string): string {
  return pathToFileURL(path).href;
}
