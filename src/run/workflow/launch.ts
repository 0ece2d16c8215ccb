/** One node at work: its attempts, the time that it has, and what comes of a failure. */
import {
  type Diagnostic,
  type Json,
  type JsonObject,
  SkillError,
  TOO_LONG,
} from "../../skill/index.ts";
import { NO_TELEMETRY } from "../../platform/telemetry/index.ts";
import { addSpent, type Spent } from "../execute/index.ts";
import type { FailureReason } from "../models/index.ts";
import { DataBudget } from "./data-budget.ts";
import { graphCodes } from "./diagnostics.ts";
import type { ClaimedRun, StoredWait, NewWait } from "./engine.ts";
import type { WorkflowEvent } from "./event.ts";
import type { WorkflowNode } from "./graph.ts";
import type { NodeContext, NodePause, NodePorts, NodeResult } from "./node.ts";
import { NodeError, type RefusedAnswer } from "./node-error.ts";
import { findNodeSpec } from "./nodes/index.ts";
import { backoffMs, policyOf } from "./nodes/policy.ts";
import { ERROR_BRANCH, type Plan } from "./plan.ts";
import type { Recorder } from "./recorder.ts";
import type { RunOptions } from "./run-options.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";
import { type ComparisonBudget, createVariables } from "./template.ts";

export interface Launch {
  readonly run: ClaimedRun;
  readonly plan: Plan;
  readonly results: ReadonlyMap<string, NodeResult>;
  /** Nodes that have paused and are run again now. */
  readonly waits: Map<string, StoredWait>;
  readonly ports: NodePorts;
  readonly recorder: Recorder;
  readonly options: RunOptions;
  readonly losses: Losses;
  /** What all nodes of the run have in common. */
  readonly shared: {
    readonly inputNames: ReadonlySet<string>;
    readonly inputs?: JsonObject;
    readonly comparing: ComparisonBudget;
  };
}

/** What was spent for nothing. */
export interface Losses {
  spent?: Spent;
}

/** A node has failed, and with it the run. */
export class NodeFailure extends Error {
  readonly nodeId: string;
  readonly reason: FailureReason | undefined;
  readonly answer: RefusedAnswer | undefined;

  constructor(
    nodeId: string,
    message: string,
    { reason, answer }: Partial<Pick<NodeError, "reason" | "answer">> = {},
  ) {
    super(message);
    this.nodeId = nodeId;
    this.reason = reason;
    this.answer = answer;
  }
}

/**
 * Runs one node; its result and the event that tells it are kept together before anything comes after it. Gives the
 * moment until which it waits where it has paused.
 */
export async function launch(node: WorkflowNode, what: Launch): Promise<NodeResult | number> {
  const { recorder, waits } = what;
  // Nodes that wait for nothing, on a database that answers at once, would leave nobody else a turn.
  await yieldToEventLoop();
  await what.ports.confirm();
  const wait = waits.get(node.id);
  if (wait === undefined || wait.waitsFor === "retry")
    recorder.tell({
      kind: "node_start",
      data: { node_id: node.id, node_type: node.type },
    });
  const { clock } = what.options;
  const began = clock.now();
  let result: NodeResult | NodePause;
  try {
    result = await work(node, wait, what);
    if (!("waitsFor" in result)) reserveFor(node, recorder, result);
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error;
    return await overcome(node, wait?.attempt ?? 1, error, what);
  }
  if ("waitsFor" in result)
    return await pause(node, { ...result, nodeId: node.id, attempt: wait?.attempt ?? 1 }, what);
  const { output, statusCode } = result;
  const status_code = statusCode === undefined ? {} : { status_code: statusCode };
  return await finish(node, result, what, [
    {
      kind: "node_complete",
      data: {
        node_id: node.id,
        output,
        ...status_code,
        duration_ms: Math.round(clock.now() - began),
      },
    },
  ]);
}

async function finish(
  { id: nodeId }: WorkflowNode,
  result: NodeResult,
  { recorder, options, waits }: Launch,
  events: readonly WorkflowEvent[],
): Promise<NodeResult> {
  await recorder.commit(events, { finished: { nodeId, result } });
  waits.delete(nodeId);
  options.onProgress();
  return result;
}

