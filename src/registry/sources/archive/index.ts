/** Skills that come as one archive, from the web or from a file. */
export { openArchive, readArchiveBytes } from "./open-archive.ts";
