import { fileExists, joinPath, lastPart, parentOf } from "../../platform/index.ts";
import { LOCK_FILE, readLock } from "../../registry/lock/index.ts";
import { SkillError } from "../../skill/model/index.ts";

/** A folder of that name would be overwritten, and one that was installed be found changed. */
export function renameRefusal(folder: string, name: string): string | undefined {
  const root = parentOf(folder);
  const old = lastPart(folder);
  if (fileExists(joinPath(root, name))) return `There is a folder \`${name}\` in ${root} already.`;
  try {
    if (!readLock(root).has(old)) return undefined;
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    return error.message;
  }
  return `\`${old}\` was installed here, and \`${LOCK_FILE}\` knows it by this name. Copy it to rename the copy.`;
}
