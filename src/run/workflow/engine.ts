import type { Json } from "../../skill/index.ts";
import type { Spent } from "../execute/index.ts";
import type { ChatMessage } from "../models/index.ts";
import type { WorkflowEvent } from "./event.ts";
import type { WorkflowGraph } from "./graph.ts";
import type { Decision, LentWorkflows, NodePause, NodeResult, ParentRun } from "./node.ts";

/** A workflow to run, as it stands when the run begins: later changes of it are for later runs. */
export interface NewRun {
  readonly id: string;
  readonly workflowId: string;
  readonly workflowName: string;
  /** Whose skills, knowledge bases and rights the nodes have. */
  readonly userId: string;
  readonly graph: WorkflowGraph;
  readonly input: string;
  readonly model?: string;
  /** What was said before in the chat that it is a part of. */
  readonly history?: readonly ChatMessage[];
  /** The run that it is a part of. */
  readonly parent?: ParentRun;
  /** Absent: everything in it was written by its user. */
  readonly lending?: LentWorkflows;
  /** What nodes gave in an earlier run, and need not give again. */
  readonly kept?: ReadonlyMap<string, NodeResult>;
  /** What started it by itself, under a name that starts one run and no more. */
  readonly delivery?: { readonly triggerId: string; readonly key: string };
}

/** Runs workflows so that a run outlives the process that it began in. */
export interface WorkflowEngine {
  /** Keeps the run and begins it; once this settles, the run is not lost any more. */
  readonly start: (run: NewRun) => Promise<void>;
  /** Goes on with a run that failed or was cancelled, at the node that did not finish; false: it is neither. */
  readonly resume: (runId: string) => Promise<boolean>;
  /** Ends a run wherever it runs; false: it had ended already. */
  readonly cancel: (runId: string) => Promise<boolean>;
  /** Goes on with a run for which something has happened that it waits for, where nobody works on it yet. */
  readonly hurry: (runId: string) => Promise<void>;
  /** From now on also takes runs over that were left behind. */
  readonly begin: () => void;
  /** The name of this process among those that share the journal; undefined while it cannot show that it lives. */
  readonly owner: () => string | undefined;
  /** True only when that process is gone for certain. */
  readonly isGone: (owner: string) => Promise<boolean>;
  /** Lets nodes at work finish for a while; what is left goes on elsewhere, or at the next start. */
  readonly close: (graceMs: number) => Promise<void>;
}

/** The right to work on a run. A later claim of the same run ends an earlier one. */
export interface Claim {
  readonly runId: string;
  readonly owner: string;
  readonly number: number;
}

export interface ClaimedRun extends NewRun {
  readonly claim: Claim;
  /** Nodes that finished before. */
  readonly results: ReadonlyMap<string, NodeResult>;
  /** Nodes that wait, by their ids. */
  readonly waits: ReadonlyMap<string, StoredWait>;
  /** It only waited: nothing began anew. */
  readonly wasParked: boolean;
  /** Grows with everything that happens for it; what has not grown since the claim can be waited for. */
  readonly wakes: number;
  /** What nodes have spent so far that left no result. */
  readonly lost?: Spent;
  /** Bytes of what was stored before: results and events. */
  readonly storedBytes: number;
  /** The number of the last event that was told. */
  readonly lastEvent: number;
  readonly wantsCancel: boolean;
  /** Which attempt this is since a node last finished: from the second on, it may be what ended the last server. */
  readonly attempt: number;
  /** It was attempted too often; all that is left is to end it. */
  readonly isExhausted: boolean;
}

export type RunEnd =
  | { readonly status: "completed"; readonly output: Json }
  | { readonly status: "failed"; readonly error: string; readonly nodeId?: string }
  | { readonly status: "cancelled"; readonly error: string };

/** What is kept in one step: all of it, or nothing. */
export interface JournalEntry {
  /** The number of the first event. */
  readonly from: number;
  readonly events: readonly WorkflowEvent[];
  readonly finished?: { readonly nodeId: string; readonly result: NodeResult };
  readonly paused?: NewWait;
  readonly end?: RunEnd;
  /** What nodes have spent that left no result; told with the end. */
  readonly lost?: Spent;
}

/** A node that waits. */
export interface NewWait extends NodePause {
  readonly nodeId: string;
  /** Which attempt comes next, or goes on. */
  readonly attempt: number;
}

export interface StoredWait extends Pick<NewWait, "waitsFor" | "memory" | "attempt"> {
  /** When it is due, as the clock of this process will say then; undefined: when it is woken. */
  readonly dueAt?: number;
  readonly decision?: Decision;
}

export interface Held {
  readonly claim: number;
  readonly wantsCancel: boolean;
}

/** Where runs are kept. Everything that can go wrong between processes is decided here. */
export interface Journal {
  /**
   * Keeps a run; with an owner it is claimed from the first moment. Gives the bytes of what an earlier run gave, as they
   * are stored.
   */
  readonly create: (run: NewRun, by?: Claimant) => Promise<number>;
  readonly reopen: (runId: string) => Promise<boolean>;
  readonly askToCancel: (runId: string) => Promise<boolean>;
  /** Takes a run that nobody works on, if there is one: never the same for two who ask at once. */
  readonly claim: (owner: string, wanted: Wanted) => Promise<ClaimedRun | undefined>;
  /** False: the claim is not valid any more, and nothing was kept. */
  readonly record: (claim: Claim, entry: JournalEntry) => Promise<boolean>;
  /** Makes the claims of an owner last longer, and tells which it still has. */
  readonly renew: (owner: string, leaseMs: number) => Promise<ReadonlyMap<string, Held>>;
  /** Gives a claim back until the first of its nodes is due, or something happens; at once where it has happened. */
  readonly park: (claim: Claim, seen: Pick<ClaimedRun, "wakes" | "lost">) => Promise<void>;
  /** Gives a claim back as if it had never been taken. */
  readonly release: (claim: Claim) => Promise<void>;
  /** Gives a claim back with one more broken attempt; after the pause anybody can take the run. */
  readonly giveBackBroken: (claim: Claim, pauseMs: number) => Promise<void>;
  /** Others who have claims. */
  readonly otherOwners: (owner: string) => Promise<readonly string[]>;
  /**
   * Takes the claims of an owner that died. Where runs of a user were given up for that again and again, all that they
   * have waiting waits, longer each time: otherwise each of them could end more servers at once.
   */
  readonly releaseDead: (owner: string) => Promise<void>;
}

export interface Claimant {
  readonly owner: string;
  readonly leaseMs: number;
}

export interface Wanted {
  readonly leaseMs: number;
  readonly only?: string;
  readonly without?: ReadonlySet<string>;
  /** Users whose runs wait, since they have as many at work as one may have. */
  readonly withoutUsers?: ReadonlySet<string>;
  /** Results of a run that stores more than so many bytes are not read. */
  readonly maxBytes?: number;
  /** Leaves runs with more broken attempts to a later moment; default: takes any. */
  readonly mostBroken?: number;
  /** For how long this process has taken runs over; default: for long. */
  readonly livedMs?: number;
}

/** A run is given up after so many attempts that were broken off, by the end of their server or by a failure of the engine. */
export const MOST_ATTEMPTS = 3;

/** Shows others that this process lives, and tells who does not any more. */
export interface Presence {
  /** Never used again by anybody. */
  readonly owner: string;
  /** Ends when others may take this process for dead. */
  readonly lost: AbortSignal;
  /** True only when the owner is gone for certain. */
  readonly isGone: (owner: string) => Promise<boolean>;
  readonly close: () => Promise<void>;
}
