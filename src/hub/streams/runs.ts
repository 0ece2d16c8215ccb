/** Runs of skills as they go on. */
import {
  execute,
  isPublicEvent,
  missingInput,
  previewRun,
  type RunEvent,
  type RunPorts,
  type RunPreview,
  type RunRequest,
  withTimeLimit,
} from "../../run/execute/index.ts";
import type { AttachedFile } from "../../run/models/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { retrieveFor } from "../knowledge/index.ts";
import { reserve } from "../quotas/index.ts";
import { apiCodes } from "../requests/index.ts";
import { recordRun, type RunInputs, type RunPurpose } from "../runs/index.ts";
import { findSkill, type StoredSkill } from "../skills/index.ts";
import type { Following, StreamContext, StreamEvent } from "./context.ts";

/** The most that a run may take. */
export const RUN_SECONDS = 180;

export interface SkillCall {
  readonly name: string;
  readonly inputs: { readonly [name: string]: string };
  readonly model?: string;
  readonly files?: readonly AttachedFile[];
  /** In place of inputs: what the model is asked, under the instructions of the skill or under none. */
  readonly request?: string;
  readonly withoutSkill: boolean;
}

/** Runs a skill; what stands in the way of that is thrown before anything begins. */
export async function runSkill(context: StreamContext, call: SkillCall): Promise<Following> {
  const { hub, user, requestId, signal } = context;
  const kept = await findSkill(hub.storedSkills, user, call.name);
  // Whether there is a model is known before the stream begins.
  hub.models.forUser(user).resolve(call.model);
  await hub.models.checkBudget(user);
  const inputs: RunInputs = call.request === undefined ? call.inputs : { request: call.request };
  const bytes = Buffer.byteLength(JSON.stringify(inputs));
  // What comes of it counts when it is over.
  if (hub.keepsAnswers) await reserve(hub, user.id, { bytes }, () => Promise.resolve());
  const events = withTimeLimit(
    (limited) => execute({ ...toRequest(call, kept), signal: limited }, runPorts(context)),
    { clock: hub.clock, seconds: RUN_SECONDS, signal },
  );
  const purpose: RunPurpose = { kind: "skill", userId: user.id, requestId, skill: kept.name };
  return { events: toStream(recorded(context, purpose, events, inputs)) };
}

/** What the model would be sent. */
export async function previewSkill(context: StreamContext, call: SkillCall): Promise<RunPreview> {
  const kept = await findSkill(context.hub.storedSkills, context.user, call.name);
  const missing = missingInput(kept.skill.template.inputs ?? [], call.inputs);
  if (missing !== undefined)
    throw new SkillError({
      code: apiCodes.invalid,
      severity: "error",
      message: missing,
      path: ["inputs"],
    });
  return await previewRun(toRequest(call, kept), runPorts(context), context.signal);
}

/** Counts a run, and writes down what became of it; where inputs are given and may be kept, with its content. */
export function recorded(
  { hub, requestId }: StreamContext,
  purpose: RunPurpose,
  events: AsyncGenerator<RunEvent, void>,
  inputs?: RunInputs,
): AsyncGenerator<RunEvent, void> {
  const { database, clock, stopping, quotas, telemetry, countRun, onProblem } = hub;
  return recordRun(
    {
      database,
      clock,
      stopping,
      owner: hub.workflows.engine.owner(),
      quotas,
      telemetry,
      onRun: countRun,
      onProblem: (cause) => {
        const message = "Recording a run failed.";
        onProblem({ code: apiCodes.internal, severity: "error", message, cause }, requestId);
      },
    },
    purpose,
    events,
    hub.keepsAnswers ? inputs : undefined,
  );
}

/** What clients are sent. */
export async function* toStream(
  events: AsyncGenerator<RunEvent, void>,
): AsyncGenerator<StreamEvent, void> {
  for await (const event of events)
    if (isPublicEvent(event)) yield { event: event.kind, data: event.data };
}

function toRequest(
  { inputs, request, withoutSkill: isWithoutSkill, model, files }: SkillCall,
  { skill, dialect }: StoredSkill,
): RunRequest {
  return {
    skill,
    dialect,
    inputs,
    ...(files === undefined ? {} : { files }),
    ...(request === undefined ? {} : { asked: { request, isWithoutSkill } }),
    ...(model === undefined ? {} : { model }),
  };
}

/** What runs of the one who asks may use. */
export function runPorts({ hub, user, requestId }: StreamContext): RunPorts {
  const { telemetry } = hub;
  return {
    ...(telemetry === undefined ? {} : { telemetry }),
    models: hub.models.forUser(user),
    retrieve: retrieveFor(hub.knowledge, user),
    ...(hub.openTools === undefined ? {} : { openTools: hub.openTools(user.id) }),
    onProblem: (problem) => {
      hub.onProblem(problem, requestId);
    },
  };
}
