import { markOfFolder } from "../../../platform/tree/index.ts";

/** When each folder last got or lost an entry, to see whether skills may have come or gone since. */
export class FolderMarks {
  #marks: ReadonlyMap<string, string> = new Map();

  take(folders: readonly string[]): void {
    this.#marks = new Map(folders.map((folder) => [folder, stampOf(folder)]));
  }

  isCurrent(): boolean {
    for (const [folder, stamp] of this.#marks) if (stampOf(folder) !== stamp) return false;
    return true;
  }
}

function stampOf(folder: string): string {
  return markOfFolder(folder)?.stamp ?? "";
}
