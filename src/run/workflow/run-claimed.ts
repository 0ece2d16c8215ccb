import { type Attributes, NO_TELEMETRY } from "../../platform/telemetry/index.ts";
import { type JsonObject, SkillError } from "../../skill/index.ts";
import { checkGraph, firstError } from "./check.ts";
import type { FailureReason } from "../models/index.ts";
import { type ClaimedRun, MOST_ATTEMPTS, type RunEnd } from "./engine.ts";
import type { PublicProblem, WorkflowEvent } from "./event.ts";
import type { WorkflowGraph } from "./graph.ts";
import { launch, type Launch, type Losses, NodeFailure } from "./launch.ts";
import { NodeError, type RefusedAnswer } from "./node-error.ts";
import { inputsOf, readInputText } from "./inputs.ts";
import { inputName } from "./nodes/start/index.ts";
import { planGraph } from "./plan.ts";
import { Recorder } from "./recorder.ts";
import type { RunOptions } from "./run-options.ts";
import { runGraph } from "./run-graph.ts";
import { createComparing } from "./template.ts";

const GIVEN_UP = `The run was given up: the server ended or failed ${MOST_ATTEMPTS} times while it was at the same place. Resume it to try again, or change the workflow.`;

/** It has ended, all that is left of it waits, or it has to be left to somebody else. */
export type RunState = "ended" | "waiting" | "left";

/** Works on a run until it ends, waits, or has to be left to somebody else. */
export async function runClaimed(
  run: ClaimedRun,
  options: RunOptions,
  losses: Losses,
): Promise<RunState> {
  const { journal, clock, onKept, onFailure, signal } = options;
  const maxBytes = options.maxRunBytes;
  const recorder = new Recorder({ run, journal, clock, maxBytes, onKept, onFailure });
  const end = async (result: RunEnd, events: readonly WorkflowEvent[]): Promise<"ended"> => {
    const isWhole = result.status === "completed";
    const message = isWhole ? "Workflow completed" : result.error;
    const done = { status: isWhole ? "success" : "error", message } as const;
    await recorder.commit([...events, { kind: "done", data: done }], {
      end: result,
      ...(losses.spent === undefined ? {} : { lost: losses.spent }),
    });
    return "ended";
  };
  const fail = (error: string, more: FailureDetails = {}): Promise<"ended"> =>
    end(
      { status: "failed", error, ...(more.nodeId === undefined ? {} : { nodeId: more.nodeId }) },
      failureEvents(error, more),
    );
  const cancel = (): Promise<"ended"> => {
    const error = "Workflow cancelled";
    return end({ status: "cancelled", error }, [{ kind: "workflow_error", data: { error } }]);
  };
  try {
    if (run.wantsCancel) return await cancel();
    if (run.isExhausted) return await fail(GIVEN_UP);
    // One that only waited goes on where it was.
    if (!run.wasParked) recorder.tell(startOf(run));
    const problems = checkGraph(run.graph);
    const error = firstError(problems);
    if (error !== undefined) return await fail(error, { problems: problems.map(toPublicProblem) });
    const ports = await options.portsFor(run);
    const { telemetry = NO_TELEMETRY } = ports;
    return await telemetry.within("run workflow", { attributes: toAttributes(run) }, () =>
      runNodes(run, { ports, options, recorder, losses }, end),
    );
  } catch (error) {
    if (options.isCancelled()) return await cancel();
    if (error instanceof NodeFailure && !signal.aborted) return await fail(error.message, error);
    if (error instanceof NodeError && !signal.aborted) return await fail(error.diagnostic.message);
    // A user who may not run anything any more is no reason to try again.
    if (SkillError.isInstance(error) && !signal.aborted)
      return await fail(error.diagnostic.message);
    recorder.drop();
    throw error;
  }
}

/** One that waited, or was taken over, has a span for each stretch of its work. */
function toAttributes({ id, workflowId, userId, claim, parent }: ClaimedRun): Attributes {
  return {
    "skillwright.run.id": id,
    "skillwright.run.kind": "workflow",
    "skillwright.workflow.id": workflowId,
    "skillwright.run.claim": claim.number,
    "skillwright.run.parent": parent?.runId,
    "user.id": userId,
  };
}

interface FailureDetails {
  readonly nodeId?: string;
  readonly reason?: FailureReason | undefined;
  readonly answer?: RefusedAnswer | undefined;
  readonly problems?: readonly PublicProblem[];
}

function failureEvents(error: string, more: FailureDetails): readonly WorkflowEvent[] {
  const { nodeId, reason, answer, problems } = more;
  const why = {
    ...(reason === undefined ? {} : { reason }),
    ...(answer === undefined ? {} : { status_code: answer.statusCode }),
  };
  return [
    ...(nodeId === undefined
      ? []
      : [{ kind: "node_error", data: { node_id: nodeId, error, ...why } } as const]),
    { kind: "workflow_error", data: { error, ...(problems === undefined ? {} : { problems }) } },
  ];
}

async function runNodes(
  run: ClaimedRun,
  { ports, options, recorder, losses }: Pick<Launch, "ports" | "options" | "recorder" | "losses">,
  end: (result: RunEnd, events: readonly WorkflowEvent[]) => Promise<"ended">,
): Promise<RunState> {
  const plan = planGraph(run.graph);
  const results = new Map(run.results);
  const shared = {
    inputNames: inputNames(run.graph),
    ...inputValues(run),
    comparing: createComparing(),
  };
  const waits = new Map(run.waits);
  const state = await runGraph({
    plan,
    results,
    waiting: indexWaits(run),
    clock: options.clock,
    maxNodes: options.maxNodes,
    isDraining: () => options.isDraining() || options.signal.aborted,
    launch: (node) =>
      launch(node, { run, plan, results, waits, ports, recorder, options, losses, shared }),
  });
  options.signal.throwIfAborted();
  if (state !== "whole") {
    await recorder.commit([]);
    return state;
  }
  const output = plan.finalOutput(results);
  // With the run, and with the event that tells it.
  recorder.reserve(output, 2);
  return await end({ status: "completed", output }, [
    { kind: "workflow_complete", data: { final_output: output } },
  ]);
}

/** Until when nodes wait for a moment; the others look whether what they wait for has happened. */
function indexWaits({ waits }: ClaimedRun): Map<string, number> {
  return new Map(
    [...waits].flatMap(([id, { waitsFor, dueAt = 0 }]) =>
      waitsFor === "timer" || waitsFor === "retry" ? [[id, dueAt] as const] : [],
    ),
  );
}

/** The run was started with what fits, unless a node of another run has started it. */
function inputValues({ graph, input }: ClaimedRun): { readonly inputs?: JsonObject } {
  const specs = inputsOf(graph);
  if (specs.length === 0) return {};
  const read = readInputText(specs, input);
  if ("problem" in read) throw new NodeError(read.problem);
  return { inputs: read.values };
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

function toPublicProblem({
  code,
  nodeId,
  message,
}: ReturnType<typeof checkGraph>[number]): PublicProblem {
  return { code, node_id: nodeId ?? null, message };
}
