import type { Graph } from "./graph.ts";

/** A graph with what it was before, and what it was before steps back. */
export interface History {
  readonly past: readonly Graph[];
  readonly present: Graph;
  readonly future: readonly Graph[];
  /** What the last change was about; the next one about the same is a part of it. */
  readonly about: string;
}

export type HistoryAction =
  | { readonly kind: "change"; readonly about: string; readonly to: (graph: Graph) => Graph }
  | { readonly kind: "undo" }
  | { readonly kind: "redo" }
  /** What the server has is taken over. */
  | { readonly kind: "load"; readonly graph: Graph };

const MOST_STEPS = 200;

export function begin(graph: Graph): History {
  return { past: [], present: graph, future: [], about: "" };
}

export function step(history: History, action: HistoryAction): History {
  const { past, present, future, about } = history;
  switch (action.kind) {
    case "load":
      return begin(action.graph);
    case "undo": {
      const last = past.at(-1);
      if (last === undefined) return history;
      return { past: past.slice(0, -1), present: last, future: [present, ...future], about: "" };
    }
    case "redo": {
      const [next, ...later] = future;
      if (next === undefined) return history;
      return { past: [...past, present], present: next, future: later, about: "" };
    }
    default: {
      const next = action.to(present);
      if (next === present) return history;
      const isSame = action.about !== "" && action.about === about;
      const kept = isSame ? past : [...past, present].slice(-MOST_STEPS);
      return { past: kept, present: next, future: [], about: action.about };
    }
  }
}
