import { z } from "zod";
import type { ApiRoute } from "../route.ts";
import {
  at,
  conflict,
  given,
  member,
  problems,
  skillParams,
  versionParams,
  visitor,
} from "./registry-common.ts";
import { reportShape, reviewShape } from "./registry-opinion-shapes.ts";

const starred = {
  200: { doc: "Whether it was so before.", schema: z.object({ was_starred: z.boolean() }) },
  ...problems,
};

export const registryOpinionRoutes: readonly ApiRoute[] = [
  member({
    method: "PUT",
    path: at("/skills/{name}/star"),
    id: "starRegistrySkill",
    doc: "Marks a skill with a star of the user.",
    params: skillParams,
    answers: starred,
    handle: async (context) => {
      const { name } = context.params;
      const { wasStarred } = await context.ports.market.star(await visitor(context), name);
      return Response.json({ was_starred: wasStarred });
    },
  }),
  member({
    method: "DELETE",
    path: at("/skills/{name}/star"),
    id: "unstarRegistrySkill",
    doc: "Takes the star of the user away.",
    params: skillParams,
    answers: starred,
    handle: async (context) => {
      const { name } = context.params;
      const { wasStarred } = await context.ports.market.unstar(await visitor(context), name);
      return Response.json({ was_starred: wasStarred });
    },
  }),
  member({
    method: "PUT",
    path: at("/skills/{name}/review"),
    id: "reviewRegistrySkill",
    doc: "Rates a skill from 1 to 5, with a text; each user has one review for a skill.",
    params: skillParams,
    body: z.object({
      rating: z.int().min(1).max(5),
      text: z.string().max(10_000).optional(),
    }),
    answers: { 200: { doc: "The review.", schema: reviewShape.schema }, ...problems },
    handle: async (context) => {
      const { name } = context.params;
      const { rating, text } = context.body;
      const record = await context.ports.market.review(await visitor(context), name, {
        rating,
        ...given({ text }),
      });
      return reviewShape.out(record);
    },
  }),
  member({
    method: "DELETE",
    path: at("/skills/{name}/review"),
    id: "unreviewRegistrySkill",
    doc: "Takes the review of the user away.",
    params: skillParams,
    answers: { 204: { doc: "It is gone." }, ...problems },
    handle: async (context) => {
      await context.ports.market.unreview(await visitor(context), context.params.name);
    },
  }),
  member({
    method: "POST",
    path: at("/skills/{name}/reports"),
    id: "reportRegistrySkill",
    doc: "Tells moderators that something is wrong with a version, the latest where none is named.",
    params: skillParams,
    body: z.object({
      version: z.string().optional(),
      reason: z.string().min(1).max(100),
      text: z.string().max(10_000).optional(),
    }),
    answers: { 201: { doc: "The report.", schema: reportShape.schema }, ...conflict, ...problems },
    handle: async (context) => {
      const { name } = context.params;
      const { reason, version, text } = context.body;
      const record = await context.ports.market.report(await visitor(context), name, {
        reason,
        ...given({ version, text }),
      });
      return reportShape.out(record);
    },
  }),
  member({
    method: "POST",
    path: at("/skills/{name}/{version}/appeal"),
    id: "appealRegistryVersion",
    doc: "Asks moderators to look again at a version in quarantine; for its publisher.",
    params: versionParams,
    body: z.object({ text: z.string().min(1).max(10_000) }),
    answers: { 201: { doc: "The appeal.", schema: reportShape.schema }, ...conflict, ...problems },
    handle: async (context) => {
      const { name, version } = context.params;
      const viewer = await visitor(context);
      const record = await context.ports.market.appeal(viewer, name, version, context.body.text);
      return reportShape.out(record);
    },
  }),
];
