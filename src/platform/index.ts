export { workAhead } from "./ahead.ts";
export type { PrefixReader, Stamp } from "./files.ts";
export {
  copyFile,
  createFileReader,
  createPrefixReader,
  fileExists,
  headOf,
  kindOf,
  listFolder,
  makeFolder,
  readBytes,
  readInput,
  readText,
  realPath,
  removeFile,
  takeStamp,
  writeFileAtomically,
} from "./files.ts";
export { errorCode, failure, reasonOf } from "./failure.ts";
export { guardListener } from "./guard-listener.ts";
export { findFiles } from "./find-files.ts";
export { linkAway } from "./link-on-way.ts";
export { requirePlainWay } from "./plain-way.ts";
export { type LogFile, openLogFile } from "./log-file.ts";
export {
  isInside,
  joinPath,
  joinShown,
  lastPart,
  parentOf,
  pathOfUrl,
  relativePath,
  resolvePath,
  showPath,
} from "./paths.ts";
export {
  byCodePoint,
  bytesOf,
  canonicalOf,
  danglingLinks,
  type Entry,
  entriesOf,
  findUp,
  isFolder,
  textOf,
  withParents,
} from "./surroundings.ts";
export type { Environment, Terminal } from "./terminal.ts";
export { canAsk, readTerminal } from "./terminal.ts";
export {
  escapeInvisible,
  oneLine,
  withoutControls,
  withoutControlsButColors,
} from "../skill/model/index.ts";
export type { FolderReader, FoundFile, Skipped } from "./walk.ts";
export {
  byShown,
  findSkills,
  findSkillsInTurns,
  isSkillFile,
  leadsToSkill,
  OWN_FOLDER,
  readFolder,
} from "./walk.ts";
export { cacheFolder } from "./cache.ts";
export { openPackageCache, type PackageCache } from "./package-cache.ts";
export { hashOf, hmacOf, sha256Of } from "./hash.ts";
export { concatInTurns, digestInTurns, sha256InTurns } from "./in-turns.ts";
export { openStore } from "./store.ts";
export { isSettled, openLedger } from "./ledger.ts";
export { FOLDER_FIELDS, indexFolders } from "./tree-index.ts";
export { processorCount, totalMemory } from "./processors.ts";
export {
  expectLargePatterns,
  expectShortRun,
  keepCompiledCode,
  preferLittleMemory,
} from "./engine.ts";
export { withoutInterruption } from "./interrupt.ts";
export {
  credentialGroup,
  isOfGroup,
  isSensitiveName,
  refusedGroups,
  variableProblem,
} from "./variable-names.ts";
export { freeSpace } from "./free-space.ts";
