export { workAhead } from "./work-ahead.ts";
export type { PrefixReader, Stamp } from "./files.ts";
export {
  createFileReader,
  createPrefixReader,
  fileExists,
  firstBytes as headOf,
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
export { copyWithoutLinks, refuseLinks, writeWithoutLinks } from "./no-links.ts";
export { type LogFile, openLogFile } from "./log-file.ts";
export {
  isInside,
  joinPath,
  joinShown,
  lastPart,
  parentOf,
  urlToPath,
  relativePath,
  resolvePath,
  showPath,
  urlOfPath,
} from "./paths.ts";
export {
  byCodePoint,
  readBytesIfPresent,
  resolveCanonical,
  danglingLinks,
  type FolderEntry,
  listFolderEntries,
  findUp,
  isFolder,
  readTextIfPresent,
  withParents,
} from "./scan-folder.ts";
export type { Environment, Meter, Progress, Terminal } from "./terminal.ts";
export { canAsk, readTerminal } from "./terminal.ts";
export {
  escapeInvisible,
  oneLine,
  withoutControls,
  withoutControlsButColors,
} from "../skill/model/index.ts";
export type { FolderReader, FoundFile, SkippedEntry } from "./walk.ts";
export {
  byShown,
  findSkills,
  findSkillsInTurns,
  isSkillFile,
  leadsToSkill,
  OWN_FOLDER,
  readFolder,
  toContent,
} from "./walk.ts";
export { cacheFolder, codeFolder } from "./cache.ts";
export { findDataFolder, IN_MEMORY } from "./data-folder.ts";
export { openPackageCache, type PackageCache } from "./package-cache.ts";
export { hashOf, computeHmac, computeSha256 } from "./hash.ts";
export { concatInTurns, digestInTurns, sha256InTurns } from "./in-turns.ts";
export { openStore } from "./store.ts";
export { type Basis, storeOutput, findOutput, type OutputChunk } from "./cached-output.ts";
export { emptyLedger, isStable, openLedger } from "./ledger.ts";
export { FOLDER_FIELDS, indexFolders } from "./tree-index.ts";
export { processorCount, totalMemory } from "./processors.ts";
export { expectShortRun, enableCompileCache, preferLittleMemory } from "./engine.ts";
export { withoutInterruption } from "./interrupt.ts";
export {
  credentialGroup,
  isOfGroup,
  isSensitiveName,
  refusedGroups,
  variableProblem,
} from "./variable-names.ts";
export { freeSpace } from "./free-space.ts";
