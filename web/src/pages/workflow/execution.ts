/** What the events of a run have told so far. */
import { type FormatCost, sayDuration } from "../../runs/figures.tsx";
import type { Json, StreamEvent } from "../../../../src/client/index.ts";
import type { TextKey } from "../../texts/en.ts";

export interface NodeRun {
  readonly id: string;
  readonly state: "busy" | "done" | "failed";
  /** The words of a model as they come. */
  readonly text: string;
  readonly output: Json | undefined;
  readonly error: string;
  /** Why its model failed, as the server names it. */
  readonly reason: string;
  /** What else it told: the branch of a condition, the status of an answer. */
  readonly note: string;
  /** What it asks a person; empty: nothing. */
  readonly question: string;
  /** Milliseconds, once it is done. */
  readonly duration?: number;
  /** What its model took, once the run is over. */
  readonly usage?: Usage;
}

export interface Usage {
  readonly input: number;
  readonly output: number;
  /** Unknown where a model has no price. */
  readonly cost: number | null;
}

export interface Execution {
  readonly id: string;
  readonly state: "running" | "completed" | "failed" | "cancelled";
  /** In the order in which they began. */
  readonly nodes: readonly NodeRun[];
  readonly output: Json | undefined;
  readonly error: string;
  /** What its models have read and written; undefined until it is over. */
  readonly usage: Usage | undefined;
  /** What it was started with, and when; undefined until it is over. */
  readonly begun: { readonly input: string; readonly at: string } | undefined;
  /** The connection is gone, and is tried again. */
  readonly isLost: boolean;
  /** Whether the last event was told. */
  readonly isOver: boolean;
}

/** Where a node is in the run that is shown; idle where none is. */
export type Progress = NodeRun["state"] | "unreached" | "skipped" | "idle";

export const PROGRESS: { readonly [State in Exclude<Progress, "idle">]: TextKey } = {
  busy: "common.running",
  done: "common.done",
  failed: "common.failed",
  unreached: "common.notReached",
  skipped: "common.skippedBranchNotTaken",
};

/** A node that a run has left out is none that it has not come to yet. */
export function progressOf(
  run: NodeRun | undefined,
  runState: Execution["state"] | undefined,
): Progress {
  if (run !== undefined) return run.state;
  if (runState === undefined) return "idle";
  return runState === "completed" ? "skipped" : "unreached";
}

export function newExecution(id: string): Execution {
  return {
    id,
    state: "running",
    nodes: [],
    output: undefined,
    error: "",
    usage: undefined,
    begun: undefined,
    isLost: false,
    isOver: false,
  };
}

type Data = StreamEvent["data"];

export function advance(execution: Execution, { event, data }: StreamEvent): Execution {
  const id = textAt(data, "node_id");
  switch (event) {
    case "workflow_start":
      return {
        ...execution,
        id: textAt(data, "execution_id") || execution.id,
        state: "running",
        error: "",
        isOver: false,
      };
    case "node_start":
      return withNode(execution, id, { state: "busy", text: "", error: "", reason: "", note: "" });
    case "token": {
      const before = execution.nodes.find((node) => node.id === id)?.text ?? "";
      return withNode(execution, id, { text: before + textAt(data, "content") });
    }
    case "thought":
      return withThought(execution, id, data);
    case "node_complete":
      return withNode(execution, id, {
        state: "done",
        output: data["output"],
        ...(typeof data["duration_ms"] === "number" ? { duration: data["duration_ms"] } : {}),
        ...(isWaiting(execution, id) ? { note: "" } : {}),
        ...(data["kept"] === true ? { note: "From an earlier run" } : {}),
        ...(typeof data["status_code"] === "number"
          ? { note: `Status ${data["status_code"]}` }
          : {}),
      });
    case "node_retry":
      return withNode(execution, id, {
        error: textAt(data, "error"),
        note: `Attempt ${numberAt(data, "attempt")} in ${numberAt(data, "delay_seconds")} s`,
      });
    case "node_wait":
      return withNode(execution, id, {
        note: sayWait(data),
        question: data["waits_for"] === "approval" ? textAt(data, "message") || "?" : "",
      });
    case "node_error":
      return withNode(execution, id, {
        state: "failed",
        error: textAt(data, "error"),
        reason: textAt(data, "reason"),
      });
    case "workflow_complete":
      return { ...execution, output: data["final_output"] };
    case "workflow_error":
      return { ...execution, error: textAt(data, "error") };
    case "done":
      return { ...ended(execution, textAt(data, "status") === "success"), isOver: true };
    default:
      return execution;
  }
}

function sayWait(data: Data): string {
  if (data["waits_for"] === "approval") return "Waiting for approval";
  if (data["waits_for"] === "runs") return "Waits for other runs";
  return typeof data["seconds"] === "number" ? `Waits for ${data["seconds"]} s` : "Waits";
}

const WAITING = /^(?:Waits|Attempt)/u;

function isWaiting({ nodes }: Execution, id: string): boolean {
  return WAITING.test(nodes.find((node) => node.id === id)?.note ?? "");
}

function ended(execution: Execution, isGood: boolean): Execution {
  if (isGood) return { ...execution, state: "completed" };
  // What was at work when the run was stopped has come to no end.
  const nodes = execution.nodes.map((node): NodeRun =>
    node.state === "busy" ? { ...node, state: "failed", error: "Stopped" } : node,
  );
  return { ...execution, state: "failed", nodes };
}

function withThought(execution: Execution, id: string, data: Data): Execution {
  if (textAt(data, "type") === "approval")
    return withNode(execution, id, {
      question: "",
      note: `${textAt(data, "status") === "approved" ? "Approved" : "Refused"} by ${textAt(data, "by") || "unknown"}`,
    });
  if (textAt(data, "type") !== "condition") return execution;
  return withNode(execution, id, { note: textAt(data, "branch") === "true" ? "Yes" : "No" });
}

function withNode(execution: Execution, id: string, change: Partial<NodeRun>): Execution {
  const { nodes } = execution;
  const at = nodes.findIndex((node) => node.id === id);
  const last: NodeRun = nodes[at] ?? {
    id,
    state: "busy",
    text: "",
    output: undefined,
    error: "",
    reason: "",
    note: "",
    question: "",
  };
  const next = { ...last, ...change };
  return { ...execution, nodes: at === -1 ? [...nodes, next] : nodes.with(at, next) };
}

export function sayOutput(output: Json | undefined): string {
  if (output === undefined || output === null) return "";
  return typeof output === "string" ? output : JSON.stringify(output, undefined, 2);
}

/** What one node took: the price of its model, or else its tokens, and its time. */
export function sayNodeFigures(run: NodeRun | undefined, formatCost: FormatCost): string {
  if (run === undefined) return "";
  const { usage, duration } = run;
  const spent =
    usage === undefined
      ? ""
      : usage.cost === null || usage.cost === 0
        ? `${(usage.input + usage.output).toLocaleString("en")} tokens`
        : formatCost(usage.cost);
  const time = duration === undefined || duration === 0 ? "" : sayDuration(duration);
  return [spent, time].filter((figure) => figure !== "").join(" · ");
}

function numberAt(data: Data, key: string): number {
  const value = data[key];
  return typeof value === "number" ? value : 0;
}

function textAt(data: Data, key: string): string {
  const value = data[key];
  return typeof value === "string" ? value : "";
}
