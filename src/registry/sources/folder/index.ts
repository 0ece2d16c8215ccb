/** Skills of a folder on this machine. */
export { openFolder, shelfOfFolders, skillFoldersIn } from "./open-folder.ts";
