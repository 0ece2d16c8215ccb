/** Skills of a folder on this machine. */
export { openFolder, indexFolders, skillFoldersIn } from "./open-folder.ts";
