import type { Clock } from "../../platform/machine/index.ts";
import { done, type RunEvent } from "./event.ts";

export interface TimeLimit {
  readonly clock: Clock;
  readonly seconds: number;
  /** What is told when the time is over. */
  readonly message?: string;
  /** Cancels the run from outside. */
  readonly signal?: AbortSignal;
}

/**
 * Ends a run that takes too long, with the events that say so. What it waits for is ended by the signal that
 * `start` gets: a generator alone cannot be ended while it waits.
 */
export async function* withTimeLimit(
  start: (signal: AbortSignal) => AsyncGenerator<RunEvent, void>,
  { clock, seconds, signal, message = `Skill execution timed out (${seconds}s)` }: TimeLimit,
): AsyncGenerator<RunEvent, void> {
  const stop = new AbortController();
  // Set for one event at a time: a promise that every event is raced with would gather listeners all the while.
  let interrupt: (() => void) | undefined;
  let isOver = false;
  const cancelTimer = clock.after(seconds * 1000, () => {
    isOver = true;
    interrupt?.();
  });
  const run = start(signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]));
  try {
    for (;;) {
      const next = await new Promise<IteratorResult<RunEvent, void> | undefined>((settle, fail) => {
        interrupt = () => {
          settle(undefined);
        };
        run.next().then(settle, fail);
      });
      if (next === undefined || isOver) {
        stop.abort();
        yield { kind: "error", data: { message } };
        yield done("error", "Timeout");
        return;
      }
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    cancelTimer();
    stop.abort();
    // It may still wait for what was just ended; its result is ignored.
    run.return().catch(() => {});
  }
}
