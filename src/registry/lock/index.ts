/** What is installed in a folder, recorded so that every change is found. */
export { aloneIn, OWN_FOLDER, settleFolder, settleFolders } from "./alone.ts";
export { checkLock, type Drift, type DriftKind } from "./check-lock.ts";
export type { LockEntry, Signer } from "./entry.ts";
export { lockGuard } from "./lock-guard.ts";
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
export { entryOfFetched, type Recorded, recordFolder } from "./record.ts";
export { findSigner, signerName, vouchFor } from "./vouch.ts";
