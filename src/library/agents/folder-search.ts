/** The folders that an agent searches for skills, within a bound: a link that came with a repository may lead to `/`. */
import { type FolderEntry, listFolderEntries } from "../../platform/index.ts";
import type { DroppedFile } from "./agent.ts";

const MAX_FOLDERS = 10_000;

export class FolderSearch {
  readonly #dropped: DroppedFile[];
  #count = 0;

  /** Where the search ends early, that is added to the files that are not loaded. */
  constructor(dropped: DroppedFile[]) {
    this.#dropped = dropped;
  }

  /** What lies in a folder; nothing once the search has seen too many. */
  entriesOf(folder: string): readonly FolderEntry[] {
    this.#count += 1;
    if (this.#count === MAX_FOLDERS + 1)
      this.#dropped.push({
        path: folder,
        code: "not-scanned",
        reason: `The search for skills ended here, after ${MAX_FOLDERS.toLocaleString("en")} folders.`,
        fix: "Remove the link that leads to so many folders.",
      });
    return this.#count > MAX_FOLDERS ? [] : listFolderEntries(folder);
  }
}
