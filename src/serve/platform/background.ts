import type { Clock } from "../../platform/machine/index.ts";
import { type Diagnostic, SkillError } from "../../skill/model/index.ts";
import { apiCodes } from "../../hub/requests/index.ts";

export interface Background {
  readonly work: (task: () => Promise<void>) => void;
  /** Does something now and again and again until the server stops. */
  readonly repeat: (clock: Clock, everyMs: number, task: () => Promise<void>) => void;
  readonly stopping: AbortSignal;
  /** Tells everything that goes on to end. */
  readonly halt: () => void;
  readonly stop: () => Promise<void>;
}

export function startBackground(onProblem: (problem: Diagnostic) => void): Background {
  const stopping = new AbortController();
  const tasks = new Set<Promise<void>>();
  const cancels = new Set<() => void>();
  const work: Background["work"] = (task) => {
    const running = task().catch((error: unknown) => {
      if (!stopping.signal.aborted) onProblem(toDiagnostic(error));
    });
    tasks.add(running);
    void running.finally(() => tasks.delete(running));
  };
  return {
    stopping: stopping.signal,
    work,
    repeat: (clock, everyMs, task) => {
      const once = (): void => {
        work(async () => {
          try {
            await task();
          } finally {
            // Also after a failure: what one row brought about may be over at the next time, and others wait for theirs.
            if (!stopping.signal.aborted) plan();
          }
        });
      };
      const plan = (): void => {
        const cancel = clock.after(everyMs, () => {
          cancels.delete(cancel);
          once();
        });
        cancels.add(cancel);
      };
      once();
    },
    halt: () => {
      stopping.abort();
    },
    stop: async () => {
      stopping.abort();
      for (const cancel of cancels) cancel();
      await Promise.all(tasks);
    },
  };
}

/** An error as the log takes it. */
export function toDiagnostic(error: unknown): Diagnostic {
  if (SkillError.isInstance(error)) return error.diagnostic;
  return {
    code: apiCodes.internal,
    severity: "error",
    message: "The server failed on a bug of its own.",
    cause: error,
  };
}
