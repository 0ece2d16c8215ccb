import type { FoundFile } from "../../../platform/index.ts";

/** Work on files, one at a time, that any thread can do. */
export interface Task<Result> {
  readonly work: (file: FoundFile) => Result | Promise<Result>;
  /** Results travel between threads as text, which is cheaper than a tree of objects. */
  readonly pack: (result: Result) => string;
  readonly unpack: (text: string) => Result;
}

/** What such a thread is given when it starts. */
export interface ThreadSetup {
  /** What the work depends on beside the files. */
  readonly options: unknown;
  /** The number of the next file that is not taken, shared by all threads. */
  readonly counter: Int32Array<SharedArrayBuffer>;
}

/** What such a thread answers: numbers of files and their packed results. */
export interface ThreadAnswer {
  readonly indexes: readonly number[];
  readonly texts: readonly string[];
}

/** Files that a thread takes at a time: few enough that all threads end together. */
const CHUNK = 24;

/** Works on files until none is left; several threads may do so over the same counter. */
export async function runTask<Result>(
  files: readonly FoundFile[],
  counter: Int32Array,
  work: (file: FoundFile) => Result | Promise<Result>,
  keep: (index: number, result: Result) => void,
): Promise<void> {
  for (;;) {
    const start = Atomics.add(counter, 0, CHUNK);
    if (start >= files.length) return;
    const end = Math.min(files.length, start + CHUNK);
    for (let index = start; index < end; index++) {
      const result = work(files[index] as FoundFile);
      // Work that is done at once is not put off: thousands of files would each wait for a turn.
      keep(index, result instanceof Promise ? await result : result);
    }
  }
}
