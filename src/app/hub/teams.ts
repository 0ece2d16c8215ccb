/** Teams, and who is invited to them and to publishers. */
import { z } from "zod";
import {
  acceptInvitation,
  addMember,
  createTeam,
  deleteTeam,
  type Invitation,
  listInvitations,
  listTeams,
  readTeam,
  removeInvitation,
  removeMember,
  renameTeam,
  type SentInvitation,
} from "../../hub/accounts/index.ts";
import { forUsers, type HubContext } from "./context.ts";
import type { HubOperation } from "./define.ts";
import { listPageFields, nextOffsetField, toListPage } from "./list-page.ts";
import { listOf, type Shape, toShape } from "./shape.ts";

const common = { tag: "teams", scope: "account" } as const;
const account = forUsers(common);

const refused = "Refused.";
const missing = { 404: "The user is in no such team." };
const invited = { 404: "The user has no such invitation." };

const team = { id: z.string(), name: z.string(), created_at: z.string() };
const teamShape = toShape(team);

/** An invitation as the members of a team or publisher see it. */
export const sentShape: Shape<SentInvitation> = toShape({
  id: z.string(),
  email: z.string(),
  role: z.enum(["owner", "maintainer", "publisher", "member"]),
  created_at: z.string(),
});

const invitationShape: Shape<Invitation> = toShape({
  id: z.string(),
  kind: z.enum(["team", "publisher"]),
  /** The id of the team, or the handle of the publisher. */
  target: z.string(),
  name: z.string(),
  role: z.enum(["owner", "maintainer", "publisher", "member"]),
  /** The address of whoever invited. */
  invited_by: z.string(),
  created_at: z.string(),
});

const invitation = { id: z.string().max(100) };
const name = z.string().trim().min(1).max(128);

export const teamOperations: readonly HubOperation<HubContext>[] = [
  account("GET /teams", {
    id: "listTeams",
    doc: "Lists the teams of the user, or all teams for an administrator, in pages.",
    input: listPageFields,
    gives: [
      "The teams, and how many of them this page has.",
      toShape({ teams: listOf(teamShape), total: z.number(), ...nextOffsetField }),
    ],
    run: async ({ hub, user }, { limit, offset }) => {
      const found = await listTeams(hub.accounts, user, { limit: limit + 1, offset });
      const { rows, nextOffset } = toListPage(found, { limit, offset });
      return { teams: rows, total: rows.length, nextOffset };
    },
  }),
  account("POST /teams", {
    id: "createTeam",
    doc: "Creates a team, owned by the user.",
    input: { name },
    makes: ["The team.", teamShape],
    refusals: { 400: refused, 403: refused, 409: refused },
    run: ({ hub, user }, input) => createTeam(hub.accounts, user, input.name),
  }),
  account("GET /teams/{id}", {
    id: "readTeam",
    doc: "Returns a team with its members.",
    gives: [
      "The team.",
      toShape({
        ...team,
        members: z.array(
          z.object({ user_id: z.string(), email: z.string(), role: z.enum(["owner", "member"]) }),
        ),
        /** Addresses that have not answered yet; for owners of the team. */
        invitations: listOf(sentShape),
      }),
    ],
    refusals: missing,
    run: ({ hub, user }, { id }) => readTeam(hub.accounts, user, id),
  }),
  account("PATCH /teams/{id}", {
    id: "renameTeam",
    doc: "Renames a team.",
    input: { name },
    gives: ["The team.", teamShape],
    refusals: { 403: refused, ...missing, 409: refused },
    run: ({ hub, user }, input) => renameTeam(hub.accounts, user, input.id, input.name),
  }),
  account("DELETE /teams/{id}", {
    id: "deleteTeam",
    doc: "Deletes a team; what was shared with it is private again, and its owners keep its publishers.",
    done: "It was deleted.",
    refusals: { 403: refused, ...missing },
    run: ({ hub, user }, { id }) => deleteTeam(hub.accounts, user, id),
  }),
  account("PUT /teams/{id}/members", {
    id: "setTeamMember",
    doc: "Invites an email address to a team, or changes the role of a member. An invited account becomes a member by accepting; invite an address without an account again when it has one.",
    input: {
      email: z.string().min(1).max(254),
      role: z.enum(["owner", "member"]).default("member"),
    },
    done: "Invited, or the role is set.",
    refusals: { 403: refused, ...missing },
    run: ({ hub: { accounts, quotas }, user }, { id, ...member }) =>
      addMember({ ...accounts, ...(quotas === undefined ? {} : { quotas }) }, user, id, member),
  }),
  account("DELETE /teams/{id}/members/{user}", {
    id: "removeTeamMember",
    doc: "Removes a member; every member may leave.",
    done: "Removed.",
    refusals: { 403: refused, ...missing },
    run: ({ hub, user }, input) => removeMember(hub.accounts, user, input.id, input.user),
  }),
  account("GET /invitations", {
    id: "listInvitations",
    doc: "Lists the user's invitations to teams and publishers, newest first.",
    input: {
      limit: z.coerce.number().int().min(1).max(100).default(100),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    },
    gives: [
      "The invitations.",
      toShape({ invitations: listOf(invitationShape), total: z.number() }),
    ],
    run: ({ hub, user }, page) => listInvitations(hub.accounts, user, page),
  }),
  account("POST /invitations/{id}/accept", {
    id: "acceptInvitation",
    path: invitation,
    doc: "Accepts an invitation.",
    done: "The user is a member.",
    refusals: { 403: refused, ...invited },
    run: ({ hub, user }, { id }) => acceptInvitation(hub.accounts, user, id),
  }),
  account("DELETE /invitations/{id}", {
    id: "removeInvitation",
    path: invitation,
    doc: "Declines an invitation; owners of the team or publisher withdraw it.",
    done: "It was deleted.",
    refusals: invited,
    run: ({ hub, user }, { id }) => removeInvitation(hub.accounts, user, id),
  }),
];
