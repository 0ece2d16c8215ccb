import { z } from "zod";
import {
  createSkill,
  deleteSkill,
  listSkills,
  readSkillDetail,
  updateSkill,
  type Versioned,
} from "../../../hub/skills/index.ts";
import { expectation } from "../if-match.ts";
import { neededText } from "../json-schema.ts";
import { listPageFields, nextOffsetField, toListPage } from "../list-page.ts";
import { type ApiRoute, IF_MATCH, routesOf } from "../route.ts";
import { detailSchema, nameParams, problemSchema, summarySchema } from "../schemas.ts";

const tag = "skills";
/** Somewhat over the limit of a skill, so that its own message is told and not one about bodies. */
const MOST_BYTES = 256 * 1024;

const newSkill: z.ZodType<{ readonly name: string; readonly content: string }> = z.object({
  name: neededText,
  content: neededText,
});
const update: z.ZodType<{ readonly content: string }> = z.object({
  content: neededText,
});
const listQuery = z.object({
  shared: z.enum(["true", "false"]).optional(),
  ...listPageFields,
});

const problems = {
  400: { doc: "A field is at fault.", schema: problemSchema },
  404: { doc: "There is no such skill for this user.", schema: problemSchema },
};

const userRoute = routesOf({ tag, access: "user", scope: "skills:write" });

export const skillRoutes: readonly ApiRoute[] = [
  userRoute({
    method: "GET",
    path: "/api/v1/skills",
    id: "listSkills",
    doc: "Lists the skills of the user, all of them for an administrator, newest first, in pages.",
    scope: "skills:read",
    query: listQuery,
    answers: {
      200: {
        doc: "The skills.",
        schema: z.object({
          skills: z.array(summarySchema),
          total: z.number(),
          ...nextOffsetField,
        }),
      },
    },
    handle: async ({ ports, caller, query }) => {
      const skills = await listSkills(ports.shelf, caller.user, {
        withShared: query.shared === "true",
      });
      const { limit, offset } = query;
      const { rows, next } = toListPage(skills.slice(offset, offset + limit + 1), query);
      return { skills: rows, total: skills.length, ...next };
    },
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/skills/{name}",
    id: "readSkill",
    doc: "Gives a skill with its text.",
    scope: "skills:read",
    params: nameParams,
    answers: { 200: { doc: "The skill.", schema: detailSchema }, ...problems },
    handle: async ({ ports, caller, params }) =>
      versioned(await readSkillDetail(ports.shelf, caller.user, params.name)),
  }),
  userRoute({
    method: "POST",
    path: "/api/v1/skills",
    id: "createSkill",
    doc: "Makes a skill, owned by the user.",
    body: newSkill,
    maxBytes: MOST_BYTES,
    answers: {
      201: { doc: "The skill as it was kept.", schema: detailSchema },
      400: problems[400],
      409: { doc: "The name is taken.", schema: problemSchema },
    },
    handle: async ({ ports, caller, body }) =>
      versioned(await createSkill(ports.shelf, caller.user, body), 201),
  }),
  userRoute({
    method: "PUT",
    path: "/api/v1/skills/{name}",
    id: "updateSkill",
    doc: "Changes the text of a skill; with `If-Match`, only of the version that it names.",
    params: nameParams,
    body: update,
    maxBytes: MOST_BYTES,
    headers: [IF_MATCH],
    answers: {
      200: { doc: "The skill as it was kept.", schema: detailSchema },
      ...problems,
      403: { doc: "The skill belongs to another user.", schema: problemSchema },
      412: { doc: "It was changed in the meantime.", schema: problemSchema },
    },
    handle: async ({ ports, caller, params, body, request }) =>
      versioned(
        await updateSkill(ports.shelf, caller.user, params.name, {
          content: body.content,
          ...expectation(request),
        }),
      ),
  }),
  userRoute({
    method: "DELETE",
    path: "/api/v1/skills/{name}",
    id: "deleteSkill",
    doc: "Takes a skill away with all of its files.",
    params: nameParams,
    headers: [IF_MATCH],
    answers: {
      204: { doc: "It is gone." },
      ...problems,
      403: { doc: "The skill belongs to another user.", schema: problemSchema },
      412: { doc: "It was changed in the meantime.", schema: problemSchema },
    },
    handle: async ({ ports, caller, params, request }) => {
      await deleteSkill(ports.shelf, caller.user, params.name, expectation(request));
    },
  }),
];

function versioned({ detail, version }: Versioned, status = 200): Response {
  return Response.json(detail, { status, headers: { etag: `"${version}"` } });
}
