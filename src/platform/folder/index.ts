export { RefusedPathError } from "./errors.ts";
export type { FileContent, FilesFolder } from "./files-folder.ts";
export { openFilesFolder } from "./files-folder.ts";
export { LockHeldError, removeLeftLocks, withLock } from "./lock.ts";
export type { WalkedFile } from "./walk-files.ts";
export { protectFolder } from "./private-folder.ts";
export { createTemporaryFolder, writeTemporaryFolder } from "./temporary.ts";
