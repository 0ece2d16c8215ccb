import { z } from "zod";
import {
  acceptInvitation,
  type Invitation,
  listInvitations,
  removeInvitation,
  type SentInvitation,
} from "../../../hub/accounts/index.ts";
import { type ApiRoute, routesOf } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const tag = "teams";
const scope = "account";
const params = z.object({ id: z.string().max(100) });
const refused = { doc: "It was refused.", schema: problemSchema };
const missing = { doc: "The user has no such invitation.", schema: problemSchema };

const invitationSchema = z.object({
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

interface SentBody {
  readonly id: string;
  readonly email: string;
  readonly role: SentInvitation["role"];
  readonly created_at: string;
}

/** An invitation as the members of a team or publisher see it. */
export const sentSchema: z.ZodType<SentBody> = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(["owner", "maintainer", "publisher", "member"]),
  created_at: z.string(),
});

const userRoute = routesOf({ tag, access: "user", scope });

export const invitationRoutes: readonly ApiRoute[] = [
  userRoute({
    method: "GET",
    path: "/api/v1/invitations",
    id: "listInvitations",
    doc: "Lists the teams and publishers that the user is invited to, newest first.",
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(100),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    answers: {
      200: {
        doc: "The invitations.",
        schema: z.object({ invitations: z.array(invitationSchema), total: z.number() }),
      },
    },
    handle: async ({ ports, caller, query }) => {
      const { invitations, total } = await listInvitations(ports.accounts, caller.user, query);
      return { invitations: invitations.map(toInvitation), total };
    },
  }),
  userRoute({
    method: "POST",
    path: "/api/v1/invitations/{id}/accept",
    id: "acceptInvitation",
    doc: "Makes the user a member of what the invitation is for.",
    params,
    answers: { 204: { doc: "The user is a member." }, 403: refused, 404: missing },
    handle: async ({ ports, caller, params: { id } }) => {
      await acceptInvitation(ports.accounts, caller.user, id);
    },
  }),
  userRoute({
    method: "DELETE",
    path: "/api/v1/invitations/{id}",
    id: "removeInvitation",
    doc: "Declines an invitation; owners of the team or publisher withdraw it.",
    params,
    answers: { 204: { doc: "It is gone." }, 404: missing },
    handle: async ({ ports, caller, params: { id } }) => {
      await removeInvitation(ports.accounts, caller.user, id);
    },
  }),
];

export function toSent({ id, email, role, createdAt }: SentInvitation): SentBody {
  return { id, email, role, created_at: createdAt };
}

function toInvitation(invitation: Invitation): z.output<typeof invitationSchema> {
  const { invitedBy, createdAt, ...rest } = invitation;
  return { ...rest, invited_by: invitedBy, created_at: createdAt };
}