/** Keeps that a node waits; it is told once, however often the node looks. */
async function pause(
  node: WorkflowNode,
  wait: NewWait,
  { recorder, waits, options }: Launch,
  told: readonly WorkflowEvent[] = [],
): Promise<number> {
  const { waitsFor, delayMs, message } = wait;
  const before = waits.get(node.id);
  // It has looked in vain: what it waits for, and until when, is kept already.
  if (waitsFor !== "retry" && before?.waitsFor === waitsFor) return before.dueAt ?? Infinity;
  recorder.reserve([wait.memory ?? null, message ?? null]);
  const isNew = waitsFor !== "retry";
  const event = {
    node_id: node.id,
    waits_for: waitsFor === "retry" ? ("timer" as const) : waitsFor,
    ...(delayMs === undefined ? {} : { seconds: Math.ceil(delayMs / 1000) }),
    ...(message === undefined ? {} : { message }),
  };
  await recorder.commit(isNew ? [{ kind: "node_wait", data: event }] : told, { paused: wait });
  const { attempt, memory } = wait;
  const dueAt = delayMs === undefined ? Infinity : options.clock.now() + delayMs;
  waits.set(node.id, { waitsFor, attempt, dueAt, ...(memory === undefined ? {} : { memory }) });
  options.onProgress();
  return dueAt;
}

/** After a failure: the next attempt, the edges for errors, or the end of the run. */
async function overcome(
  node: WorkflowNode,
  attempt: number,
  failure: NodeFailure,
  what: Launch,
): Promise<NodeResult | number> {
  const policy = policyOf(node.data);
  const { message: error, answer } = failure;
  const node_id = node.id;
  if (attempt <= policy.retries) {
    const delayMs = backoffMs(policy, attempt, what.options.random);
    const next = attempt + 1;
    const delay_seconds = Math.round(delayMs / 100) / 10;
    const wait = { nodeId: node_id, waitsFor: "retry", attempt: next, delayMs } as const;
    return await pause(node, wait, what, [
      { kind: "node_retry", data: { node_id, error, attempt: next, delay_seconds } },
    ]);
  }
  if (policy.onError !== "branch") throw failure;
  const status_code = answer === undefined ? {} : { status_code: answer.statusCode };
  const result: NodeResult = {
    output: { error, ...status_code, ...(answer === undefined ? {} : { output: answer.output }) },
    branch: ERROR_BRANCH,
    error,
    ...(answer === undefined ? {} : { statusCode: answer.statusCode }),
  };
  reserveFor(node, what.recorder, result);
  return await finish(node, result, what, [
    { kind: "node_error", data: { node_id, error, ...status_code, handled: true } },
  ]);
}

/** A result is stored as such, and its output with the event that tells it. */
function reserveFor({ id }: WorkflowNode, recorder: Recorder, result: NodeResult): void {
  try {
    new DataBudget().spend(result.output);
    recorder.reserve(result, 2);
  } catch (error) {
    if (error instanceof NodeError) throw new NodeFailure(id, error.diagnostic.message);
    throw error;
  }
}

async function work(
  node: WorkflowNode,
  wait: StoredWait | undefined,
  what: Launch,
): Promise<NodeResult | NodePause> {
  const { ports, recorder, options } = what;
  const { signal } = options;
  const limit = new AbortController();
  const { limitSeconds } = policyOf(node.data);
  const cancelTimer =
    limitSeconds === undefined
      ? () => {}
      : options.clock.after(limitSeconds * 1000, () => {
          limit.abort();
        });
  const limited = AbortSignal.any([signal, limit.signal]);
  const context = createContext(node, wait, what, limited);
  const { telemetry = NO_TELEMETRY } = ports;
  const attributes = { "skillwright.run.id": what.run.id, "skillwright.node.id": node.id };
  const steps = telemetry.follow(`node ${node.type}`, { attributes }, () =>
    findNodeSpec(node.type).run(node.data, context, ports),
  );
  try {
    for (;;) {
      const next = await steps.next();
      limited.throwIfAborted();
      if (next.done === true) return next.value;
      const { kind, data } = next.value;
      recorder.tell({ kind, data: { node_id: node.id, ...data } });
    }
  } catch (error) {
    signal.throwIfAborted();
    if (limit.signal.aborted)
      throw new NodeFailure(node.id, `Node took longer than its limit of ${limitSeconds} s`);
    throw failureOf(node, error, options);
  } finally {
    cancelTimer();
    // Where it is left in the middle it still tells what it has spent.
    await steps.return({ output: null });
  }
}

