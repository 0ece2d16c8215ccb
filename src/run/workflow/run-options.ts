import type { Clock } from "../../platform/machine/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import type { Journal, NewRun } from "./engine.ts";
import type { NodePorts } from "./node.ts";

/** What work on a run needs of its engine. */
export interface RunOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly portsFor: (run: Pick<NewRun, "userId" | "lending">) => Promise<NodePorts>;
  /** Ends the nodes at work. */
  readonly signal: AbortSignal;
  /** Whether it is the user who ended the run, and not the server. */
  readonly isCancelled: () => boolean;
  readonly isDraining: () => boolean;
  readonly maxNodes: number;
  /** Bytes of results and events that the run may store. */
  readonly maxRunBytes: number;
  readonly onKept: () => void;
  /** Hears that the result of a node is stored. */
  readonly onProgress: () => void;
  readonly onFailure: (error: unknown) => void;
  readonly onProblem: (problem: Diagnostic) => void;
}
