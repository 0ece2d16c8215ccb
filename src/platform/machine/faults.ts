export interface Faults {
  /** Aborts with the first exception that nobody has caught. */
  readonly signal: AbortSignal;
  /** Gives exceptions back to the system. */
  readonly release: () => void;
}

/** So long a process may take to put away what it has, once nobody knows what state it is in. */
const GRACE_MS = 10_000;
/** As for every failure of the program itself. */
const EXIT_CODE = 2;

/**
 * Hears of exceptions and rejections that nobody has caught. After one the process must end, since what it was at is
 * half done; but not in the middle of everybody else's work. A second one, or a close that takes too long, ends it at once.
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
