/** Runs of workflows as they go on, and what starts them by itself. */
import { z } from "zod";
import { findBase } from "../../hub/knowledge/index.ts";
import type { Following, StreamEvent } from "../../hub/streams/index.ts";
import {
  checkModel,
  createTrigger,
  findExecution,
  findWorkflow,
  followExecution,
  resumeExecution,
  startExecution,
} from "../../hub/workflows/index.ts";
import { forUsers, type HubContext, invalid } from "./context.ts";
import type { HubOperation } from "./define.ts";
import { madeTriggerShape } from "./workflows.ts";

const tag = "workflows";
const reader = forUsers({ tag, scope: "workflows:read" });
const runner = forUsers({ tag, scope: "workflows:run" });

const tells = "The events of the run.";
const refused = { 400: "A field is invalid." };
const missing = { 404: "Not found, or not visible to this user." };
const state = { 409: "The state of the run does not allow it." };
const paused = {
  503: "Runs of the user wait since servers ended at them, or no model is configured.",
};
const limited = { 429: "Too many runs; `Retry-After` says when to try again." };

/** Of JSON; the bounds of bodies hold for all of them. */
const inputValues: z.ZodType<{ readonly [name: string]: unknown }> = z.record(
  z.string().max(64),
  z.json(),
);

const position = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);

const name = z.string().trim().max(100).default("");

const newTrigger = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("webhook"), name, signed: z.boolean().default(false) }),
  z.object({
    kind: z.literal("schedule"),
    name,
    cron: z.string().max(100),
    time_zone: z.string().min(1).max(64).default("UTC"),
    missed: z.enum(["skip", "once", "all"]).default("once"),
    input: z.string().max(500_000).optional(),
    inputs: inputValues.optional(),
  }),
]);

/** Where a run begins that is not to do all of it again. */
const begin = z.object({
  node: z.string().min(1).max(256),
  /**
   * An earlier run of the workflow: what its nodes gave is taken over, and its input where there is no other. Answers of
   * people to it count for those alone who may give them.
   */
  execution: z.string().max(64).optional(),
  /** Nothing comes after the node. */
  only: z.boolean().default(false),
});

export const executionOperations: readonly HubOperation<HubContext>[] = [
  runner.stream("POST /workflows/{id}/execute", {
    id: "executeWorkflow",
    doc: "Runs a workflow and streams its events. The run continues when the client disconnects.",
    limit: "workflow",
    input: {
      input: z.string("Input must be text").min(1, "Input cannot be empty").max(500_000).optional(),
      /** Values of the inputs that the workflow declares, in place of `input`. */
      inputs: inputValues.nullish(),
      model: z.string().min(1).max(256).nullish(),
      /** Names or ids of knowledge bases that the workflow may read although another user wrote it. */
      knowledge_bases: z.array(z.string().min(1).max(256)).max(20).nullish(),
      from: begin.nullish(),
    },
    tells,
    broken: "error",
    refusals: {
      ...refused,
      403: "The token may not answer what an earlier run asked people.",
      ...missing,
      ...state,
      ...limited,
      ...paused,
      507: "The account's quota for runs is used up.",
    },
    run: async (context, { id, input, ...given }) => {
      const { hub, user, caller } = context;
      const workflow = await findWorkflow(hub.workflows, user, id);
      const model = given.model ?? undefined;
      await checkModel(hub, user, workflow, model);
      const inputs = given.inputs ?? undefined;
      const from = given.from ?? undefined;
      const earlier =
        from?.execution === undefined
          ? undefined
          : await findExecution(hub.workflows, user, from.execution);
      if (earlier !== undefined && earlier.workflowId !== workflow.id)
        throw invalid("from.execution", "The run is of another workflow");
      const text = input ?? (inputs === undefined ? earlier?.input : undefined);
      if (text === undefined && inputs === undefined)
        throw invalid("input", "Input cannot be empty");
      const lentBases: string[] = [];
      for (const base of given.knowledgeBases ?? [])
        lentBases.push((await findBase(hub.knowledge, user, base)).id);
      const mayApprove = caller.scopes?.includes("workflows:approve") !== false;
      const begins = from && {
        node: from.node,
        execution: earlier,
        isAlone: from.only,
        mayApprove,
      };
      const run = { input: text, inputs, model, lentBases, from: begins };
      return follow(context, await startExecution(hub.workflows, user, workflow, run), 0);
    },
  }),
  reader.stream("GET /workflows/executions/{id}/events", {
    id: "followExecution",
    doc: "Streams the events of a run, from the beginning or after `Last-Event-ID` or `after`.",
    input: { after: position.optional() },
    headers: [
      { name: "Last-Event-ID", doc: "The number of the last event that was seen; `after` wins." },
    ],
    tells,
    broken: "error",
    refusals: { ...refused, ...missing },
    run: async (context, { id, after }) => {
      const found = await findExecution(context.hub.workflows, context.user, id);
      const seen = position.safeParse(context.lastEvent);
      return follow(context, found.id, after ?? (seen.success ? seen.data : 0));
    },
  }),
  runner.stream("POST /workflows/executions/{id}/resume", {
    id: "resumeExecution",
    doc: "Resumes a run at the node that failed, and streams its events from there.",
    limit: "workflow",
    tells,
    broken: "error",
    refusals: { ...missing, ...state, ...limited, ...paused },
    run: async (context, { id }) => {
      const { hub, user } = context;
      const execution = await findExecution(hub.workflows, user, id);
      return follow(context, execution.id, await resumeExecution(hub.workflows, execution));
    },
  }),
  runner("POST /workflows/{id}/triggers", {
    id: "createTrigger",
    doc: "Adds a trigger to a workflow of the user: a webhook or a schedule.",
    body: newTrigger,
    limit: "save",
    makes: ["The trigger, with its secret, which is shown only once.", madeTriggerShape],
    isSecret: true,
    refusals: {
      ...refused,
      ...missing,
      403: "Only the owner of the workflow may do this.",
      409: "The workflow has the maximum number of triggers.",
    },
    run: async ({ hub, caller, url }, { id, body }) => {
      const made = await createTrigger(
        { ...hub.workflows, cipher: hub.accounts.cipher },
        caller,
        id,
        body.kind === "webhook"
          ? { kind: body.kind, name: body.name, isSigned: body.signed }
          : { ...body, timeZone: body.time_zone },
      );
      const path = `/api/v1/hooks/${made.token}`;
      const address = made.token === undefined ? undefined : new URL(path, hub.publicUrl ?? url);
      return { ...made, url: address?.href };
    },
  }),
];

/** The run continues without a subscriber, and can be followed again. */
function follow({ hub, signal }: HubContext, id: string, after: number): Following {
  async function* events(): AsyncGenerator<StreamEvent, void> {
    const found = followExecution(hub.workflows, id, { after, signal });
    for await (const { position: at, kind, data } of found) yield { event: kind, data, id: at };
  }
  return { events: events(), executionId: id };
}