function failureOf(node: WorkflowNode, error: unknown, { onProblem }: RunOptions): NodeFailure {
  if (error instanceof NodeError) return new NodeFailure(node.id, error.diagnostic.message, error);
  if (isTooLong(error)) return new NodeFailure(node.id, error.diagnostic.message);
  onProblem(problemOf(node, error));
  return new NodeFailure(node.id, "Node execution failed");
}

function createContext(
  { id }: WorkflowNode,
  wait: StoredWait | undefined,
  { run, plan, results, ports, options, losses, shared }: Launch,
  signal: AbortSignal,
): NodeContext {
  const outputs = outputsBefore(plan, id, results);
  const own = ownNames(run, id, wait?.attempt ?? 1);
  const factsOf = (nodeId: string): { readonly status_code?: Json; readonly error?: Json } => {
    const { statusCode, error } = results.get(nodeId) ?? {};
    return {
      ...(statusCode === undefined ? {} : { status_code: statusCode }),
      ...(error === undefined ? {} : { error }),
    };
  };
  return {
    input: plan.inputOf(id, results, run.input),
    outputs,
    variables: createVariables({ input: run.input, outputs, factsOf, own, ...shared }),
    ...(shared.inputs === undefined ? {} : { inputs: shared.inputs }),
    signal,
    isDue: (wait?.dueAt ?? Infinity) <= options.clock.now(),
    children: ports.childrenOf?.(run, id) ?? NO_CHILDREN,
    onLost: (spent) => {
      losses.spent = addSpent(losses.spent, spent);
    },
    ...(wait?.memory === undefined ? {} : { memory: wait.memory }),
    ...(wait?.decision === undefined ? {} : { decision: wait.decision }),
    ...(run.model === undefined ? {} : { model: run.model }),
    ...(run.history === undefined ? {} : { history: run.history }),
  };
}

/** What templates can say of the run; an idempotency key is made of its id and the id of the node. */
function ownNames(
  { id, workflowId, parent }: ClaimedRun,
  nodeId: string,
  attempt: number,
): ReadonlyMap<string, Json> {
  return new Map<string, Json>([
    ["run.id", id],
    ["run.workflow_id", workflowId],
    ["run.node", nodeId],
    ["run.attempt", attempt],
    ["run.parent_id", parent?.runId ?? ""],
    ["run.index", parent?.index ?? ""],
  ]);
}

const NO_CHILDREN: NodeContext["children"] = {
  start: () => Promise.reject(new NodeError("Workflows cannot be started from here")),
  list: () => Promise.resolve([]),
  dropFailed: () => Promise.resolve(),
  outputs: () => Promise.resolve(new Map()),
};

/** Whoever wrote the workflow, or started it, can change that. */
function isTooLong(error: unknown): error is SkillError {
  return SkillError.isInstance(error) && error.diagnostic.code === TOO_LONG;
}

/** Only what lies before a node on some way: what runs beside it may or may not have finished. */
function outputsBefore(
  plan: Plan,
  nodeId: string,
  results: ReadonlyMap<string, NodeResult>,
): ReadonlyMap<string, Json> {
  return new Map([...plan.before(nodeId)].map((id) => [id, results.get(id)?.output ?? null]));
}

function problemOf({ id }: WorkflowNode, error: unknown): Diagnostic {
  if (SkillError.isInstance(error)) return error.diagnostic;
  return {
    code: graphCodes.nodeFailed,
    severity: "error",
    message: `The node \`${id}\` failed.`,
    cause: error,
  };
}
