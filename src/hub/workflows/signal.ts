/** Wakes those who wait for news of a run. */
export interface Signal {
  readonly ring: (runId: string) => void;
  /** Calls back at each ring until the answer is called. */
  readonly listen: (runId: string, callback: () => void) => () => void;
}

export function createSignal(): Signal {
  const listeners = new Map<string, Set<() => void>>();
  return {
    ring: (runId) => {
      for (const callback of listeners.get(runId) ?? []) callback();
    },
    listen: (runId, callback) => {
      const found = listeners.get(runId) ?? new Set();
      listeners.set(runId, found);
      found.add(callback);
      return () => {
        found.delete(callback);
        if (found.size === 0) listeners.delete(runId);
      };
    },
  };
}
