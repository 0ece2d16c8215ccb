import { repeat } from "../../platform/process/index.ts";
import { FolderWatch, type WatchFunction } from "../../platform/tree/index.ts";
import { hashPaths } from "./find.ts";

const POLL_MS = 2000;

export interface CatalogWatchOptions {
  readonly paths: readonly string[];
  /** How a folder is watched, for tests. */
  readonly watchFunction?: WatchFunction;
  /** Something at the path is another. */
  readonly onChange: (path: string) => void;
  /** Anything may be another. */
  readonly onUnknown: () => void;
  /** Now and then, for what nobody tells of. */
  readonly onTick: () => void;
}

/** Hears of changes in folders of skills; where the system tells of none, it asks for a look now and then. */
export class CatalogWatch {
  #watch: FolderWatch | undefined;
  #stopPolling: () => void;

  constructor({ paths, watchFunction, onChange, onUnknown, onTick }: CatalogWatchOptions) {
    let identity = hashPaths(paths);
    // Nobody tells of a folder that is itself replaced, of a link that is set anew, or of new programs.
    const stopLooking = repeat(POLL_MS, () => {
      onTick();
      const now = hashPaths(paths);
      if (now === identity) return;
      identity = now;
      onUnknown();
    });
    this.#stopPolling = stopLooking;
    this.#watch = new FolderWatch({
      onChange,
      onExhausted: () => {
        this.#watch = undefined;
        stopLooking();
        this.#stopPolling = repeat(POLL_MS, onUnknown);
      },
      ...(watchFunction === undefined ? {} : { watch: watchFunction }),
    });
  }

  /** Watches a folder that is about to be read, so that what changes from now on is heard of. */
  add(folder: string): void {
    this.#watch?.add(folder, "tree");
  }

  /** Watches these folders and no others; true where some are new, in which changes may have been missed. */
  keep(folders: ReadonlySet<string>): boolean {
    const watch = this.#watch;
    if (watch === undefined) return false;
    watch.keep(folders);
    const { size } = watch;
    for (const folder of folders) watch.add(folder, "tree");
    return watch.size !== size;
  }

  close(): void {
    this.#stopPolling();
    this.#watch?.close();
  }
}
