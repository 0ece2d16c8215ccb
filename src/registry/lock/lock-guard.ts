import { fileExists, lastPart, parentOf, realPath } from "../../platform/index.ts";
import { SkillError } from "../../skill/index.ts";
import { treeIntegrity } from "../package/digests.ts";
import { readInstalled } from "../package/read-files.ts";
import { LOCAL_SOURCE } from "./entry.ts";
import { lockPath, readLock, type SkillLock } from "./lock-file.ts";

/**
 * Tells of a SKILL.md why it must not be used: it was installed, and its folder is not what the lock says, or the lock
 * itself cannot be believed. Locks are read once; skills in folders without one are not looked at.
 */
export function lockGuard(): (file: string) => string | undefined {
  const locks = new Map<string, SkillLock | string | undefined>();
  return (file) => {
    const folder = folderOf(file);
    if (folder === undefined) return undefined;
    const around = parentOf(folder);
    if (!locks.has(around)) locks.set(around, openedLock(around));
    const lock = locks.get(around);
    if (lock === undefined || typeof lock === "string") return lock;
    const entry = lock.get(lastPart(folder));
    if (entry === undefined || entry.source === LOCAL_SOURCE || entry.integrity === "")
      return undefined;
    return integrityOf(folder) === entry.integrity
      ? undefined
      : "Its files are not those that `skill-lock.json` records.";
  };
}

/** A link from the folder of a client leads to where the skill was installed. */
function folderOf(file: string): string | undefined {
  const folder = parentOf(file);
  return fileExists(folder) ? realPath(folder) : undefined;
}

/** The reason where it cannot be believed. */
function openedLock(folder: string): SkillLock | string | undefined {
  if (!fileExists(lockPath(folder))) return undefined;
  try {
    return readLock(folder);
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    return `The lock of its folder cannot be believed: ${error.message}`;
  }
}

function integrityOf(folder: string): string | undefined {
  try {
    return treeIntegrity(readInstalled(folder).files);
  } catch (error) {
    if (SkillError.isInstance(error)) return undefined;
    throw error;
  }
}
