import { z } from "zod";
import { readBaseSharing, shareBase } from "../../../hub/knowledge/index.ts";
import { readSkillSharing, shareSkill } from "../../../hub/skills/index.ts";
import { type ApiRoute, route } from "../route.ts";
import { nameParams, problemSchema } from "../schemas.ts";
import { sharingAnswer, sharingSchema, toSharing } from "../sharing.ts";

const answers = {
  200: { doc: "Who may see it.", schema: sharingSchema },
  400: { doc: "A field is at fault.", schema: problemSchema },
  403: { doc: "It belongs to another user.", schema: problemSchema },
  404: { doc: "There is none, or no such team, for this user.", schema: problemSchema },
};

const baseParams = z.object({ kb: z.string() });

export const sharingRoutes: readonly ApiRoute[] = [
  route({
    method: "GET",
    path: "/api/v1/skills/{name}/sharing",
    id: "readSkillSharing",
    tag: "skills",
    doc: "Says who besides the owner may read and run a skill.",
    access: "user",
    scope: "skills:read",
    params: nameParams,
    answers,
    handle: async ({ ports, caller, params }) =>
      sharingAnswer(await readSkillSharing(ports.shelf, caller.user, params.name)),
  }),
  route({
    method: "PUT",
    path: "/api/v1/skills/{name}/sharing",
    id: "shareSkill",
    tag: "skills",
    doc: "Shares a skill with no one, a team or all accounts; only the owner can change it.",
    access: "user",
    scope: "skills:write",
    params: nameParams,
    body: sharingSchema,
    answers,
    handle: async ({ ports, caller, params, body }) =>
      sharingAnswer(await shareSkill(ports.shelf, caller.user, params.name, toSharing(body))),
  }),
  route({
    method: "GET",
    path: "/api/v1/knowledge/{kb}/sharing",
    id: "readKnowledgeBaseSharing",
    tag: "knowledge",
    doc: "Says who besides the owner may search a knowledge base.",
    access: "user",
    scope: "knowledge:read",
    params: baseParams,
    answers,
    handle: async ({ ports, caller, params }) =>
      sharingAnswer(await readBaseSharing(ports.knowledge, caller.user, params.kb)),
  }),
  route({
    method: "PUT",
    path: "/api/v1/knowledge/{kb}/sharing",
    id: "shareKnowledgeBase",
    tag: "knowledge",
    doc: "Shares a knowledge base with no one, a team or all accounts.",
    access: "user",
    scope: "knowledge:write",
    params: baseParams,
    body: sharingSchema,
    answers,
    handle: async ({ ports, caller, params, body }) =>
      sharingAnswer(await shareBase(ports.knowledge, caller.user, params.kb, toSharing(body))),
  }),
];
