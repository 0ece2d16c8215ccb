import { joinPath, parentOf } from "../../platform/index.ts";
import {
  type FileMark,
  type FolderEntry,
  hasRecovered,
  listEntries,
  markOf,
  readFolderMark,
  readAccepted,
} from "../../platform/tree/index.ts";
import { SearchMemory } from "./memory.ts";

/** A file that was opened; without bytes where it was not accepted. */
export interface OpenedFile {
  readonly mark: FileMark;
  readonly bytes?: Uint8Array;
  /** False where the bytes are only the beginning. */
  readonly isWhole?: boolean;
}

/** Enough for the frontmatter of nearly every skill. */
const HEAD_BYTES = 4096;

interface Kept<Value> {
  readonly mark: FileMark | undefined;
  /** A change after this must show in the mark. */
  readonly isSettled: boolean;
  readonly value: Value;
}

/**
 * Folders and files as they were last seen. What did not change is not looked at again: who watches says
 * what changed with `forget`, who does not has everything compared with `recheck`.
 */
export class FileTree<Content> {
  /** What searches through the tree found; it forgets as the tree does. */
  readonly memory: SearchMemory = new SearchMemory();
  readonly #now: () => number;
  readonly #head: Uint8Array | undefined;
  readonly #folders = new Map<string, Kept<readonly FolderEntry[]>>();
  readonly #files = new Map<string, Kept<Content>>();
  #reads = 0;

  /** With `readsHeads`, `make` gets the beginning of a file first, and may ask for all of it. */
  constructor(now: () => number, readsHeads: boolean = false) {
    this.#now = now;
    this.#head = readsHeads ? new Uint8Array(HEAD_BYTES) : undefined;
  }

  /** Only the beginnings of files are read where they are enough. */
  get readsHeads(): boolean {
    return this.#head !== undefined;
  }

  /** How many files were opened so far. */
  get reads(): number {
    return this.#reads;
  }

  /** What stands in a folder; throws as the file system does. */
  list(folder: string): readonly FolderEntry[] {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known.value;
    // The mark comes first: what changes after it shows as a change. Who looks once needs none.
    const mark = this.#head === undefined ? readFolderMark(folder) : undefined;
    const value = listEntries(folder);
    this.#folders.set(folder, this.#keep(mark, value));
    return value;
  }

  /** What was last seen in a folder, without a look at it. */
  recall(folder: string): readonly FolderEntry[] | undefined {
    return this.#folders.get(folder)?.value;
  }

  /**
   * What `make` made of a file, which is asked again only after the file has changed. It answers nothing
   * where the beginning of the file is not enough.
   */
  read(
    path: string,
    accepts: (mark: FileMark) => boolean,
    make: (file: OpenedFile) => Content | undefined,
  ): Content | undefined {
    const known = this.#files.get(path);
    if (known !== undefined) return known.value;
    this.#reads += 1;
    let look = readAccepted(path, accepts, this.#head);
    if (look.kind === "no-file") return undefined;
    let value = make(look);
    if (value === undefined) {
      look = readAccepted(path, accepts);
      value = look.kind === "no-file" ? undefined : make(look);
    }
    if (look.kind === "no-file" || value === undefined) return undefined;
    this.#files.set(path, this.#keep(look.mark, value));
    return value;
  }

  /** Something happened to this path, to what stands there, or to what lies below it. */
  forget(path: string): void {
    this.memory.forget(path);
    this.#folders.delete(parentOf(path));
    this.#files.delete(path);
    if (!this.#folders.delete(path)) return;
    // There are thousands of them, and paths of the tree are as plain as this one.
    const below = joinPath(path, "/");
    for (const kept of [this.#folders, this.#files])
      for (const item of kept.keys()) if (item.startsWith(below)) kept.delete(item);
  }

  /** Forgets what has not the mark of before, or had changed too shortly before it was read. */
  recheck(): void {
    for (const [folder, kept] of this.#folders)
      if (!isSame(kept, () => readFolderMark(folder))) this.#drop(this.#folders, folder);
    for (const [file, kept] of this.#files)
      if (!isSame(kept, () => markOf(file))) this.#drop(this.#files, file);
  }

  #drop(kept: Map<string, unknown>, path: string): void {
    kept.delete(path);
    this.memory.touch(path);
  }

  #keep<Value>(mark: FileMark | undefined, value: Value): Kept<Value> {
    return { mark, value, isSettled: mark !== undefined && hasRecovered(mark, this.#now()) };
  }
}

function isSame(kept: Kept<unknown>, look: () => FileMark | undefined): boolean {
  if (!kept.isSettled) return false;
  try {
    return look()?.stamp === kept.mark?.stamp;
  } catch {
    // Nothing can be said of what may not be looked at.
    return false;
  }
}
