export { UnsafeArchiveError } from "./entry.ts";
export { createStage, setExecutable } from "./stage.ts";
export { type ArchiveKind, unpack } from "./unpack.ts";
