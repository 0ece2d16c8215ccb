export interface StopSignal {
  readonly signal: AbortSignal;
  /** Gives the signals of the system back. */
  readonly release: () => void;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Aborts when the process is asked to end. A second request ends it at once, as it would without this. */
export function listenForStop(): StopSignal {
  const controller = new AbortController();
  const release = (): void => {
    for (const name of SIGNALS) process.off(name, stop);
  };
  const stop = (name: NodeJS.Signals): void => {
    release();
    controller.abort(name);
  };
  for (const name of SIGNALS) process.on(name, stop);
  return { signal: controller.signal, release };
}
