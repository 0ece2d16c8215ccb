import { type FSWatcher, watch } from "node:fs";
import { basename, join, sep } from "node:path";
import { errorCode } from "../failure.ts";

export interface FolderWatchOptions {
  /** Something happened to this path: a file, a folder, or an entry that is gone. */
  readonly onChange: (path: string) => void;
  /** The system has no more to give; nothing is watched from now on. */
  readonly onExhausted: (error: Error) => void;
  readonly platform?: NodeJS.Platform;
  /** How a folder is watched; tests hand in one that fails. */
  readonly watch?: WatchFunction;
}

export type WatchFunction = (
  folder: string,
  options: { readonly persistent: boolean; readonly recursive: boolean },
  listener: (kind: string, name: string | null) => void,
) => Pick<FSWatcher, "close" | "on">;

/** `tree`: what lies below will be added too; `entries`: only what stands in the folder counts. */
export type WatchReach = "tree" | "entries";

/** What the system answers when it has no more watches, open files or memory to give. */
const EXHAUSTED = new Set(["EMFILE", "ENFILE", "ENOSPC", "ENOMEM"]);

/** Systems that watch a whole tree themselves. */
const WATCHES_TREES = new Set<string>(["darwin", "win32"]);

/**
 * Watches folders for as long as they matter: each by itself where the system cannot watch a tree. The
 * recursive watch that Node makes up for Linux is no help: it follows files by their inode, and after an
 * editor has put another file in the place of one, it hears no more of it.
 */
export class FolderWatch {
  readonly #options: FolderWatchOptions;
  readonly #isRecursive: boolean;
  readonly #watchers = new Map<string, ReturnType<WatchFunction>>();
  readonly #trees = new Set<string>();
  #isClosed = false;

  constructor(options: FolderWatchOptions) {
    this.#options = options;
    this.#isRecursive = WATCHES_TREES.has(options.platform ?? process.platform);
  }

  get size(): number {
    return this.#watchers.size;
  }

  /** Begins to watch a folder; one that is not there or may not be read is left alone. */
  add(folder: string, reach: WatchReach): void {
    if (this.#isClosed || this.#watchers.has(folder)) return;
    for (const tree of this.#trees) if (folder.startsWith(tree + sep)) return;
    const recursive = this.#isRecursive && reach === "tree";
    const start: WatchFunction = this.#options.watch ?? watch;
    try {
      const watcher = start(folder, { persistent: false, recursive }, (_kind, name) => {
        this.#hear(folder, name);
      });
      watcher.on("error", (error: Error) => this.#fail(folder, error));
      this.#watchers.set(folder, watcher);
      if (recursive) this.#trees.add(folder);
    } catch (error) {
      if (error instanceof Error) this.#fail(folder, error);
    }
  }

  /** Ends the watch of every folder that is not among these. */
  keep(folders: Pick<ReadonlySet<string>, "has">): void {
    for (const folder of this.#watchers.keys()) if (!folders.has(folder)) this.#drop(folder);
  }

  close(): void {
    this.#isClosed = true;
    for (const folder of this.#watchers.keys()) this.#drop(folder);
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    this.#trees.delete(folder);
  }

  #fail(folder: string, error: Error): void {
    if (this.#isClosed) return;
    if (EXHAUSTED.has(errorCode(error))) {
      this.close();
      this.#options.onExhausted(error);
      return;
    }
    if (!this.#watchers.has(folder)) return;
    this.#drop(folder);
    this.#options.onChange(folder);
  }

  #hear(folder: string, name: string | null): void {
    if (this.#isClosed) return;
    const path = name === null ? folder : join(folder, name);
    // Behind an entry that changed there may be another folder now, which the old watch knows nothing of.
    if (this.#watchers.has(path))
      for (const item of this.#watchers.keys())
        if (item === path || item.startsWith(path + sep)) this.#drop(item);
    // The system names the folder itself when it was moved or deleted.
    if (name === basename(folder)) {
      this.#drop(folder);
      this.#options.onChange(folder);
    }
    this.#options.onChange(path);
  }
}
