import { z } from "zod";
import type { RunEvent, RunPorts, RunPreview, RunRequest } from "../../../run/execute/index.ts";
import {
  execute,
  isTold,
  missingInput,
  previewRun,
  withTimeLimit,
} from "../../../run/execute/index.ts";
import { failure } from "../../../platform/index.ts";
import { SkillError } from "../../../skill/model/index.ts";
import { retrieveFor } from "../../../hub/knowledge/index.ts";
import { reserve } from "../../../hub/quotas/index.ts";
import {
  listRuns,
  readRun,
  recordRun,
  rowOf,
  type RunFilter,
  type RunInputs,
  type RunPurpose,
  type RunRecord,
} from "../../../hub/runs/index.ts";
import { findSkill, type KeptSkill } from "../../../hub/skills/index.ts";
import { apiCodes } from "../diagnostics.ts";
import { figuresOf } from "../metrics.ts";
import type { ApiPorts } from "../ports.ts";
import { type ApiRoute, type CallerContext, routesOf } from "../route.ts";
import { nameParams, problemSchema } from "../schemas.ts";
import { type StreamEvent, streamAnswer } from "../sse.ts";

/** The most that a run may take. */
export const RUN_SECONDS = 180;

/** Characters of a request of an evaluation. */
const MOST_REQUEST = 100_000;

interface RunBody {
  readonly inputs: { readonly [name: string]: string };
  readonly model?: string | undefined;
  readonly request?: string | undefined;
  readonly without_skill: boolean;
  readonly dry_run: boolean;
}

const runBody: z.ZodType<RunBody> = z.object({
  inputs: z.record(z.string(), z.string("expected text")).default({}),
  model: z.string().min(1).max(256).optional(),
  request: z.string().min(1).max(MOST_REQUEST).optional(),
  without_skill: z.boolean().default(false),
  dry_run: z.boolean().default(false),
});

const runSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  kind: z.enum(["skill", "chat", "workflow"]),
  skill: z.string().nullable(),
  session_id: z.string().nullable(),
  model: z.string().nullable(),
  status: z.enum(["success", "error", "cancelled"]),
  message: z.string(),
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  cost: z.number().nullable(),
  started_at: z.string(),
  duration_ms: z.number(),
  first_token_ms: z.number().nullable(),
  request_id: z.string(),
});

const wholeRunSchema = runSchema.extend({
  inputs: z.record(z.string(), z.string()).nullable(),
  answer: z.string().nullable(),
  events: z
    .array(z.object({ event: z.string(), data: z.record(z.string(), z.unknown()) }))
    .nullable(),
});

const previewSchema: z.ZodType<RunPreview> = z.object({
  model: z.string().nullable(),
  temperature: z.number().nullable(),
  max_tokens: z.number().nullable(),
  knowledge_base: z.string().nullable(),
  messages: z.array(
    z.object({ role: z.enum(["system", "user", "assistant"]), content: z.string() }),
  ),
  warnings: z.array(z.string()),
});

interface RunQuery {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly before_id?: string | undefined;
  readonly skill?: string | undefined;
  readonly kind?: RunRecord["kind"] | undefined;
  readonly status?: RunRecord["status"] | undefined;
  readonly words?: string | undefined;
  readonly request_id?: string | undefined;
  readonly all?: "true" | "false" | undefined;
}

const runQuery: z.ZodType<RunQuery> = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  before: z.iso.datetime().optional(),
  before_id: z.string().max(64).optional(),
  skill: z.string().max(64).optional(),
  kind: runSchema.shape.kind.optional(),
  status: runSchema.shape.status.optional(),
  words: z.string().trim().max(256).optional(),
  request_id: z.string().max(64).optional(),
  all: z.enum(["true", "false"]).optional(),
});

const userRoute = routesOf({ tag: "runs", access: "user", scope: "skills:read" });

