import { z } from "zod";
import {
  execute,
  messagesFor,
  missingInput,
  inputWarnings,
  renderPrompt,
  type RunEvent,
  withTimeLimit,
} from "../../../run/execute/index.ts";
import { SkillError } from "../../../skill/index.ts";
import { retrieveFor } from "../../knowledge/index.ts";
import { findSkill, type KeptSkill } from "../../skills/index.ts";
import { apiCodes } from "../diagnostics.ts";
import { type ApiRoute, type CallerContext, route } from "../route.ts";
import { nameParams, problemSchema } from "../schemas.ts";
import { type StreamEvent, streamAnswer } from "../sse.ts";

/** The most that a run may take. */
export const RUN_SECONDS = 180;

interface RunBody {
  readonly inputs: { readonly [name: string]: string };
  readonly model?: string | undefined;
  readonly dry_run: boolean;
}

const runBody: z.ZodType<RunBody> = z.object({
  inputs: z.record(z.string(), z.string("expected text")).default({}),
  model: z.string().min(1).optional(),
  dry_run: z.boolean().default(false),
});

export const runRoutes: readonly ApiRoute[] = [
  route({
    method: "POST",
    path: "/api/v1/skills/{name}/run",
    id: "runSkill",
    tag: "runs",
    doc: "Runs a skill and streams what happens; with `dry_run` only shows what the model would be sent.",
    access: "user",
    scope: "skills:run",
    limit: "run",
    params: nameParams,
    body: runBody,
    answers: {
      200: { doc: "The events of the run.", schema: z.string(), media: "text/event-stream" },
      400: { doc: "A field is at fault.", schema: problemSchema },
      404: { doc: "There is no such skill for this user.", schema: problemSchema },
      429: { doc: "Too many runs; `Retry-After` says when to try again.", schema: problemSchema },
      503: { doc: "No language model is configured.", schema: problemSchema },
    },
    handle: async (context) => {
      const { ports, caller, params, body } = context;
      const kept = await findSkill(ports.shelf, caller.user, params.name);
      if (body.dry_run) return dryRun(context, kept);
      // Whether there is a model is known before the stream begins.
      ports.models.resolve(body.model);
      return startRun(context, kept);
    },
  }),
];

type RunContext = CallerContext<{ readonly name: string }, undefined, RunBody>;

function startRun(context: RunContext, kept: KeptSkill): Response {
  const { ports, caller, body, request, requestId } = context;
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, request.signal, ports.stopping]);
  const events = withTimeLimit(
    (limited) =>
      execute(
        {
          skill: kept.skill,
          dialect: kept.reading.dialect,
          inputs: body.inputs,
          signal: limited,
          ...(body.model === undefined ? {} : { model: body.model }),
        },
        {
          models: ports.models,
          retrieve: retrieveFor(ports.knowledge, caller.user),
          onProblem: (problem) => {
            ports.onProblem(problem, requestId);
          },
        },
      ),
    { clock: ports.clock, seconds: RUN_SECONDS, signal },
  );
  return streamAnswer(toStream(events), {
    clock: ports.clock,
    onGone: () => {
      gone.abort();
    },
  });
}

/** What clients are sent; usage is for the books. */
export async function* toStream(
  events: AsyncGenerator<RunEvent, void>,
): AsyncGenerator<StreamEvent, void> {
  for await (const { kind, data } of events) if (kind !== "usage") yield { event: kind, data };
}

function dryRun({ body, ports }: RunContext, { skill, reading }: KeptSkill): Response {
  const inputs = skill.template.inputs ?? [];
  const missing = missingInput(inputs, body.inputs);
  if (missing !== undefined)
    throw new SkillError({
      code: apiCodes.invalid,
      severity: "error",
      message: missing,
      path: ["inputs"],
    });
  const { temperature, maxTokens, knowledgeBase } = skill.execution;
  const prompt = renderPrompt({ skill, dialect: reading.dialect, values: body.inputs });
  return Response.json({
    model: body.model ?? ports.models.defaultModel ?? null,
    temperature: temperature ?? null,
    max_tokens: maxTokens ?? null,
    knowledge_base: knowledgeBase ?? null,
    messages: messagesFor(prompt),
    warnings: inputWarnings(inputs, body.inputs, skill.body),
  });
}
