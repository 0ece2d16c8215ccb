export {
  splitEntryName as partsOf,
  PortableNames,
  type SizeLimits,
  UnsafeArchiveError,
} from "./entry.ts";
export { isTaken, placeFolder, writeTree } from "./place.ts";
export { readTree, type TreeContent } from "./read-tree.ts";
export { createStage, removeLeftStages, setExecutable } from "./stage.ts";
export {
  type Change,
  changeFolder,
  hasLeftovers,
  isHalfChanged,
  recoverFolder,
  removeTemporaries,
} from "./transaction.ts";
export { type ArchiveKind, unpack, unpackBytes } from "./unpack.ts";
export { readZip } from "./read-zip.ts";
export { writeTarGz } from "./write-tar.ts";
export { writeZip, zipParts } from "./write-zip.ts";
