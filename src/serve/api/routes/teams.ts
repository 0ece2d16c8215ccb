import { z } from "zod";
import {
  addMember,
  createTeam,
  deleteTeam,
  listTeams,
  readTeam,
  removeMember,
  renameTeam,
  type Team,
} from "../../../hub/accounts/index.ts";
import type { QuotaPorts } from "../../../hub/quotas/index.ts";
import { listPageFields, nextOffsetField, toListPage } from "../list-page.ts";
import type { ApiPorts } from "../ports.ts";
import { type ApiRoute, routesOf } from "../route.ts";
import { problemSchema } from "../schemas.ts";
import { sentSchema, toSent } from "./invitations.ts";

const tag = "teams";
const scope = "account";
const refused = { doc: "It was refused.", schema: problemSchema };
const missing = { doc: "The user is in no such team.", schema: problemSchema };

const teamSchema = z.object({ id: z.string(), name: z.string(), created_at: z.string() });
const memberSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  role: z.enum(["owner", "member"]),
});
const wholeSchema = teamSchema.extend({
  members: z.array(memberSchema),
  /** Addresses that have not answered yet; for owners of the team. */
  invitations: z.array(sentSchema),
});

const params = z.object({ id: z.string() });
const nameBody = z.object({ name: z.string().trim().min(1).max(128) });

const userRoute = routesOf({ tag, access: "user", scope });

export const teamRoutes: readonly ApiRoute[] = [
  userRoute({
    method: "GET",
    path: "/api/v1/teams",
    id: "listTeams",
    doc: "Lists the teams that the user is in, all of them for an administrator, in pages.",
    query: z.object(listPageFields),
    answers: {
      200: {
        doc: "The teams, and how many of them this page has.",
        schema: z.object({ teams: z.array(teamSchema), total: z.number(), ...nextOffsetField }),
      },
    },
    handle: async ({ ports, caller, query: { limit, offset } }) => {
      const found = await listTeams(ports.accounts, caller.user, { limit: limit + 1, offset });
      const { rows, next } = toListPage(found, { limit, offset });
      return { teams: rows.map(toTeam), total: rows.length, ...next };
    },
  }),
  userRoute({
    method: "POST",
    path: "/api/v1/teams",
    id: "createTeam",
    doc: "Makes a team, owned by the user.",
    body: nameBody,
    answers: {
      201: { doc: "The team.", schema: teamSchema },
      400: refused,
      403: refused,
      409: refused,
    },
    handle: async ({ ports, caller, body }) =>
      toTeam(await createTeam(ports.accounts, caller.user, body.name)),
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/teams/{id}",
    id: "readTeam",
    doc: "Gives a team with its members.",
    params,
    answers: { 200: { doc: "The team.", schema: wholeSchema }, 404: missing },
    handle: async ({ ports, caller, params: { id } }) => {
      const { members, invitations, ...team } = await readTeam(ports.accounts, caller.user, id);
      return {
        ...toTeam(team),
        members: members.map(({ userId, email, role }) => ({ user_id: userId, email, role })),
        invitations: invitations.map(toSent),
      };
    },
  }),
  userRoute({
    method: "PATCH",
    path: "/api/v1/teams/{id}",
    id: "renameTeam",
    doc: "Gives a team another name.",
    params,
    body: nameBody,
    answers: {
      200: { doc: "The team.", schema: teamSchema },
      403: refused,
      404: missing,
      409: refused,
    },
    handle: async ({ ports, caller, params: { id }, body }) =>
      toTeam(await renameTeam(ports.accounts, caller.user, id, body.name)),
  }),
  userRoute({
    method: "DELETE",
    path: "/api/v1/teams/{id}",
    id: "deleteTeam",
    doc: "Takes a team away; what was shared with it is private again, and its owners keep its publishers.",
    params,
    answers: { 204: { doc: "It is gone." }, 403: refused, 404: missing },
    handle: async ({ ports, caller, params: { id } }) => {
      await deleteTeam(ports.accounts, caller.user, id);
    },
  }),
  userRoute({
    method: "PUT",
    path: "/api/v1/teams/{id}/members",
    id: "setTeamMember",
    doc: "Invites an address to a team, or changes the role of a member. Whoever is invited becomes a member by accepting; an address without an account is to be invited again when it has one.",
    params,
    body: z.object({
      email: z.string().min(1).max(254),
      role: z.enum(["owner", "member"]).default("member"),
    }),
    answers: { 204: { doc: "It is invited, or has the role." }, 403: refused, 404: missing },
    handle: async ({ ports, caller, params: { id }, body }) => {
      await addMember(withQuotas(ports), caller.user, id, body);
    },
  }),
  userRoute({
    method: "DELETE",
    path: "/api/v1/teams/{id}/members/{user}",
    id: "removeTeamMember",
    doc: "Removes a member; every member may leave.",
    params: z.object({ id: z.string(), user: z.string() }),
    answers: { 204: { doc: "It is no member." }, 403: refused, 404: missing },
    handle: async ({ ports, caller, params: { id, user } }) => {
      await removeMember(ports.accounts, caller.user, id, user);
    },
  }),
];

function withQuotas({ accounts, quotas }: ApiPorts): ApiPorts["accounts"] & QuotaPorts {
  return { ...accounts, ...(quotas === undefined ? {} : { quotas }) };
}

function toTeam({ id, name, createdAt }: Team): z.output<typeof teamSchema> {
  return { id, name, created_at: createdAt };
}
