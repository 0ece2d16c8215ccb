/** What is installed in a folder, recorded so that every change is found. */
export { withFolderLock, OWN_FOLDER, recoverSkillFolder, recoverFolders } from "./folder-lock.ts";
export { checkLock, type Drift, type DriftKind } from "./check-lock.ts";
export { LOCAL_SOURCE, type LockEntry, type Signer } from "./entry.ts";
export { lockGuard, type RefusalReason } from "./lock-guard.ts";
export {
  LOCK_FILE,
  lockPath,
  openLock,
  parseLock,
  readLock,
  type SkillLock,
  updateLock,
  writeLock,
} from "./lock-file.ts";
export { publishedPath, readPublished } from "./published.ts";
export { pristinePath, readPristine } from "./pristine.ts";
export { toLockEntry, type Recorded, recordFolder } from "./record.ts";
export { findSigner, signerName, verifyInstalled } from "./verify-installed.ts";
