import type { Clock } from "../../platform/machine/index.ts";
import { type Diagnostic, type Json, SkillError, TOO_LONG } from "../../skill/index.ts";
import { checkGraph, firstError } from "./check.ts";
import { graphCodes } from "./diagnostics.ts";
import { addSpent, type Spent } from "../execute/index.ts";
import type { FailureReason } from "../models/index.ts";
import { type ClaimedRun, type Journal, MOST_ATTEMPTS, type RunEnd } from "./engine.ts";
import type { TellableProblem, WorkflowEvent } from "./event.ts";
import type { WorkflowGraph, WorkflowNode } from "./graph.ts";
import type { NodePorts, NodeResult } from "./node.ts";
import { NodeError } from "./node-error.ts";
import { specOf } from "./nodes/index.ts";
import { inputName } from "./nodes/start/index.ts";
import { type Plan, planGraph } from "./plan.ts";
import { Recorder } from "./recorder.ts";
import { runGraph } from "./run-graph.ts";
import { takeTurn } from "./take-turn.ts";
import { type Comparing, createComparing, createVariables } from "./template.ts";

export interface RunOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly portsFor: (userId: string) => Promise<NodePorts>;
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

const GIVEN_UP = `The run was given up: the server ended ${MOST_ATTEMPTS} times while it was at the same place. Resume it to try again, or change the workflow.`;

/** Works on a run until it ends, or until it has to be left to somebody else. Says whether it has ended. */
export async function runClaimed(run: ClaimedRun, options: RunOptions): Promise<boolean> {
  const { journal, clock, onKept, onFailure, signal } = options;
  const maxBytes = options.maxRunBytes;
  const recorder = new Recorder({ run, journal, clock, maxBytes, onKept, onFailure });
  const losses: Losses = {};
  const end = async (result: RunEnd, events: readonly WorkflowEvent[]): Promise<true> => {
    const isWhole = result.status === "completed";
    const message = isWhole ? "Workflow completed" : result.error;
    const done = { status: isWhole ? "success" : "error", message } as const;
    await recorder.commit([...events, { kind: "done", data: done }], {
      end: result,
      ...(losses.spent === undefined ? {} : { lost: losses.spent }),
    });
    return true;
  };
  const fail = (error: string, more: FailureDetails = {}): Promise<true> =>
    end(
      { status: "failed", error, ...(more.nodeId === undefined ? {} : { nodeId: more.nodeId }) },
      failureEvents(error, more),
    );
  const cancel = (): Promise<true> => {
    const error = "Workflow cancelled";
    return end({ status: "cancelled", error }, [{ kind: "workflow_error", data: { error } }]);
  };
  try {
    if (run.wantsCancel) return await cancel();
    if (run.isExhausted) return await fail(GIVEN_UP);
    recorder.tell(startOf(run));
    const problems = checkGraph(run.graph);
    const error = firstError(problems);
    if (error !== undefined) return await fail(error, { problems: problems.map(toTellable) });
    const ports = await options.portsFor(run.userId);
    return await runNodes(run, { ports, options, recorder, losses }, end);
  } catch (error) {
    if (options.isCancelled()) return await cancel();
    if (error instanceof NodeFailure && !signal.aborted)
      return await fail(error.message, { nodeId: error.nodeId, reason: error.reason });
    if (error instanceof NodeError && !signal.aborted) return await fail(error.diagnostic.message);
    // A user who may not run anything any more is no reason to try again.
    if (SkillError.isInstance(error) && !signal.aborted)
      return await fail(error.diagnostic.message);
    recorder.drop();
    throw error;
  }
}

interface FailureDetails {
  readonly nodeId?: string;
  readonly reason?: FailureReason | undefined;
  readonly problems?: readonly TellableProblem[];
}

function failureEvents(error: string, more: FailureDetails): readonly WorkflowEvent[] {
  const { nodeId, reason, problems } = more;
  const why = reason === undefined ? {} : { reason };
  return [
    ...(nodeId === undefined
      ? []
      : [{ kind: "node_error", data: { node_id: nodeId, error, ...why } } as const]),
    { kind: "workflow_error", data: { error, ...(problems === undefined ? {} : { problems }) } },
  ];
}

class NodeFailure extends Error {
  readonly nodeId: string;
  readonly reason: FailureReason | undefined;

  constructor(nodeId: string, message: string, reason?: FailureReason) {
    super(message);
    this.nodeId = nodeId;
    this.reason = reason;
  }
}

/** What was spent for nothing. */
interface Losses {
  spent?: Spent;
}

