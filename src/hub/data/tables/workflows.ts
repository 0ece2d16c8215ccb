import type { ColumnType } from "kysely";
import type { Flag, Timestamp } from "./accounts.ts";

type Fixed<T> = ColumnType<T, T, never>;

export interface WorkflowTable {
  readonly id: Fixed<string>;
  readonly owner_id: Fixed<string>;
  readonly name: string;
  readonly description: string | null;
  /** JSON, with whatever an editor keeps on nodes and edges. */
  readonly graph: string;
  /** Bytes of the graph. */
  readonly size: number;
  /** Grows with each change. */
  readonly version: number;
  readonly created_at: Fixed<Timestamp>;
  readonly updated_at: Timestamp;
  /** It is not there for anybody; what is left of it is removed in parts. */
  readonly deleted_at: ColumnType<Timestamp | null, Timestamp | null | undefined, Timestamp | null>;
}

/** A run with the graph that it began with. */
export interface WorkflowRunTable {
  readonly id: Fixed<string>;
  readonly workflow_id: Fixed<string>;
  readonly workflow_name: Fixed<string>;
  /** Whose rights it has. */
  readonly user_id: Fixed<string>;
  readonly graph: Fixed<string>;
  /** Bytes of the graph, the input, and the results and events that are stored of it. */
  readonly size: ColumnType<number, number | undefined, number>;
  readonly input: Fixed<string>;
  readonly model: Fixed<string | null>;
  /** JSON: what was said before in the chat that it is a part of. */
  readonly history: Fixed<string | null>;
  /** One that is deleted is not there for anybody; what is left of it is removed in parts. */
  readonly status: "running" | "completed" | "failed" | "cancelled" | "deleted";
  /** JSON. */
  readonly output: string | null;
  readonly error: string | null;
  readonly failed_node: string | null;
  readonly wants_cancel: Flag;
  /** Who works on it; nobody where it waits. */
  readonly claimed_by: string | null;
  /** Grows with each claim; one that is not the last is not valid any more. */
  readonly claim: number;
  /** Before this nobody else may claim it; absent: anybody may at once. */
  readonly lease_until: Timestamp | null;
  /** How often it was claimed since it last made progress; a claim that is released does not count. */
  readonly attempts: number;
  /** All that is left of it waits. */
  readonly parked: ColumnType<Flag, Flag | undefined, Flag>;
  /** Grows with everything that happens for a node that waits. */
  readonly wakes: ColumnType<number, number | undefined, number>;
  /** JSON: what nodes have spent that left no result. */
  readonly lost: ColumnType<string | null, string | null | undefined, string | null>;
  /** The run whose node has started it, and as which. */
  readonly parent_id: Fixed<string | null>;
  readonly parent_node: Fixed<string | null>;
  readonly child_index: Fixed<number | null>;
  /** The first of its ancestors; its own id where it has none. */
  readonly root_id: Fixed<string | null>;
  readonly depth: ColumnType<number, number | undefined, never>;
  /** JSON: whose workflows it is made of besides those of its user, and what they may read all the same. */
  readonly lending: ColumnType<string | null, string | null | undefined, never>;
  readonly created_at: Fixed<Timestamp>;
  readonly updated_at: Timestamp;
  readonly finished_at: Timestamp | null;
}

/** A node that has finished. */
export interface WorkflowStepTable {
  readonly run_id: Fixed<string>;
  readonly node_id: Fixed<string>;
  /** JSON. */
  readonly result: Fixed<string>;
  readonly finished_at: Fixed<Timestamp>;
  /** JSON: what a model has taken for it. */
  readonly usage: ColumnType<string | null, string | null | undefined, string | null>;
}

/** A node that waits. */
export interface WorkflowWaitTable {
  readonly run_id: Fixed<string>;
  readonly node_id: Fixed<string>;
  readonly waits_for: WaitKind;
  /** JSON: what the node has to know when it goes on. */
  readonly memory: string | null;
  readonly attempt: number;
  /** By the clock of the database; absent: until it is woken. */
  readonly wake_at: Timestamp | null;
  /** What people are asked. */
  readonly message: string | null;
  readonly decision: "approved" | "refused" | null;
  /** The address of the account that has decided. */
  readonly decided_by: string | null;
  readonly comment: string | null;
  readonly created_at: Fixed<Timestamp>;
}

/** What a run at work asks people, and nobody has answered. */
export interface WorkflowQuestionTable {
  readonly run_id: Fixed<string>;
  readonly node_id: Fixed<string>;
  /** Of the run. */
  readonly user_id: Fixed<string>;
  /** Of the workflow. */
  readonly owner_id: Fixed<string>;
  /** Bytes of what is asked. */
  readonly size: Fixed<number>;
  readonly created_at: Fixed<Timestamp>;
}

type WaitKind = "timer" | "retry" | "approval" | "runs";

export interface WorkflowEventTable {
  readonly run_id: Fixed<string>;
  readonly position: Fixed<number>;
  readonly kind: Fixed<string>;
  /** JSON. */
  readonly data: Fixed<string>;
}

/** What starts a workflow by itself. */
export interface WorkflowTriggerTable {
  readonly id: Fixed<string>;
  readonly workflow_id: Fixed<string>;
  readonly kind: Fixed<"webhook" | "schedule">;
  readonly name: string;
  readonly is_enabled: Flag;
  /** Of the last part of the address of a webhook. */
  readonly token_hash: Fixed<string | null>;
  /** What signs the requests of a webhook, encrypted; an empty text where nothing does. */
  readonly secret: string;
  readonly is_signed: Fixed<Flag>;
  readonly cron: Fixed<string | null>;
  readonly time_zone: Fixed<string | null>;
  /** What comes of times at which no server ran. */
  readonly missed: Fixed<"skip" | "once" | "all" | null>;
  /** What a schedule starts the workflow with. */
  readonly input: Fixed<string | null>;
  /** The next time of a schedule, by the clock of the database; absent: there is none. */
  readonly next_at: Timestamp | null;
  /** When it last started a run, or was to. */
  readonly last_at: Timestamp | null;
  /** Why it started none then. */
  readonly last_error: string | null;
  /** The token that made it; absent: a session did. */
  readonly token_id: Fixed<string | null>;
  /** When that token ends by itself. */
  readonly expires_at: Fixed<Timestamp | null>;
  readonly created_at: Fixed<Timestamp>;
}

/** A request of a webhook or a time of a schedule that has started a run: never twice. */
export interface WorkflowDeliveryTable {
  readonly trigger_id: Fixed<string>;
  readonly key: Fixed<string>;
  readonly run_id: Fixed<string>;
  readonly created_at: Fixed<Timestamp>;
}

/** A run that was at work when a server ended; gone once it has got further. */
export interface WorkflowEndTable {
  readonly run_id: Fixed<string>;
  readonly server: Fixed<string>;
  readonly user_id: Fixed<string>;
  readonly ended_at: Fixed<Timestamp>;
}

/** Until when nothing of a user begins. */
export interface WorkflowPauseTable {
  readonly user_id: Fixed<string>;
  readonly until: Timestamp;
  readonly lasts_ms: number;
}
