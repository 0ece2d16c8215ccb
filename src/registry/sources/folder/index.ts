/** Skills of a folder on this machine. */
export { openFolder, shelfOfFolders } from "./open-folder.ts";
