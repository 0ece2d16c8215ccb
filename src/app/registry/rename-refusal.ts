import { fileExists, joinPath, lastPart, parentOf } from "../../platform/index.ts";
import { LOCAL_SOURCE, LOCK_FILE, readLock } from "../../registry/lock/index.ts";
import { quoteForShell, SkillError } from "../../skill/model/index.ts";

/** A folder of that name would be overwritten, and one that was installed be found changed. */
export function renameRefusal(folder: string, name: string): string | undefined {
  const root = parentOf(folder);
  const old = lastPart(folder);
  if (fileExists(joinPath(root, name))) return `There is a folder \`${name}\` in ${root} already.`;
  try {
    const entry = readLock(root).get(old);
    if (entry === undefined || entry.source === LOCAL_SOURCE) return undefined;
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    return error.message;
  }
  return `\`${old}\` was installed here, and \`${LOCK_FILE}\` knows it by this name. Copy it to rename the copy.`;
}

/** A new name changes the files of a skill, so that its digest has to be computed again once they are saved. */
export function renameAdvice(folder: string): string | undefined {
  const root = parentOf(folder);
  const old = lastPart(folder);
  if (!readLock(root).has(old)) return undefined;
  return `\`${LOCK_FILE}\` still has \`${old}\`. Save all files, then write it again: \`skillwright lock ${quoteForShell(root)}\`.`;
}
