import {
  hasLeftovers,
  isHalfChanged,
  recoverFolder,
  removeLeftStages,
  removeTemporaries,
} from "../../platform/archive/index.ts";
import { LockHeldError, removeLeftLocks, withLock } from "../../platform/folder/index.ts";
import {
  joinPath,
  kindOf,
  linkAway,
  makeFolder,
  OWN_FOLDER,
  reasonOf,
  showPath,
} from "../../platform/index.ts";
import { isLink } from "../../platform/tree/index.ts";
import { SkillError } from "../../skill/index.ts";
import { registryCodes, registryError } from "../errors.ts";

export { OWN_FOLDER };

/** Writing many skills to a slow disk takes its time. */
const WAIT_MS = 60_000;
/** Whoever only reads sees a folder as it is before that. */
const READ_WAIT_MS = 1000;

/**
 * Makes the folder beside skills in which this program keeps what is its own. A repository may bring a link in its place,
 * and links above that lead into the home folder or among the hooks of git: nothing is written through those.
 */
export function createPrivateFolder(folder: string): string {
  const inner = joinPath(folder, OWN_FOLDER);
  const link = isLink(inner) ? inner : linkAway(folder);
  if (link === undefined) {
    makeFolder(inner);
    return inner;
  }
  throw registryError(
    registryCodes.writeFailed,
    `Nothing is written through \`${showPath(link)}\`, which is a link that leads elsewhere.`,
    {
      file: link,
      hint: "It may have come with a repository. Remove it, or name the folder that it leads to.",
    },
  );
}

/** Does work on a folder of skills while nobody else does, after what a process that died had begun is settled. */
export async function withFolderLock<T>(
  folder: string,
  work: () => Promise<T>,
  waitMs: number = WAIT_MS,
): Promise<T> {
  try {
    const inner = createPrivateFolder(folder);
    return await withLock(joinPath(inner, "skill-lock.lock"), waitMs, async () => {
      await recoverFolder(folder, OWN_FOLDER);
      await removeLeftLocks(inner);
      await removeLeftStages(folder);
      await removeTemporaries(folder, "skill-lock.json");
      return await work();
    });
  } catch (error) {
    if (SkillError.isInstance(error)) throw error;
    if (error instanceof LockHeldError)
      throw registryError(
        registryCodes.writeFailed,
        "Another process is changing the folder of skills.",
        {
          file: folder,
          hint: `If there is none, delete \`${showPath(error.file)}\`: a copied or cloned folder may have brought it.`,
          cause: error,
        },
      );
    throw registryError(
      registryCodes.writeFailed,
      `The folder of skills cannot be written: ${reasonOf(error)}.`,
      { file: folder, cause: error },
    );
  }
}

/**
 * The same for all of them, for those who only read: a folder that cannot be settled is read as it is. True where one
 * was not as it is to be, and is by now.
 */
export async function recoverFolders(folders: readonly string[]): Promise<boolean> {
  let hasRecovered = false;
  for (const folder of new Set(folders)) {
    try {
      hasRecovered = (await recoverSkillFolder(folder)) || hasRecovered;
    } catch (error) {
      if (!SkillError.isInstance(error)) throw error;
    }
  }
  return hasRecovered;
}

/** Brings a folder that a process left half changed to its new state; does nothing in any other, and says so. */
export async function recoverSkillFolder(folder: string): Promise<boolean> {
  if (kindOf(folder) !== "folder") return false;
  const isHalf = await isHalfChanged(folder, OWN_FOLDER).catch(() => false);
  if (!isHalf && !(await hasLeftovers(folder, OWN_FOLDER))) return false;
  // Leftovers keep nobody from reading, so that nobody waits to clear them away.
  await withFolderLock(folder, () => Promise.resolve(), isHalf ? READ_WAIT_MS : 0);
  return true;
}
