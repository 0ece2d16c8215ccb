export type { FileMark, FolderEntry } from "./folder.ts";
export {
  hasRecovered,
  listEntries,
  readMark as markOf,
  readFolderMark,
  readAccepted,
} from "./folder.ts";
export { isLink, linksIn, linkTarget, stableMark } from "./stable-mark.ts";
export type { WatchFunction, WatchReach } from "./watch.ts";
export { FolderWatch } from "./watch.ts";
