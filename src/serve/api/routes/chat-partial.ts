import type { Clock } from "../../../platform/machine/index.ts";

/** Long enough for many words, and short enough to lose few of them. */
const EVERY_MS = 500;

export interface SoFar {
  /** More was said. */
  readonly note: () => void;
  /** Nothing more is kept once this has settled. */
  readonly stop: () => Promise<void>;
}

/** Keeps what was said so far from time to time: where the server dies, that is all there will ever be. */
export function keepSoFar(clock: Clock, keep: () => Promise<void>): SoFar {
  let cancel: (() => void) | undefined;
  let keeping: Promise<void> = Promise.resolve();
  let isStopped = false;
  const begin = async (): Promise<void> => {
    try {
      await keep();
    } catch {
      // The end is kept as well, and tells where that fails.
    } finally {
      cancel = undefined;
    }
  };
  return {
    note: () => {
      if (isStopped || cancel !== undefined) return;
      cancel = clock.after(EVERY_MS, () => {
        keeping = begin();
      });
    },
    stop: async () => {
      isStopped = true;
      cancel?.();
      await keeping;
    },
  };
}
