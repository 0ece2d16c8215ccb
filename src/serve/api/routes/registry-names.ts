import { z } from "zod";
import type { TransferRecord } from "../../../registry/contract/index.ts";
import type { ApiRoute } from "../route.ts";
import { at, conflict, keeper, member, problems, skillParams, visitor } from "./registry-common.ts";
import { skillOut, skillSchema } from "./registry-shapes.ts";

const name = z.string().min(1).max(200);

const transferSchema = z.object({
  id: z.string(),
  full_name: z.string(),
  from: z.string(),
  to: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});

function transferOut(record: TransferRecord): z.infer<typeof transferSchema> {
  const { id, fullName, from, to, createdAt, expiresAt } = record;
  return { id, full_name: fullName, from, to, created_at: createdAt, expires_at: expiresAt };
}

/** Skills under other names; the old ones lead to the new ones. */
export const registryNameRoutes: readonly ApiRoute[] = [
  member({
    method: "POST",
    path: at("/skills/{name}/rename"),
    id: "renameRegistrySkill",
    doc: "Gives a skill of an own publisher another name; the old one leads to it from then on.",
    params: skillParams,
    body: z.object({ name }),
    answers: { 200: { doc: "The skill.", schema: skillSchema }, ...conflict, ...problems },
    handle: async (context) => {
      const viewer = await visitor(context);
      const { market } = context.ports;
      const renamed = await market.rename(viewer, context.params.name, context.body.name);
      return Response.json(skillOut(renamed));
    },
  }),
  member({
    method: "POST",
    path: at("/skills/{name}/merge"),
    id: "mergeRegistrySkill",
    doc: "Merges a skill into another of the same owner: it leaves lists, and its plain name leads to the other.",
    params: skillParams,
    body: z.object({ into: name }),
    answers: {
      200: { doc: "The skill that it went into.", schema: skillSchema },
      ...conflict,
      ...problems,
    },
    handle: async (context) => {
      const viewer = await visitor(context);
      const { market } = context.ports;
      const merged = await market.merge(viewer, context.params.name, context.body.into);
      return Response.json(skillOut(merged));
    },
  }),
  keeper({
    method: "POST",
    path: at("/skills/{name}/transfer"),
    id: "transferRegistrySkill",
    doc: "Asks the owners of another publisher to take a skill; for an owner of both it is done at once.",
    params: skillParams,
    body: z.object({ to: z.string().min(1).max(40) }),
    answers: {
      200: {
        doc: "The skill, and the transfer where it waits for the other side.",
        schema: z.object({ skill: skillSchema, transfer: transferSchema.nullable() }),
      },
      ...conflict,
      ...problems,
    },
    handle: async (context) => {
      const viewer = await visitor(context);
      const { market } = context.ports;
      const { skill, transfer } = await market.transfer(
        viewer,
        context.params.name,
        context.body.to,
      );
      return Response.json({
        skill: skillOut(skill),
        transfer: transfer === undefined ? null : transferOut(transfer),
      });
    },
  }),
  member({
    method: "GET",
    path: at("/transfers"),
    id: "listRegistryTransfers",
    doc: "Lists the transfers of own publishers that wait for an answer.",
    answers: {
      200: {
        doc: "The transfers.",
        schema: z.object({ transfers: z.array(transferSchema) }),
      },
      ...problems,
    },
    handle: async (context) => {
      const found = await context.ports.market.transfers(await visitor(context));
      return Response.json({ transfers: found.map(transferOut) });
    },
  }),
  keeper({
    method: "POST",
    path: at("/transfers/{id}"),
    id: "decideRegistryTransfer",
    doc: "Takes a skill that is to be handed over, or says no; who wanted to give it can say no as well.",
    params: z.object({ id: z.string() }),
    body: z.object({ accept: z.boolean() }),
    answers: { 200: { doc: "The transfer.", schema: transferSchema }, ...conflict, ...problems },
    handle: async (context) => {
      const viewer = await visitor(context);
      const { market } = context.ports;
      const { accept } = context.body;
      return Response.json(
        transferOut(await market.decideTransfer(viewer, context.params.id, accept)),
      );
    },
  }),
];
