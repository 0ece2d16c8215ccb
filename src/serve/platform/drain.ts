import type { Clock } from "../../platform/machine/index.ts";

export interface DrainOptions {
  readonly clock: Clock;
  /** How long open streams are waited for. */
  readonly seconds: number;
  readonly activeStreams: () => number;
}

export interface Drain {
  readonly isDraining: () => boolean;
  /** Settles when no stream is open any more, or the time is over. */
  readonly drain: () => Promise<void>;
}

/** How often it is looked whether the streams have ended. */
const LOOK_MS = 50;

export function createDrain({ clock, seconds, activeStreams }: DrainOptions): Drain {
  let draining: Promise<void> | undefined;
  const wait = async (): Promise<void> => {
    const end = clock.now() + seconds * 1000;
    while (activeStreams() > 0 && clock.now() < end)
      await new Promise<void>((settle) => {
        clock.after(LOOK_MS, settle);
      });
  };
  return {
    isDraining: () => draining !== undefined,
    drain: () => (draining ??= wait()),
  };
}
