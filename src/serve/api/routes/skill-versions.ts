import { z } from "zod";
import { listSkillVersions, readSkillVersion } from "../../../hub/skills/index.ts";
import { type ApiRoute, route } from "../route.ts";
import { nameParams, problemSchema } from "../schemas.ts";

const tag = "skills";
const problems = {
  403: { doc: "The skill belongs to another user.", schema: problemSchema },
  404: { doc: "There is no such skill or version for this user.", schema: problemSchema },
};

export const skillVersionRoutes: readonly ApiRoute[] = [
  route({
    method: "GET",
    path: "/api/v1/skills/{name}/versions",
    id: "listSkillVersions",
    tag,
    doc: "Lists the texts that were saved of a skill, newest first, to those who may change it.",
    access: "user",
    scope: "skills:read",
    params: nameParams,
    answers: {
      200: {
        doc: "The versions.",
        schema: z.object({
          versions: z.array(z.object({ id: z.string(), saved_at: z.string(), size: z.number() })),
          total: z.number(),
        }),
      },
      ...problems,
    },
    handle: async ({ ports, caller, params }) => {
      const versions = await listSkillVersions(ports.shelf, caller.user, params.name);
      return { versions, total: versions.length };
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/skills/{name}/versions/{version}",
    id: "readSkillVersion",
    tag,
    doc: "Gives the text of a skill as its author saved it once.",
    access: "user",
    scope: "skills:read",
    params: z.object({ name: z.string(), version: z.string() }),
    answers: {
      200: { doc: "The text.", schema: z.object({ content: z.string() }) },
      ...problems,
    },
    handle: async ({ ports, caller, params }) => ({
      content: await readSkillVersion(ports.shelf, caller.user, params.name, params.version),
    }),
  }),
];
