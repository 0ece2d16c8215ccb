export { partsOf, UnsafeArchiveError } from "./entry.ts";
export { isTaken, placeFolder, removeFile, type TreeFile, writeTree } from "./place.ts";
export { createStage, setExecutable } from "./stage.ts";
export { type ArchiveKind, unpack } from "./unpack.ts";
