import {
  isUnfinished,
  recoverFolder,
  removeLeftStages,
  removeTemporaries,
} from "../../platform/archive/index.ts";
import { LockHeldError, removeLeftLocks, withLock } from "../../platform/folder/index.ts";
import { joinPath, kindOf, makeFolder, OWN_FOLDER, reasonOf } from "../../platform/index.ts";
import { SkillError } from "../../skill/index.ts";
import { registryCodes, registryError } from "../diagnostics.ts";

export { OWN_FOLDER };

/** Writing many skills to a slow disk takes its time. */
const WAIT_MS = 60_000;

/** Does work on a folder of skills while nobody else does, after what a process that died had begun is settled. */
export async function aloneIn<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const inner = joinPath(folder, OWN_FOLDER);
  try {
    makeFolder(inner);
    return await withLock(joinPath(inner, "skill-lock.lock"), WAIT_MS, async () => {
      await recoverFolder(folder, OWN_FOLDER);
      await removeLeftLocks(inner);
      await removeLeftStages(folder);
      await removeTemporaries(folder, "skill-lock.json");
      return await work();
    });
  } catch (error) {
    if (SkillError.isInstance(error)) throw error;
    throw registryError(
      registryCodes.writeFailed,
      error instanceof LockHeldError
        ? "Another process is changing the folder of skills."
        : `The folder of skills cannot be written: ${reasonOf(error)}.`,
      { file: folder, cause: error },
    );
  }
}

/**
 * The same for all of them, for those who only read: a folder that cannot be settled is read as it is. True where one
 * was not as it is to be, and is by now.
 */
export async function settleFolders(folders: readonly string[]): Promise<boolean> {
  let hasSettled = false;
  for (const folder of new Set(folders)) {
    if (!(await isUnfinished(folder, OWN_FOLDER).catch(() => false))) continue;
    try {
      await settleFolder(folder);
      hasSettled = true;
    } catch (error) {
      if (!SkillError.isInstance(error)) throw error;
    }
  }
  return hasSettled;
}

/** Brings a folder that a process left half changed to its new state; does nothing in any other. */
export async function settleFolder(folder: string): Promise<void> {
  if (kindOf(folder) !== "folder" || !(await isUnfinished(folder, OWN_FOLDER))) return;
  await aloneIn(folder, () => Promise.resolve());
}
