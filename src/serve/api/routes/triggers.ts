import { z } from "zod";
import { newId } from "../../../platform/machine/index.ts";
import { findExcess, JSON_BOUNDS } from "../../../platform/network/index.ts";
import {
  checkSignature,
  createTrigger,
  deleteTrigger,
  enableTrigger,
  findDelivered,
  findHook,
  listTriggers,
  type MadeTrigger,
  nextTimesOf,
  runHook,
  type Trigger,
  type TriggerPorts,
} from "../../../hub/workflows/index.ts";
import { checkText, invalid, readBytes } from "../body.ts";
import { apiCodes } from "../diagnostics.ts";
import { LimitError } from "../limit-error.ts";
import type { ApiPorts } from "../ports.ts";
import { type ApiRoute, route, routesOf } from "../route.ts";
import { problemSchema } from "../schemas.ts";
import { checkModel } from "./check-model.ts";
import { inputValues } from "./executions.ts";

const tag = "workflows";
const refused = { doc: "A field is at fault.", schema: problemSchema };
const missing = { doc: "There is none for this user.", schema: problemSchema };
const foreign = { doc: "The workflow belongs to another user.", schema: problemSchema };

const triggerSchema = z.object({
  id: z.string(),
  kind: z.enum(["webhook", "schedule"]),
  name: z.string(),
  enabled: z.boolean(),
  signed: z.boolean(),
  cron: z.string().nullable(),
  time_zone: z.string().nullable(),
  missed: z.enum(["skip", "once", "all"]).nullable(),
  input: z.string().nullable(),
  next_times: z.array(z.string()),
  last_at: z.string().nullable(),
  last_error: z.string().nullable(),
  created_at: z.string(),
});

const madeSchema = triggerSchema.extend({
  /** The address of a webhook; shown once. */
  url: z.string().nullable(),
  /** What signs its requests; shown once. */
  secret: z.string().nullable(),
});

const idParams = z.object({ id: z.string() });
const placeParams = z.object({ id: z.string(), trigger: z.string() });
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

/** Of a request to a webhook. */
const MOST_BYTES = 256 * 1024;
const LONGEST_KEY = 256;
/** Headers by which programs tell the same request that they send again. */
const KEY_HEADERS = ["idempotency-key", "webhook-id", "x-github-delivery"];

const userRoute = routesOf({ tag, access: "user", scope: "workflows:run" });

