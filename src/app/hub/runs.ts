/** Runs of skills: as they go on, and what is kept of them. */
import { z } from "zod";
import { apiCodes } from "../../hub/requests/index.ts";
import { listRuns, readRun, rowOf } from "../../hub/runs/index.ts";
import { previewSkill, runSkill } from "../../hub/streams/index.ts";
import { failure } from "../../platform/index.ts";
import type { RunPreview } from "../../run/execute/index.ts";
import { forUsers, type HubContext } from "./context.ts";
import type { HubOperation } from "./define.ts";
import { bodyWithFiles, filesField, toFiles } from "./files.ts";
import { asIs } from "./shape.ts";

const reader = forUsers({ tag: "runs", scope: "skills:read" });
const runner = forUsers({ tag: "runs", scope: "skills:run" });

/** Characters of a request of an evaluation. */
const MOST_REQUEST = 100_000;

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

export const runOperations: readonly HubOperation<HubContext>[] = [
  reader("GET /runs", {
    id: "listRuns",
    doc: "Lists the user's finished runs, newest first, with tokens and cost in the `currency` of the prices. For the next page, pass `before` and `before_id` of the last run; `all` lists the runs of all users to an administrator.",
    input: {
      limit: z.coerce.number().int().min(1).max(500).default(50),
      before: z.iso.datetime().optional(),
      before_id: z.string().max(64).optional(),
      skill: z.string().max(64).optional(),
      kind: runSchema.shape.kind.optional(),
      status: runSchema.shape.status.optional(),
      words: z.string().trim().max(256).optional(),
      request_id: z.string().max(64).optional(),
      all: z.enum(["true", "false"]).optional(),
    },
    gives: [
      "The runs.",
      asIs<object>(z.object({ runs: z.array(runSchema), total: z.number(), currency: z.string() })),
    ],
    refusals: { 400: "A field is invalid." },
    run: async ({ hub, user }, { all, ...filter }) => {
      const found = await listRuns(hub.database, user, { ...filter, ofAll: all === "true" });
      const { currency } = hub.models.rules();
      return { runs: found.map(rowOf), total: found.length, currency };
    },
  }),
  reader("GET /runs/{id}", {
    id: "readRun",
    doc: "Returns a finished run of the user with its inputs, answer and events; `null` stands for what is not kept. No one else can read it, administrators included.",
    path: { id: z.string().min(1).max(64) },
    gives: ["The run.", asIs<object>(wholeRunSchema)],
    refusals: { 404: "The user has no such run." },
    run: async ({ hub, user }, { id }) => {
      const found = await readRun(hub.database, user, id);
      if (found === undefined) throw failure(apiCodes.notFound, "Run not found");
      const { inputs = null, answer = null, events = null } = found.content;
      return { ...rowOf(found.run), inputs, answer, events };
    },
  }),
  runner.stream("POST /skills/{name}/run", {
    id: "runSkill",
    doc: "Runs a skill and streams its events; `dry_run` only shows the prompt. With `request`, the model answers that request under the instructions of the skill or, with `without_skill`, under none, as evaluations compare. `files` are images, PDF or text files for the model; they are not stored.",
    limit: "run",
    input: {
      inputs: z.record(z.string(), z.string("expected text")).default({}),
      model: z.string().min(1).max(256).optional(),
      request: z.string().min(1).max(MOST_REQUEST).optional(),
      without_skill: z.boolean().default(false),
      dry_run: z.boolean().default(false),
      files: filesField,
    },
    maxBytes: bodyWithFiles,
    tells: "The events of the run; what would be sent with `dry_run`.",
    broken: "done",
    preview: {
      id: "previewRun",
      doc: "Shows the messages that a run would send and the passages that it would retrieve, without calling a model.",
      flag: "dry_run",
      limit: "preview",
      schema: previewSchema,
      run: (context, { files: _files, ...call }) => previewSkill(context, call),
    },
    refusals: {
      400: "A field is invalid.",
      404: "No such skill, or not visible to this user.",
      413: "The inputs are larger than the quota allows.",
      429: "Too many runs; `Retry-After` says when to try again.",
      503: "No language model is configured.",
      507: "The account's quota for runs is used up.",
    },
    run: (context, { files, ...call }) => runSkill(context, { ...call, files: toFiles(files) }),
  }),
];
