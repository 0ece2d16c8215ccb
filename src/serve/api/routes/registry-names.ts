import { z } from "zod";
import type { TransferRecord } from "../../../registry/contract/index.ts";
import type { ApiRoute } from "../route.ts";
import { type Shape, toShape } from "../wire.ts";
import { at, conflict, keeper, member, problems, skillParams, visitor } from "./registry-common.ts";
import { skillShape } from "./registry-shapes.ts";

const name = z.string().min(1).max(200);

const transferShape: Shape<TransferRecord> = toShape(
  z.object({
    id: z.string(),
    full_name: z.string(),
    from: z.string(),
    to: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
  }),
);

/** Skills under other names; the old ones lead to the new ones. */
export const registryNameRoutes: readonly ApiRoute[] = [
  member({
    method: "POST",
    path: at("/skills/{name}/rename"),
    id: "renameRegistrySkill",
    doc: "Gives a skill of an own publisher another name; the old one leads to it from then on.",
    params: skillParams,
    body: z.object({ name }),
    answers: { 200: { doc: "The skill.", schema: skillShape.schema }, ...conflict, ...problems },
    handle: async (context) => {
      const viewer = await visitor(context);
      const { market } = context.ports;
      const renamed = await market.rename(viewer, context.params.name, context.body.name);
      return skillShape.out(renamed);
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
      200: { doc: "The skill that it went into.", schema: skillShape.schema },
      ...conflict,
      ...problems,
    },
    handle: async (context) => {
      const viewer = await visitor(context);
      const { market } = context.ports;
      const merged = await market.merge(viewer, context.params.name, context.body.into);
      return skillShape.out(merged);
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
        schema: z.object({ skill: skillShape.schema, transfer: transferShape.schema.nullable() }),
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
      return {
        skill: skillShape.out(skill),
        transfer: transfer === undefined ? null : transferShape.out(transfer),
      };
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
        schema: z.object({ transfers: z.array(transferShape.schema) }),
      },
      ...problems,
    },
    handle: async (context) => {
      const found = await context.ports.market.transfers(await visitor(context));
      return { transfers: found.map(transferShape.out) };
    },
  }),
  keeper({
    method: "POST",
    path: at("/transfers/{id}"),
    id: "decideRegistryTransfer",
    doc: "Takes a skill that is to be handed over, or says no; who wanted to give it can say no as well.",
    params: z.object({ id: z.string() }),
    body: z.object({ accept: z.boolean() }),
    answers: {
      200: { doc: "The transfer.", schema: transferShape.schema },
      ...conflict,
      ...problems,
    },
    handle: async (context) => {
      const viewer = await visitor(context);
      const { market } = context.ports;
      const { accept } = context.body;
      return transferShape.out(await market.decideTransfer(viewer, context.params.id, accept));
    },
  }),
];