export const runRoutes: readonly ApiRoute[] = [
  userRoute({
    method: "GET",
    path: "/api/v1/runs",
    id: "listRuns",
    doc: "Lists the runs of the user that are over, newest first, with tokens and cost; the next page begins `before` the last one of this, which `before_id` names; `all` gives an administrator everybody's.",
    query: runQuery,
    answers: {
      200: {
        doc: "The runs.",
        schema: z.object({ runs: z.array(runSchema), total: z.number() }),
      },
      400: { doc: "A field is at fault.", schema: problemSchema },
    },
    handle: async ({ ports, caller, query }) => {
      const found = await listRuns(ports.database, caller.user, toFilter(query));
      return { runs: found.map(rowOf), total: found.length };
    },
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/runs/{id}",
    id: "readRun",
    doc: "Gives a run of the user that is over, with its inputs, its answer and what was told on the way; `null` stands for what is not kept. Nobody else is given it, administrators neither.",
    params: z.object({ id: z.string().min(1).max(64) }),
    answers: {
      200: { doc: "The run.", schema: wholeRunSchema },
      404: { doc: "The user has no such run.", schema: problemSchema },
    },
    handle: async ({ ports, caller, params }) => {
      const found = await readRun(ports.database, caller.user, params.id);
      if (found === undefined) throw failure(apiCodes.notFound, "Run not found");
      const { inputs = null, answer = null, events = null } = found.content;
      return { ...rowOf(found.run), inputs, answer, events };
    },
  }),
  userRoute({
    method: "POST",
    path: "/api/v1/skills/{name}/run",
    id: "runSkill",
    doc: "Runs a skill and streams what happens; with `dry_run` only shows what the model would be sent. With `request` the model is asked that, under the instructions of the skill or, `without_skill`, under none, as evaluations compare.",
    scope: "skills:run",
    limit: "run",
    params: nameParams,
    body: runBody,
    dryRun: {
      id: "previewRun",
      doc: "Shows the messages that a run would send, with the passages that it would find, and sends nothing.",
      flag: "dry_run",
      limit: "preview",
      schema: previewSchema,
    },
    answers: {
      200: {
        doc: "The events of the run; what would be sent with `dry_run`.",
        schema: z.string(),
        media: "text/event-stream",
      },
      400: { doc: "A field is at fault.", schema: problemSchema },
      404: { doc: "There is no such skill for this user.", schema: problemSchema },
      429: { doc: "Too many runs; `Retry-After` says when to try again.", schema: problemSchema },
      413: { doc: "The inputs are larger than an account may have.", schema: problemSchema },
      503: { doc: "No language model is configured.", schema: problemSchema },
      507: { doc: "The account has no room left for a run.", schema: problemSchema },
    },
    handle: async (context) => {
      const { ports, caller, params, body } = context;
      const kept = await findSkill(ports.shelf, caller.user, params.name);
      if (body.dry_run) return await dryRun(context, kept);
      // Whether there is a model is known before the stream begins.
      ports.models.forUser(caller.user).resolve(body.model);
      await ports.models.checkBudget(caller.user);
      const bytes = Buffer.byteLength(JSON.stringify(keptInputs(body)));
      // What comes of it counts when it is over.
      if (ports.keepsAnswers)
        await reserve(ports, caller.user.id, { bytes }, () => Promise.resolve());
      return startRun(context, kept);
    },
  }),
];

