import { hasSettled, markOfFolder } from "../../../platform/tree/index.ts";

/** By folder, what every later change of its entries alters; empty where it changed just now, and could again unseen. */
export type FolderMarks = ReadonlyMap<string, string>;

/** To be taken before the folder is read: what comes into it while it is read may not have been seen. */
export function takeFolderMark(folder: string): string {
  const mark = markOfFolder(folder);
  return mark !== undefined && hasSettled(mark, Date.now()) ? mark.stamp : "";
}

/** False where skills may have come or gone since the marks were taken. */
export function areCurrent(marks: FolderMarks): boolean {
  for (const [folder, stamp] of marks)
    if (stamp === "" || markOfFolder(folder)?.stamp !== stamp) return false;
  return true;
}
