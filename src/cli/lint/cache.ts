import type { FileResult } from "../../check/index.ts";
import {
  cacheFolder,
  fileExists,
  type FoundFile,
  hashOf,
  indexFolders,
  type IndexedFolders,
  isSameStamp,
  isSameQuestion,
  isSettled,
  joinPath,
  type KeptFolder,
  type KeptStamp,
  nameOf,
  openStore,
  parentOf,
  readBytes,
  takeStamp,
} from "../../platform/index.ts";
import type { Context } from "../context.ts";
import type { Settings } from "./settings.ts";
import type { Linted } from "./source.ts";

type KeptResult = readonly [path: string, stamp: KeptStamp, hash: string, result: FileResult];

interface Kept {
  /** What was asked; names of files may collide. */
  readonly question: readonly string[];
  readonly folders: readonly KeptFolder[];
  readonly results: readonly KeptResult[];
}

/** Results of the run before, each as good as linting the file again. */
export interface LintCache {
  readonly folders: IndexedFolders | undefined;
  find(file: FoundFile): FileResult | undefined;
  add(file: FoundFile, linted: Linted): void;
  save(): void;
}

export const noCache: LintCache = {
  folders: undefined,
  find: () => undefined,
  add: () => undefined,
  save: () => undefined,
};

/**
 * Opens the results that were kept for the same words in the same folder under the same configuration and
 * version. One counts while the file's stamp, or else its bytes, are the same and the neighbouring files
 * that the rules asked for are still there, or still not.
 */
export function openCache(context: Context, settings: Settings): LintCache {
  const now = context.now();
  const store = openStore(cacheFolder(context.environment), now);
  const question = [
    context.version,
    context.folder,
    JSON.stringify(settings),
    ...context.arguments,
  ];
  const name = nameOf("lint", question);
  const before = readKept(store.read(name), question);
  const known = new Map(before.results.map((item) => [item[0], item]));
  const folders = indexFolders(before.folders, now);
  const stamps = new Map<string, KeptStamp>();
  const kept: KeptResult[] = [];
  let isChanged = false;
  return {
    folders,
    find: (file) => {
      const stamp = takeStamp(file.path);
      if (stamp === undefined) return undefined;
      stamps.set(file.path, stamp);
      const item = known.get(file.path);
      if (item === undefined || !hasSameNeighbours(file, item[3])) return undefined;
      if (isSameStamp(item[1], stamp)) {
        kept.push(item);
        return item[3];
      }
      if (hashOfFile(file.path) !== item[2]) return undefined;
      isChanged = true;
      if (isSettled(stamp, now)) kept.push([file.path, stamp, item[2], item[3]]);
      return item[3];
    },
    add: (file, { result, hash }) => {
      isChanged = true;
      const stamp = stamps.get(file.path);
      const isSound = !result.diagnostics.some((item) => item.cause !== undefined);
      if (stamp !== undefined && hash !== undefined && isSound && isSettled(stamp, now))
        kept.push([file.path, stamp, hash, result]);
    },
    save: () => {
      if (!isChanged && !folders.hasChanged() && kept.length === known.size) return;
      store.write(
        name,
        JSON.stringify({ question, folders: folders.kept(), results: kept } satisfies Kept),
      );
    },
  };
}

/** The sum of the file was checked, so what was written is what is read. */
function readKept(content: string | undefined, question: readonly string[]): Kept {
  const kept = content === undefined ? undefined : (JSON.parse(content) as Kept);
  const isOurs = kept !== undefined && isSameQuestion(kept.question, question);
  return isOurs ? kept : { question, folders: [], results: [] };
}

function hasSameNeighbours(file: FoundFile, result: FileResult): boolean {
  const folder = parentOf(file.path);
  for (const path in result.probes)
    if (fileExists(joinPath(folder, path)) !== result.probes[path]) return false;
  return true;
}

function hashOfFile(path: string): string | undefined {
  try {
    return hashOf(readBytes(path));
  } catch {
    return undefined;
  }
}