function toFilter(query: RunQuery): RunFilter {
  const { limit, all, before, before_id: beforeId, request_id: requestId, ...rest } = query;
  const { skill, kind, status, words } = rest;
  return {
    limit,
    ofAll: all === "true",
    ...(before === undefined ? {} : { before }),
    ...(beforeId === undefined ? {} : { beforeId }),
    ...(skill === undefined ? {} : { skill }),
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
    ...(words === undefined ? {} : { words }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/** What is kept of what a run was given. */
function keptInputs({ inputs, request }: RunBody): RunInputs {
  return request === undefined ? inputs : { request };
}

type RunContext = CallerContext<{ readonly name: string }, undefined, RunBody>;

function startRun(context: RunContext, kept: KeptSkill): Response {
  const { ports, caller, request, requestId } = context;
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, request.signal, ports.stopping]);
  const events = withTimeLimit(
    (limited) => execute({ ...requestOf(context, kept), signal: limited }, runPorts(context)),
    { clock: ports.clock, seconds: RUN_SECONDS, signal },
  );
  const purpose: RunPurpose = {
    kind: "skill",
    userId: caller.user.id,
    requestId,
    skill: kept.name,
  };
  return streamAnswer(toStream(recorded(ports, purpose, events, keptInputs(context.body))), {
    clock: ports.clock,
    onBroken: lastWords(context),
    onGone: () => {
      gone.abort();
    },
  });
}

/** How a stream ends whose events broke off: with a word for the one who listens, and all of it for the log. */
export function lastWords({
  ports,
  requestId,
}: Pick<RunContext, "ports" | "requestId">): (cause: unknown) => readonly StreamEvent[] {
  return (cause) => {
    const message = "The server failed on a bug of its own.";
    ports.onProblem({ code: apiCodes.internal, severity: "error", message, cause }, requestId);
    return [
      { event: "error", data: { message } },
      { event: "done", data: { status: "error", message } },
    ];
  };
}

/** Counts a run, and writes down what became of it; where inputs are given and may be kept, with its content. */
export function recorded(
  ports: ApiPorts,
  purpose: RunPurpose,
  events: AsyncGenerator<RunEvent, void>,
  inputs?: RunInputs,
): AsyncGenerator<RunEvent, void> {
  const { database, clock, stopping, metrics, onProblem } = ports;
  return recordRun(
    {
      database,
      clock,
      stopping,
      owner: ports.workflows.engine.owner(),
      quotas: ports.quotas,
      onRun: (run) => {
        metrics.ran(figuresOf(run));
      },
      onProblem: (cause) => {
        onProblem(
          {
            code: apiCodes.internal,
            severity: "error",
            message: "Recording a run failed.",
            cause,
          },
          purpose.requestId,
        );
      },
    },
    purpose,
    events,
    ports.keepsAnswers ? inputs : undefined,
  );
}

/** What clients are sent. */
export async function* toStream(
  events: AsyncGenerator<RunEvent, void>,
): AsyncGenerator<StreamEvent, void> {
  for await (const event of events)
    if (isTold(event)) yield { event: event.kind, data: event.data };
}

function requestOf({ body }: RunContext, { skill, dialect }: KeptSkill): RunRequest {
  return {
    skill,
    dialect,
    inputs: body.inputs,
    ...(body.request === undefined
      ? {}
      : { asked: { request: body.request, isWithoutSkill: body.without_skill } }),
    ...(body.model === undefined ? {} : { model: body.model }),
  };
}

/** What runs of the one who asks may use. */
export function runPorts({
  ports,
  caller,
  requestId,
}: Pick<RunContext, "ports" | "caller" | "requestId">): RunPorts {
  return {
    models: ports.models.forUser(caller.user),
    retrieve: retrieveFor(ports.knowledge, caller.user),
    ...(ports.openTools === undefined ? {} : { openTools: ports.openTools(caller.user.id) }),
    onProblem: (problem) => {
      ports.onProblem(problem, requestId);
    },
  };
}

async function dryRun(context: RunContext, kept: KeptSkill): Promise<Response> {
  const missing = missingInput(kept.skill.template.inputs ?? [], context.body.inputs);
  if (missing !== undefined)
    throw new SkillError({
      code: apiCodes.invalid,
      severity: "error",
      message: missing,
      path: ["inputs"],
    });
  const { signal } = context.request;
  return Response.json(await previewRun(requestOf(context, kept), runPorts(context), signal));
}
