import { requireStamp } from "./files.ts";
import { isStable, type Ledger } from "./ledger.ts";
import { type FolderContent, type FolderReader, readFolder } from "./walk.ts";

/** Texts of a record about a folder: its folders, skills and links, with `/` between the names. */
export const FOLDER_FIELDS = 3;

export interface IndexedFolders {
  readonly read: FolderReader;
  /** Whether the ledger tells of all that was read: nothing changed just now, and no link led elsewhere. */
  readonly isWhole: () => boolean;
}

/**
 * Reads folders through a ledger: every change of the entries of a folder changes its time, so one that has
 * the stamp of before has the entries of before.
 */
export function indexFolders(ledger: Ledger, now: number): IndexedFolders {
  let isWhole = true;
  const read = (path: string): FolderContent => {
    const stamp = requireStamp(path);
    const record = ledger.find(path, stamp);
    if (record !== undefined) {
      ledger.keep(record);
      const names = (field: number): readonly string[] => splitNames(ledger.text(record, field));
      return { folders: names(0), skills: names(1), links: names(2) };
    }
    const content: FolderContent = readFolder(path);
    if (isStable(stamp, now)) {
      const { folders, skills, links } = content;
      ledger.add(path, stamp, [folders.join("/"), skills.join("/"), links.join("/")]);
    } else isWhole = false;
    return content;
  };
  return {
    isWhole: () => isWhole,
    read: (path) => {
      const content = read(path);
      isWhole &&= content.links.length === 0;
      return content;
    },
  };
}

const NONE: readonly string[] = [];

function splitNames(text: string): readonly string[] {
  return text === "" ? NONE : text.split("/");
}