export const triggerRoutes: readonly ApiRoute[] = [
  userRoute({
    method: "GET",
    path: "/api/v1/workflows/{id}/triggers",
    id: "listTriggers",
    doc: "Lists what starts a workflow of the user by itself, with the next times of schedules.",
    scope: "workflows:read",
    params: idParams,
    answers: {
      200: { doc: "The triggers.", schema: z.object({ items: z.array(triggerSchema) }) },
      403: foreign,
      404: missing,
    },
    handle: async ({ ports, caller, params }) => {
      const items = await listTriggers(ports.workflows, caller.user, params.id);
      return { items: items.map(toWire) };
    },
  }),
  userRoute({
    method: "POST",
    path: "/api/v1/workflows/{id}/triggers",
    id: "createTrigger",
    doc: "Lets a workflow of one's own be started by requests of other programs, or at times that repeat.",
    params: idParams,
    body: newTrigger,
    limit: "save",
    answers: {
      201: { doc: "The trigger, with what is shown once.", schema: madeSchema },
      400: refused,
      403: foreign,
      404: missing,
      409: { doc: "The workflow has as many as it may have.", schema: problemSchema },
    },
    handle: async ({ ports, caller, params, body, request }) => {
      const made = await createTrigger(
        triggerPorts(ports),
        caller,
        params.id,
        body.kind === "webhook"
          ? { kind: body.kind, name: body.name, isSigned: body.signed }
          : { ...body, timeZone: body.time_zone },
      );
      return Response.json(toMade(made, ports.publicUrl ?? request.url), {
        status: 201,
        headers: { "cache-control": "no-store" },
      });
    },
  }),
  userRoute({
    method: "PATCH",
    path: "/api/v1/workflows/{id}/triggers/{trigger}",
    id: "enableTrigger",
    doc: "Switches a trigger on or off.",
    params: placeParams,
    body: z.object({ enabled: z.boolean() }),
    limit: "save",
    answers: {
      200: { doc: "The trigger.", schema: triggerSchema },
      400: refused,
      403: foreign,
      404: missing,
    },
    handle: async ({ ports, caller, params, body }) => {
      const place = { workflowId: params.id, triggerId: params.trigger };
      return toWire(await enableTrigger(ports.workflows, caller.user, place, body.enabled));
    },
  }),
  userRoute({
    method: "DELETE",
    path: "/api/v1/workflows/{id}/triggers/{trigger}",
    id: "deleteTrigger",
    doc: "Takes a trigger away; the address of a webhook is not valid any more.",
    params: placeParams,
    answers: { 204: { doc: "It is gone." }, 403: foreign, 404: missing },
    handle: async ({ ports, caller, params }) => {
      const place = { workflowId: params.id, triggerId: params.trigger };
      await deleteTrigger(ports.workflows, caller.user, place);
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/hooks/{token}",
    id: "callWebhook",
    tag,
    doc: "Starts the workflow of a webhook with the body of the request, on the account of its owner.",
    access: "everyone",
    limit: "hook",
    params: z.object({ token: z.string().max(128) }),
    headers: [
      { name: "Idempotency-Key", doc: "A request with a key that came before starts nothing." },
      { name: "X-Hub-Signature-256", doc: "`sha256=` and the HMAC of the body in hexadecimal." },
    ],
    answers: {
      200: { doc: "The same request came before.", schema: z.object({ execution_id: z.string() }) },
      202: { doc: "The run has begun.", schema: z.object({ execution_id: z.string() }) },
      400: refused,
      403: { doc: "It is not signed rightly.", schema: problemSchema },
      404: { doc: "There is no such webhook.", schema: problemSchema },
      413: { doc: "The body is too large.", schema: problemSchema },
      429: { doc: "Too many requests, or runs of the owner.", schema: problemSchema },
      503: { doc: "No language model is configured.", schema: problemSchema },
      507: { doc: "The owner has no room left for a run.", schema: problemSchema },
    },
    handle: async ({ ports, params, request, assignTo }) => {
      const own = triggerPorts(ports);
      const { user } = await findHook(own, params.token);
      await assignTo(user.id, async () => {
        await findHook(own, params.token);
      });
      const body = Buffer.from(await readBytes(request, MOST_BYTES));
      // The body may have been long on its way.
      const hook = await findHook(own, params.token);
      const { headers } = request;
      checkSignature(hook, { body, headers }, ports.clock.now());
      const key = keyOf(headers);
      const before = await findDelivered(own, { triggerId: hook.triggerId, key });
      if (before !== undefined) return Response.json({ execution_id: before });
      const value = valueOf(body, headers);
      const state = await ports.limiter.take("workflow", hook.user.id);
      if (state?.isAllowed === false)
        throw new LimitError(apiCodes.rateLimited, "Rate limit exceeded", state);
      await checkModel(ports, hook.user, hook.workflow);
      const { executionId, isRepeated } = await runHook(own, hook, { value, key });
      return Response.json({ execution_id: executionId }, { status: isRepeated ? 200 : 202 });
    },
  }),
];

function triggerPorts({ workflows, accounts }: ApiPorts): TriggerPorts {
  return { ...workflows, cipher: accounts.cipher };
}

function keyOf(headers: Headers): string {
  const given = KEY_HEADERS.map((header) => headers.get(header)).find((key) => key !== null);
  if (given === undefined || given === null || given === "") return newId();
  if (given.length > LONGEST_KEY)
    throw invalid("idempotency-key", `A key has at most ${LONGEST_KEY} characters`);
  return given;
}

/** What JSON says, or else the text itself. */
function valueOf(body: Buffer, headers: Headers): unknown {
  const text = body.toString("utf8");
  const media = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const isJson = media === "application/json" || media.endsWith("+json");
  if (!isJson || text.trim() === "") {
    checkText(text, "body");
    return text;
  }
  if (findExcess(text, JSON_BOUNDS) !== undefined)
    throw invalid("body", "The body nests too deep or holds too many values");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid("body", "The body is not valid JSON");
  }
  checkText(value, "body");
  return value;
}

function toWire(trigger: Trigger): z.output<typeof triggerSchema> {
  return {
    id: trigger.id,
    kind: trigger.kind,
    name: trigger.name,
    enabled: trigger.isEnabled,
    signed: trigger.isSigned,
    cron: trigger.rhythm?.cron ?? null,
    time_zone: trigger.rhythm?.timeZone ?? null,
    missed: trigger.missed,
    input: trigger.input,
    next_times: [...nextTimesOf(trigger)],
    last_at: trigger.lastAt,
    last_error: trigger.lastError,
    created_at: trigger.createdAt,
  };
}

function toMade(made: MadeTrigger, base: string): z.output<typeof madeSchema> {
  const { token, secret } = made;
  return {
    ...toWire(made),
    url: token === undefined ? null : new URL(`/api/v1/hooks/${token}`, base).href,
    secret: secret ?? null,
  };
}
