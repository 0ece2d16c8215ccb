/** The coding agents of the machine on which a server runs, looked at beside its work. */
import type { AgentFiles, AgentsView } from "../../hub/library/index.ts";
import { isAgent, discoverAgents } from "./agents.ts";
import { openThread, repeat } from "../../platform/process/index.ts";
import type { Computer } from "./selection.ts";

/** A scan is not repeated sooner, however often it is requested; a slow one is repeated less often. */
const FRESH_MS = 2000;
const REST = 20;

/** Looks whenever it is asked and its last look is old; whoever subscribed is told when something is different. */
export function watchAgents(
  { environment, folder }: Pick<Computer, "environment" | "folder">,
  now: () => number,
): AgentsView {
  // The built program has the worker beside it; run from the sources, it is a source too.
  const file = import.meta.url.endsWith(".ts") ? "./agents-worker.ts" : "./agents.js";
  const thread = openThread(new URL(file, import.meta.url));
  const listeners = new Set<() => void>();
  let known: readonly AgentFiles[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  let took = 0;
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const begin = now();
    try {
      // The thread is ours, and answers with what its file says.
      const found = (await thread.ask({ environment: { ...environment }, folder })) as typeof known;
      if (JSON.stringify(found) === JSON.stringify(known)) return;
      known = found;
      for (const listener of listeners) listener();
    } finally {
      lookedAt = now();
      took = lookedAt - begin;
      looking = undefined;
    }
  };
  const refresh = (): void => {
    if (now() - lookedAt < Math.max(FRESH_MS, REST * took)) return;
    // What went wrong shows as agents that are missing; the next look may find them.
    looking ??= look().catch(() => {});
  };
  let stop: (() => void) | undefined;
  return {
    list: () => {
      refresh();
      return known;
    },
    see: (as) => {
      const selection = { as, host: [], root: [], fresh: false, plainText: false };
      return isAgent(as) ? discoverAgents(selection, { environment, folder }) : [];
    },
    subscribe: (listener) => {
      listeners.add(listener);
      stop ??= repeat(FRESH_MS, refresh);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}
