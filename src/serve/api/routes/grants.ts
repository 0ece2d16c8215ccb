import { z } from "zod";
import type { SkillRights } from "../../../hub/tools/index.ts";
import { createPageFields, nextOffsetField, toListPage } from "../list-page.ts";
import { type ApiRoute, routesOf } from "../route.ts";
import { nameParams, problemSchema } from "../schemas.ts";

const tag = "skills";
const MOST_PERMISSIONS = 100;
/** Of a page: each row tells all permissions of a skill. */
const MOST_ROWS = 50;

const rightsObject = z.object({
  skill: z.string(),
  owner_id: z.string().nullable(),
  /** Of its files; a grant holds for these alone. */
  digest: z.string(),
  rights: z.array(
    z.object({
      permission: z.string(),
      sentence: z.string(),
      state: z.enum(["given", "asks", "refused"]),
      by: z.enum(["tier", "settings", "grant"]).nullable(),
    }),
  ),
  grant: z
    .object({
      permissions: z.array(z.string()),
      granted_by: z.string(),
      granted_at: z.string(),
      is_current: z.boolean(),
    })
    .nullable(),
});

function rightsOut({
  skill,
  ownerId,
  digest,
  rights,
  grant,
}: SkillRights): z.output<typeof rightsObject> {
  return {
    skill,
    owner_id: ownerId ?? null,
    digest,
    rights: rights.map(({ by, ...right }) => ({ ...right, by: by ?? null })),
    grant:
      grant === undefined
        ? null
        : {
            permissions: [...grant.permissions],
            granted_by: grant.grantedBy,
            granted_at: grant.grantedAt,
            is_current: grant.isCurrent,
          },
  };
}

const refused = { doc: "Only an administrator may do this.", schema: problemSchema };

const userRoute = routesOf({ tag, access: "admin", scope: "users" });

export const grantRoutes: readonly ApiRoute[] = [
  userRoute({
    method: "GET",
    path: "/api/v1/grants",
    id: "listGrants",
    doc: "Lists the skills with tools that the user sees: what each asks for, what it has, and who granted that.",
    access: "user",
    scope: "skills:read",
    query: z.object(createPageFields(MOST_ROWS)),
    answers: {
      200: {
        doc: "The skills.",
        schema: z.object({
          /** Whether tools of skills run on this server at all. */
          is_enabled: z.boolean(),
          /** What the settings give to every skill. */
          allows: z.array(z.string()),
          skills: z.array(rightsObject),
          ...nextOffsetField,
        }),
      },
    },
    handle: async ({ ports, caller, query: { limit, offset } }) => {
      // The rules of tools are heavy, and most requests need none of them.
      const { listRights } = await import("../../../hub/tools/index.ts");
      const allows = ports.toolsAllowed ?? [];
      const found = await listRights(ports.shelf, caller.user, allows, {
        limit: limit + 1,
        offset,
      });
      const { rows, next } = toListPage(found, { limit, offset });
      return {
        is_enabled: ports.toolsAllowed !== undefined,
        allows,
        skills: rows.map(rightsOut),
        ...next,
      };
    },
  }),
  userRoute({
    method: "PUT",
    path: "/api/v1/grants/{name}",
    id: "grantSkill",
    doc: "Grants permissions to the tools of a skill, for the files that `digest` stands for and no others; for administrators.",
    params: nameParams,
    body: z.object({
      permissions: z.array(z.string().min(1).max(1000)).min(1).max(MOST_PERMISSIONS),
      digest: z.string().max(200),
    }),
    answers: {
      200: { doc: "What the skill has now.", schema: rightsObject },
      400: { doc: "The skill does not ask for it.", schema: problemSchema },
      403: refused,
      404: { doc: "There is no such skill.", schema: problemSchema },
      412: { doc: "The files are others by now.", schema: problemSchema },
    },
    handle: async ({ ports, caller, params, body }) => {
      const { grantRights } = await import("../../../hub/tools/index.ts");
      const allow = ports.toolsAllowed ?? [];
      const rights = await grantRights(ports.shelf, caller.user, params.name, { ...body, allow });
      return rightsOut(rights);
    },
  }),
  userRoute({
    method: "DELETE",
    path: "/api/v1/grants/{name}",
    id: "withdrawGrant",
    doc: "Takes back what the tools of a skill were granted; for administrators.",
    params: nameParams,
    answers: {
      204: { doc: "It is withdrawn, or there was nothing." },
      403: refused,
    },
    handle: async ({ ports, params }) => {
      const { withdrawRights } = await import("../../../hub/tools/index.ts");
      await withdrawRights(ports.shelf, params.name);
    },
  }),
];
