export type { EntryKind, FileMark, FolderEntry, Look } from "./folder.ts";
export { hasSettled, listEntries, markOf, markOfFolder, readAccepted } from "./folder.ts";
export type { FolderWatchOptions, WatchFunction, WatchReach } from "./watch.ts";
export { FolderWatch } from "./watch.ts";
