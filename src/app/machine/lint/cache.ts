import { decodeResult, encodeResult, type FileResult } from "../../../check/index.ts";
import {
  type Basis,
  cacheFolder,
  fileExists,
  FOLDER_FIELDS,
  type FolderReader,
  type FoundFile,
  hashOf,
  indexFolders,
  isStable,
  joinPath,
  openLedger,
  openStore,
  parentOf,
  readBytes,
  type Stamp,
  takeStamp,
} from "../../../platform/index.ts";
import type { LintSettings } from "../../check/lint-run.ts";
import type { LocalComputer } from "../local-computer.ts";
import type { LintedFile } from "./source.ts";

/** Results of the run before, each as good as linting the file again. */
export interface LintCache {
  readonly readFolder: FolderReader | undefined;
  find(file: FoundFile): FileResult | undefined;
  add(file: FoundFile, linted: LintedFile): void;
  save(): void;
  /** What the results of these many files were made from, where the cache knows all of it. */
  basis(files: number): Basis | undefined;
}

export const noCache: LintCache = {
  readFolder: undefined,
  find: () => undefined,
  add: () => undefined,
  save: () => undefined,
  basis: () => undefined,
};

/** Texts of a record about a file: the hash of its bytes, and the result. */
const RESULT_FIELDS = 2;

/**
 * Opens the results that were kept for the same words in the same folder under the same configuration and
 * version. One counts while the file's stamp, or else its bytes, are the same and the neighbouring files
 * that the rules asked for are still there, or still not.
 */
export function openCache(
  paths: readonly string[],
  settings: LintSettings,
  computer: LocalComputer,
): LintCache {
  const now = computer.now();
  const store = openStore(cacheFolder(computer.environment), now);
  const question = [computer.version, computer.folder, JSON.stringify(settings), ...paths];
  const before = store.read("lint", question);
  const folders = openLedger(before.folders, FOLDER_FIELDS);
  const known = openLedger(before.files, RESULT_FIELDS);
  const tree = indexFolders(folders, now);
  const stamps = new Map<string, Stamp>();
  const neighbours = new Map<string, boolean>();
  const addNeighbours = ({ path }: FoundFile, { probes }: FileResult): void => {
    const folder = parentOf(path);
    for (const name in probes) neighbours.set(joinPath(folder, name), probes[name] === true);
  };
  const keepAnew = (file: FoundFile, stamp: Stamp, hash: string, result: string): void => {
    if (isStable(stamp, now)) known.add(file.path, stamp, [hash, result]);
  };
  return {
    readFolder: tree.read,
    find: (file) => {
      const stamp = takeStamp(file.path);
      const record = known.findPath(file.path);
      if (stamp === undefined) return undefined;
      stamps.set(file.path, stamp);
      if (record === undefined) return undefined;
      const result = decodeResult(known.text(record, 1));
      if (!hasSameNeighbours(file, result)) return undefined;
      addNeighbours(file, result);
      if (known.hasStamp(record, stamp)) {
        known.keep(record);
        return result;
      }
      if (hashFile(file.path) !== known.text(record, 0)) return undefined;
      keepAnew(file, stamp, known.text(record, 0), known.text(record, 1));
      return result;
    },
    add: (file, { result, hash }) => {
      addNeighbours(file, result);
      const stamp = stamps.get(file.path);
      if (stamp !== undefined && hash !== undefined)
        keepAnew(file, stamp, hash, encodeResult(result));
    },
    save: () => {
      if (folders.hasChanged() || known.hasChanged())
        store.write("lint", question, { folders: folders.encode(), files: known.encode() });
    },
    basis: (count) => {
      const files = known.places();
      if (!tree.isWhole() || files.count !== count) return undefined;
      return { places: [folders.places(), files], others: neighbours };
    },
  };
}

function hasSameNeighbours(file: FoundFile, result: FileResult): boolean {
  const folder = parentOf(file.path);
  for (const path in result.probes)
    if (fileExists(joinPath(folder, path)) !== result.probes[path]) return false;
  return true;
}

function hashFile(path: string): string | undefined {
  try {
    return hashOf(readBytes(path));
  } catch {
    return undefined;
  }
}
