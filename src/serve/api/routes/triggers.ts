import { z } from "zod";
import { newId } from "../../../platform/machine/index.ts";
import { findExcess, JSON_BOUNDS } from "../../../platform/network/index.ts";
import {
  checkModel,
  checkSignature,
  findDelivered,
  findHook,
  runHook,
  type TriggerPorts,
} from "../../../hub/workflows/index.ts";
import { checkText, invalid, readBytes } from "../body.ts";
import { apiCodes, LimitError } from "../../../hub/requests/index.ts";
import type { ApiPorts } from "../ports.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const tag = "workflows";
const refused = { doc: "A field is invalid.", schema: problemSchema };

/** Of a request to a webhook. */
const MOST_BYTES = 256 * 1024;
const LONGEST_KEY = 256;
/** Headers by which programs tell the same request that they send again. */
const KEY_HEADERS = ["idempotency-key", "webhook-id", "x-github-delivery"];

export const triggerRoutes: readonly ApiRoute[] = [
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
      503: {
        doc: "No language model is configured, or the runs of the owner wait.",
        schema: problemSchema,
      },
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
      const signedId = checkSignature(hook, { body, headers }, ports.clock.now());
      const key = keyOf(signedId, headers);
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

function keyOf(signedId: string | undefined, headers: Headers): string {
  const given =
    signedId ?? KEY_HEADERS.map((header) => headers.get(header)).find((key) => key !== null) ?? "";
  if (given === "") return newId();
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
