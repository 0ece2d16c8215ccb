import { openThread, type Thread } from "../../platform/process/index.ts";
import { workerFile } from "./worker-file.ts";

export interface CodeScan {
  /** Codes of one length, one after the other; a code begins at a number of 32 bits. */
  readonly codes: SharedArrayBuffer;
  readonly wanted: Uint32Array;
  /** Pairs of rows that are looked at: the first, and the one after the last. */
  readonly ranges: readonly number[];
  readonly count: number;
}

export interface CodeScanner {
  /** Rows of the codes with the fewest differences, the nearest first. */
  readonly scan: (scan: CodeScan) => Promise<Uint32Array>;
}

/** Scans in one thread, which the first scan starts. */
export function openCodeScanner(): CodeScanner {
  let thread: Thread | undefined;
  return {
    scan: async (scan) => {
      thread ??= openThread(workerFile(new URL("./workers/scan-codes.mjs", import.meta.url)));
      // The thread is a file of this folder, and gives such a list.
      return (await thread.ask(scan)) as Uint32Array;
    },
  };
}
