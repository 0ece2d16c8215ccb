/** Text files of the user, for operations that read other files than skills. */
import type { DocumentSource, Files } from "../context.ts";
import { fail } from "../errors.ts";
import {
  listFolderEntries,
  errorCode,
  fileExists,
  findFiles,
  type FoundFile,
  joinPath,
  joinShown,
  parentOf,
  readText,
  reasonOf,
  resolvePath,
  showPath,
  type SkippedEntry,
} from "../../platform/index.ts";
import { kind, trimPath } from "./inputs.ts";

const LEVELS_ABOVE = 3;

export const readDocuments: Files["readDocuments"] = (paths, isWanted) => {
  const documents = new Map<string, DocumentSource>();
  const skipped: SkippedEntry[] = [];
  const add = (file: FoundFile, isNamed: boolean): void => {
    const location = showPath(resolvePath(file.path));
    if (documents.has(location)) return;
    documents.set(location, { path: file.shown, text: read(file), location, isNamed });
  };
  for (const word of paths.length === 0 ? ["."] : paths) {
    const isFile = kind(word) === "file";
    const folder = isFile ? parentOf(word) : word;
    if (isFile) add({ path: word, shown: showPath(trimPath(word)) }, true);
    const found = findFiles({ path: folder, shown: showPath(trimPath(folder)) }, isWanted);
    skipped.push(...found.skipped);
    for (const file of found.files) add(file, false);
    for (const file of filesAbove(folder, isWanted)) add(file, false);
  }
  return { documents: [...documents.values()], skipped };
};

/** A suite lies below the folder of its skill, so that what it belongs to stands above it. Links are not followed there either. */
function filesAbove(folder: string, isWanted: (path: string) => boolean): readonly FoundFile[] {
  const found: FoundFile[] = [];
  let above = folder;
  for (let level = 0; level < LEVELS_ABOVE; level += 1) {
    above = joinPath(above, "..");
    const shown = showPath(above);
    for (const { name, kind: sort, isLink } of listFolderEntries(above))
      if (sort === "file" && !isLink && isWanted(name))
        found.push({ path: joinPath(above, name), shown: joinShown(shown, name) });
  }
  return found;
}

/** The text of a file that the user names; undefined where there is none. */
export function readNamedText(path: string): string | undefined {
  return fileExists(path) ? read({ path, shown: showPath(path) }) : undefined;
}

function read({ path, shown }: FoundFile): string {
  try {
    return readText(path);
  } catch (error) {
    if (errorCode(error) === "") throw error;
    throw fail("cli/unreadable", { reason: reasonOf(error) }, { file: shown, cause: error });
  }
}
