export type { FileMark, FolderEntry } from "./folder.ts";
export { hasSettled, listEntries, markOf, markOfFolder, readAccepted } from "./folder.ts";
export { isLink, linksIn, linkTarget, settledMark } from "./settled.ts";
export type { WatchFunction, WatchReach } from "./watch.ts";
export { FolderWatch } from "./watch.ts";
