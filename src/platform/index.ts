export type { FileKind, ReadFile, Stamp, WriteOptions } from "./files.ts";
export {
  copyFile,
  createFileReader,
  createPrefixReader,
  fileExists,
  isLink,
  kindOf,
  listFolder,
  makeFolder,
  readBytes,
  readInput,
  readText,
  realPath,
  stampOf,
  takeStamp,
  writeFileAtomically,
} from "./files.ts";
export { errorCode, failure, reasonOf } from "./failure.ts";
export {
  isInside,
  joinPath,
  joinShown,
  lastPart,
  parentOf,
  relativePath,
  resolvePath,
  showPath,
} from "./paths.ts";
export type { Environment, Terminal } from "./terminal.ts";
export { readTerminal, withoutControls } from "./terminal.ts";
export type { FolderContent, FolderReader, Found, FoundFile, Skipped } from "./walk.ts";
export { byShown, findSkills, isSkillFile, readFolder } from "./walk.ts";
export { cacheFolder } from "./cache.ts";
export { hashOf } from "./hash.ts";
export type { CacheStore, Kept } from "./store.ts";
export { openStore } from "./store.ts";
export type { EncodedLedger, Ledger } from "./ledger.ts";
export { isSettled, openLedger } from "./ledger.ts";
export { FOLDER_FIELDS, indexFolders } from "./tree-index.ts";
export { processorCount } from "./processors.ts";
export { expectShortRun } from "./engine.ts";