async function runNodes(
  run: ClaimedRun,
  { ports, options, recorder, losses }: Pick<Launch, "ports" | "options" | "recorder" | "losses">,
  end: (result: RunEnd, events: readonly WorkflowEvent[]) => Promise<true>,
): Promise<boolean> {
  const plan = planGraph(run.graph);
  const results = new Map(run.results);
  const shared = { inputNames: inputNames(run.graph), comparing: createComparing() };
  const isWhole = await runGraph({
    plan,
    results,
    maxNodes: options.maxNodes,
    isDraining: () => options.isDraining() || options.signal.aborted,
    launch: (node) =>
      launch(node, { run, plan, results, ports, recorder, options, losses, shared }),
  });
  options.signal.throwIfAborted();
  if (!isWhole) {
    await recorder.commit([]);
    return false;
  }
  const output = plan.finalOutput(results);
  // With the run, and with the event that tells it.
  recorder.reserve(output, 2);
  return await end({ status: "completed", output }, [
    { kind: "workflow_complete", data: { final_output: output } },
  ]);
}

interface Launch {
  readonly run: ClaimedRun;
  readonly plan: Plan;
  readonly results: ReadonlyMap<string, NodeResult>;
  readonly ports: NodePorts;
  readonly recorder: Recorder;
  readonly options: RunOptions;
  readonly losses: Losses;
  /** What all nodes of the run have in common. */
  readonly shared: { readonly inputNames: ReadonlySet<string>; readonly comparing: Comparing };
}

/** Runs one node; its result and the event that tells it are kept together before anything comes after it. */
async function launch(node: WorkflowNode, what: Launch): Promise<NodeResult> {
  const { recorder } = what;
  const node_id = node.id;
  // Nodes that wait for nothing, on a database that answers at once, would leave nobody else a turn.
  await takeTurn();
  recorder.tell({ kind: "node_start", data: { node_id, node_type: node.type } });
  const result = await work(node, what);
  const { output, statusCode } = result;
  reserveFor(node, recorder, result);
  const status_code = statusCode === undefined ? {} : { status_code: statusCode };
  await recorder.commit([{ kind: "node_complete", data: { node_id, output, ...status_code } }], {
    finished: { nodeId: node_id, result },
  });
  what.options.onProgress();
  return result;
}

/** A result is stored as such, and its output with the event that tells it. */
function reserveFor({ id }: WorkflowNode, recorder: Recorder, result: NodeResult): void {
  try {
    recorder.reserve(result, 2);
  } catch (error) {
    if (error instanceof NodeError) throw new NodeFailure(id, error.diagnostic.message);
    throw error;
  }
}

async function work(
  node: WorkflowNode,
  { run, plan, results, ports, recorder, options, losses, shared }: Launch,
): Promise<NodeResult> {
  const { signal } = options;
  const outputs = outputsBefore(plan, node.id, results);
  const variables = createVariables({ input: run.input, outputs, ...shared });
  const context = {
    input: plan.inputOf(node.id, results, run.input),
    outputs,
    variables,
    signal,
    onLost: (spent: Spent) => {
      losses.spent = addSpent(losses.spent, spent);
    },
    ...(run.model === undefined ? {} : { model: run.model }),
    ...(run.history === undefined ? {} : { history: run.history }),
  };
  const steps = specOf(node.type).run(node.data, context, ports);
  try {
    for (;;) {
      const next = await steps.next();
      signal.throwIfAborted();
      if (next.done === true) return next.value;
      const { kind, data } = next.value;
      recorder.tell({ kind, data: { node_id: node.id, ...data } });
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof NodeError) && !isTooLong(error))
      options.onProblem(problemOf(node, error));
    if (error instanceof NodeError)
      throw new NodeFailure(node.id, error.diagnostic.message, error.reason);
    if (isTooLong(error)) throw new NodeFailure(node.id, error.diagnostic.message);
    throw new NodeFailure(node.id, "Node execution failed");
  } finally {
    // Where it is left in the middle it still tells what it has spent.
    await steps.return({ output: null });
  }
}

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

function inputNames({ nodes }: WorkflowGraph): ReadonlySet<string> {
  const names = nodes.map((node) => (node.type === "start" ? inputName(node.data) : undefined));
  return new Set(names.filter((name) => name !== undefined));
}

function startOf({ id, workflowId, workflowName, claim, lastEvent }: ClaimedRun): WorkflowEvent {
  const isResumed = claim.number > 1 && lastEvent > 0;
  return {
    kind: "workflow_start",
    data: {
      workflow_id: workflowId,
      workflow_name: workflowName,
      execution_id: id,
      ...(isResumed ? { resumed: true } : {}),
    },
  };
}

function toTellable({
  code,
  nodeId,
  message,
}: ReturnType<typeof checkGraph>[number]): TellableProblem {
  return { code, node_id: nodeId ?? null, message };
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
