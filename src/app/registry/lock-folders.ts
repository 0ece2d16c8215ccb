import { fileExists, joinPath, parentOf } from "../../platform/index.ts";
import { lockPath } from "../../registry/lock/index.ts";

/** A path may be a folder of skills, one skill in it, or the place around it. */
export function foldersWithLock(paths: readonly string[]): readonly string[] {
  const all = paths.flatMap((path) => [
    path,
    joinPath(path, "skills"),
    parentOf(path),
    parentOf(parentOf(path)),
  ]);
  return [...new Set(all)].filter((folder) => fileExists(lockPath(folder)));
}
