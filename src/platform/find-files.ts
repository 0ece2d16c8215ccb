import { readdirSync } from "node:fs";
import { errorCode, reasonOf } from "./failure.ts";
import { joinPath, joinShown } from "./paths.ts";
import type { FoundFile, SkippedEntry } from "./walk.ts";

const NEVER: ReadonlySet<string> = new Set(["node_modules", ".git"]);
/** Nobody keeps evaluations deeper, and a tree without end is none of theirs. */
const DEEPEST = 24;

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly skipped: readonly SkippedEntry[];
}

/** Files below a folder by their path from it, in the order of the paths. Links are not followed. */
export function findFiles(root: FoundFile, isWanted: (path: string) => boolean): FoundFiles {
  const files: FoundFile[] = [];
  const skipped: SkippedEntry[] = [];
  const walk = (folder: FoundFile, from: string, depth: number): void => {
    for (const entry of list(folder, skipped)) {
      const path = from === "" ? entry.name : `${from}/${entry.name}`;
      const found = {
        path: joinPath(folder.path, entry.name),
        shown: joinShown(folder.shown, entry.name),
      };
      if (entry.isDirectory()) {
        if (!NEVER.has(entry.name) && depth < DEEPEST) walk(found, path, depth + 1);
      } else if (entry.isFile() && isWanted(path)) files.push(found);
    }
  };
  walk(root, "", 0);
  return { files: files.toSorted((a, b) => (a.shown < b.shown ? -1 : 1)), skipped };
}

function list(folder: FoundFile, skipped: SkippedEntry[]): ReturnType<typeof readEntries> {
  try {
    return readEntries(folder.path);
  } catch (error) {
    if (errorCode(error) === "") throw error;
    skipped.push({ path: folder.shown, reason: reasonOf(error), isFailure: true });
    return [];
  }
}

function readEntries(path: string): readonly {
  readonly name: string;
  readonly isDirectory: () => boolean;
  readonly isFile: () => boolean;
}[] {
  return readdirSync(path, { withFileTypes: true });
}
