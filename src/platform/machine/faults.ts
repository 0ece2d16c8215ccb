export interface Faults {
  /** Aborts with the first uncaught exception. */
  readonly signal: AbortSignal;
  /** Gives exceptions back to the system. */
  readonly release: () => void;
}

/** How long a process may take to close after an uncaught exception. */
const GRACE_MS = 10_000;
/** As for every failure of the program itself. */
const EXIT_CODE = 2;

/**
 * Listens for uncaught exceptions and unhandled rejections. After one the process must end, since what it was at is
 * half done; but not in the middle of other work. A second one, or a close that takes too long, ends it at once.
 */
export function listenForFaults(): Faults {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const take = (error: unknown): void => {
    if (controller.signal.aborted) process.exit(EXIT_CODE);
    timer = setTimeout(() => process.exit(EXIT_CODE), GRACE_MS).unref();
    controller.abort(error instanceof Error ? error : new Error(String(error)));
  };
  process.on("uncaughtException", take);
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer);
      process.off("uncaughtException", take);
    },
  };
}
