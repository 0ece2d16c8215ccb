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
import { type ApiRoute, IF_MATCH, route } from "../route.ts";
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

export const skillRoutes: readonly ApiRoute[] = [
  route({
    method: "GET",
    path: "/api/v1/skills",
    id: "listSkills",
    tag,
    doc: "Lists the skills of the user, all of them for an administrator, newest first, in pages.",
    access: "user",
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
      return Response.json({ skills: rows, total: skills.length, ...next });
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/skills/{name}",
    id: "readSkill",
    tag,
    doc: "Gives a skill with its text.",
    access: "user",
    scope: "skills:read",
    params: nameParams,
    answers: { 200: { doc: "The skill.", schema: detailSchema }, ...problems },
    handle: async ({ ports, caller, params }) =>
      versioned(await readSkillDetail(ports.shelf, caller.user, params.name)),
  }),
  route({
    method: "POST",
    path: "/api/v1/skills",
    id: "createSkill",
    tag,
    doc: "Makes a skill, owned by the user.",
    access: "user",
    scope: "skills:write",
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
  route({
    method: "PUT",
    path: "/api/v1/skills/{name}",
    id: "updateSkill",
    tag,
    doc: "Changes the text of a skill; with `If-Match`, only of the version that it names.",
    access: "user",
    scope: "skills:write",
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
  route({
    method: "DELETE",
    path: "/api/v1/skills/{name}",
    id: "deleteSkill",
    tag,
    doc: "Takes a skill away with all of its files.",
    access: "user",
    scope: "skills:write",
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
      return new Response(null, { status: 204 });
    },
  }),
];

function versioned({ detail, version }: Versioned, status = 200): Response {
  return Response.json(detail, { status, headers: { etag: `"${version}"` } });
}
