import { z } from "zod";
import type { ApiPorts } from "../ports.ts";
import type { ApiRoute } from "../route.ts";
import { at, member, problems, visitor } from "./registry-common.ts";

const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  skills: z.array(z.string()),
  failures: z.number(),
  problem: z.string().nullable(),
  created_at: z.string(),
});

type Webhook = Awaited<ReturnType<ApiPorts["market"]["webhooks"]>>[number];

function webhookOut({
  createdAt,
  problem,
  skills,
  ...rest
}: Webhook): z.infer<typeof webhookSchema> {
  return { ...rest, skills: [...skills], problem: problem ?? null, created_at: createdAt };
}

/** Who is told what becomes of skills. */
export const registryWebhookRoutes: readonly ApiRoute[] = [
  member({
    method: "GET",
    path: at("/webhooks"),
    id: "listRegistryWebhooks",
    doc: "Lists the webhooks of the account, with what went wrong last.",
    answers: {
      200: { doc: "The webhooks.", schema: z.object({ webhooks: z.array(webhookSchema) }) },
      ...problems,
    },
    handle: async (context) => {
      const webhooks = await context.ports.market.webhooks(await visitor(context));
      return { webhooks: webhooks.map(webhookOut) };
    },
  }),
  member({
    method: "POST",
    path: at("/webhooks"),
    id: "subscribeToRegistry",
    doc: "Tells an address from now on what becomes of skills: each public entry of the log as a message of Standard Webhooks, signed with a secret that is given this once.",
    body: z.object({
      url: z.url({ protocol: /^https?$/u }).max(2000),
      skills: z.array(z.string().min(1).max(200)).max(100).default([]),
    }),
    answers: {
      201: { doc: "The webhook.", schema: webhookSchema.extend({ secret: z.string() }) },
      ...problems,
    },
    handle: async (context) => {
      const viewer = await visitor(context);
      const { secret, ...webhook } = await context.ports.market.subscribe(viewer, context.body);
      return { ...webhookOut(webhook), secret };
    },
  }),
  member({
    method: "DELETE",
    path: at("/webhooks/{id}"),
    id: "unsubscribeFromRegistry",
    doc: "Ends a webhook.",
    params: z.object({ id: z.string() }),
    answers: { 204: { doc: "It is gone." }, ...problems },
    handle: async (context) => {
      await context.ports.market.unsubscribe(await visitor(context), context.params.id);
    },
  }),
];
