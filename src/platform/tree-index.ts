import { stampOf } from "./files.ts";
import { isSettled, type Ledger } from "./ledger.ts";
import { type FolderContent, type FolderReader, readFolder } from "./walk.ts";

/** Texts of a record about a folder: its folders, skills and links, with `/` between the names. */
export const FOLDER_FIELDS = 3;

/**
 * Reads folders through a ledger: every change of the entries of a folder changes its time, so one that has
 * the stamp of before has the entries of before.
 */
export function indexFolders(ledger: Ledger, now: number): FolderReader {
  return (path) => {
    const stamp = stampOf(path);
    const record = ledger.find(path, stamp);
    if (record !== undefined) {
      ledger.keep(record);
      const names = (field: number): readonly string[] => splitNames(ledger.text(record, field));
      return { folders: names(0), skills: names(1), links: names(2) };
    }
    const content: FolderContent = readFolder(path);
    if (isSettled(stamp, now)) {
      const { folders, skills, links } = content;
      ledger.add(path, stamp, [folders.join("/"), skills.join("/"), links.join("/")]);
    }
    return content;
  };
}

const NONE: readonly string[] = [];

function splitNames(text: string): readonly string[] {
  return text === "" ? NONE : text.split("/");
}
