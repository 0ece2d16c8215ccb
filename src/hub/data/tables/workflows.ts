import type { ColumnType } from "kysely";
import type { Flag, Immutable, Timestamp } from "./accounts.ts";

interface WorkflowTable {
  readonly id: Immutable<string>;
  readonly owner_id: Immutable<string>;
  readonly name: string;
  readonly description: string | null;
  /** JSON, with whatever an editor keeps on nodes and edges. */
  readonly graph: string;
  /** Bytes of the graph. */
  readonly size: number;
  /** Grows with each change. */
  readonly version: number;
  readonly created_at: Immutable<Timestamp>;
  readonly updated_at: Timestamp;
  /** It is not there for anybody; what is left of it is removed in parts. */
  readonly deleted_at: ColumnType<Timestamp | null, Timestamp | null | undefined, Timestamp | null>;
}

/** A run with the graph that it began with. */
interface WorkflowRunTable {
  readonly id: Immutable<string>;
  readonly workflow_id: Immutable<string>;
  readonly workflow_name: Immutable<string>;
  /** Whose rights it has. */
  readonly user_id: Immutable<string>;
  readonly graph: Immutable<string>;
  /** Bytes of the graph, the input, and the results and events that are stored of it. */
  readonly size: ColumnType<number, number | undefined, number>;
  readonly input: Immutable<string>;
  readonly model: Immutable<string | null>;
  /** JSON: what was said before in the chat that it is a part of. */
  readonly history: Immutable<string | null>;
  /** One that is deleted is not there for anybody; what is left of it is removed in parts. */
  readonly status: "running" | "completed" | "failed" | "cancelled" | "deleted";
  /** JSON. */
  readonly output: string | null;
  readonly error: string | null;
  readonly failed_node: string | null;
  readonly wants_cancel: Flag;
  /** The worker that has it; null while it waits. */
  readonly claimed_by: string | null;
  /** Grows with each claim; one that is not the last is not valid any more. */
  readonly claim: number;
  /** Before this no other worker may claim it; null: any may at once. */
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
  readonly parent_id: Immutable<string | null>;
  readonly parent_node: Immutable<string | null>;
  readonly child_index: Immutable<number | null>;
  /** The first of its ancestors; its own id where it has none. */
  readonly root_id: Immutable<string | null>;
  readonly depth: ColumnType<number, number | undefined, never>;
  /** JSON: whose workflows it is made of besides those of its user, and what they may read all the same. */
  readonly lending: ColumnType<string | null, string | null | undefined, never>;
  readonly created_at: Immutable<Timestamp>;
  readonly updated_at: Timestamp;
  readonly finished_at: Timestamp | null;
}

/** A node that has finished. */
interface WorkflowStepTable {
  readonly run_id: Immutable<string>;
  readonly node_id: Immutable<string>;
  /** JSON. */
  readonly result: Immutable<string>;
  readonly finished_at: Immutable<Timestamp>;
  /** JSON: what a model has taken for it. */
  readonly usage: ColumnType<string | null, string | null | undefined, string | null>;
}

/** A node that waits. */
interface WorkflowWaitTable {
  readonly run_id: Immutable<string>;
  readonly node_id: Immutable<string>;
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
  readonly created_at: Immutable<Timestamp>;
}

/** Questions of a running workflow that are not answered yet. */
interface WorkflowQuestionTable {
  readonly run_id: Immutable<string>;
  readonly node_id: Immutable<string>;
  /** Of the run. */
  readonly user_id: Immutable<string>;
  /** Of the workflow. */
  readonly owner_id: Immutable<string>;
  /** Bytes of what is asked. */
  readonly size: Immutable<number>;
  readonly created_at: Immutable<Timestamp>;
}

type WaitKind = "timer" | "retry" | "approval" | "runs";

interface WorkflowEventTable {
  readonly run_id: Immutable<string>;
  readonly position: Immutable<number>;
  readonly kind: Immutable<string>;
  /** JSON. */
  readonly data: Immutable<string>;
}

/** What starts a workflow by itself. */
interface WorkflowTriggerTable {
  readonly id: Immutable<string>;
  readonly workflow_id: Immutable<string>;
  readonly kind: Immutable<"webhook" | "schedule">;
  readonly name: string;
  readonly is_enabled: Flag;
  /** Of the last part of the address of a webhook. */
  readonly token_hash: Immutable<string | null>;
  /** What signs the requests of a webhook, encrypted; an empty text where nothing does. */
  readonly secret: string;
  readonly is_signed: Immutable<Flag>;
  readonly cron: Immutable<string | null>;
  readonly time_zone: Immutable<string | null>;
  /** What comes of times at which no server ran. */
  readonly missed: Immutable<"skip" | "once" | "all" | null>;
  /** What a schedule starts the workflow with. */
  readonly input: Immutable<string | null>;
  /** The next time of a schedule, by the clock of the database; absent: there is none. */
  readonly next_at: Timestamp | null;
  /** When it last started a run, or was to. */
  readonly last_at: Timestamp | null;
  /** Why it started none then. */
  readonly last_error: string | null;
  /** The token that made it; absent: a session did. */
  readonly token_id: Immutable<string | null>;
  /** When that token ends by itself. */
  readonly expires_at: Immutable<Timestamp | null>;
  readonly created_at: Immutable<Timestamp>;
}

/** A request of a webhook or a time of a schedule that has started a run: never twice. */
interface WorkflowDeliveryTable {
  readonly trigger_id: Immutable<string>;
  readonly key: Immutable<string>;
  readonly run_id: Immutable<string>;
  readonly created_at: Immutable<Timestamp>;
}

/** A run that was at work when a server ended; gone once it has got further. */
interface WorkflowEndTable {
  readonly run_id: Immutable<string>;
  readonly server: Immutable<string>;
  readonly user_id: Immutable<string>;
  readonly ended_at: Immutable<Timestamp>;
}

/** Until when nothing of a user begins. */
interface WorkflowPauseTable {
  readonly user_id: Immutable<string>;
  readonly until: Timestamp;
  readonly lasts_ms: number;
}

export interface WorkflowTables {
  readonly workflows: WorkflowTable;
  readonly workflow_runs: WorkflowRunTable;
  readonly workflow_steps: WorkflowStepTable;
  readonly workflow_events: WorkflowEventTable;
  readonly workflow_waits: WorkflowWaitTable;
  readonly workflow_questions: WorkflowQuestionTable;
  readonly workflow_triggers: WorkflowTriggerTable;
  readonly workflow_deliveries: WorkflowDeliveryTable;
  readonly workflow_ends: WorkflowEndTable;
  readonly workflow_pauses: WorkflowPauseTable;
}
