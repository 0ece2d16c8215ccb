import { cancelExecutionsOf } from "../../../hub/workflows/index.ts";
import { z } from "zod";
import { failure } from "../../../platform/index.ts";
import {
  accountCodes,
  changeUser,
  closeSessionsOf,
  countUsers,
  deleteUser,
  findPresent,
  listUsers,
  revokeApiTokensOf,
  type User,
} from "../../../hub/accounts/index.ts";
import { apiCodes } from "../diagnostics.ts";
import { listPageFields, nextOffsetField, toListPage } from "../list-page.ts";
import type { ApiPorts } from "../ports.ts";
import { type ApiRoute, type CallerContext, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";
import { toUser, userSchema } from "./auth.ts";

const tag = "administration";
const access = "admin";
const scope = "users";
const refused = { doc: "It was refused.", schema: problemSchema };
const missing = { doc: "There is no such account.", schema: problemSchema };
const params = z.object({ user: z.string() });
const done = z.object({ success: z.literal(true), message: z.string() });
const answers = { 200: { doc: "It is done.", schema: done }, 400: refused, 404: missing };

/** Accounts as clients of Agent Flow Lite look after them. */
export const adminRoutes: readonly ApiRoute[] = [
  route({
    method: "GET",
    path: "/api/v1/admin/users",
    id: "listAdminUsers",
    tag,
    doc: "Lists the accounts, the newest first, in pages.",
    access,
    scope,
    query: z.object(listPageFields),
    answers: {
      200: {
        doc: "The accounts of the page; `total` counts those of all pages.",
        schema: z.object({ users: z.array(userSchema), total: z.number(), ...nextOffsetField }),
      },
    },
    handle: async ({ ports, query: { limit, offset } }) => {
      const page = { limit: limit + 1, offset };
      const [found, total] = await Promise.all([
        listUsers(ports.accounts, page, "newest"),
        countUsers(ports.accounts),
      ]);
      const { rows, next } = toListPage(found, { limit, offset });
      return { users: rows.map(toUser), total, ...next };
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/admin/users/{user}/disable",
    id: "disableUser",
    tag,
    doc: "Shuts an account and ends its sessions.",
    access,
    scope,
    params,
    answers: { ...answers, 409: refused },
    handle: async (context) => {
      const { ports } = context;
      const user = await findOther(context, "disable");
      if (!user.isActive) throw failure(apiCodes.invalid, "User is already disabled");
      await changeUser(ports.accounts, user.id, { isActive: false });
      await closeSessionsOf(ports.accounts, user.id);
      await cancelExecutionsOf(ports.workflows, user.id);
      return answerDone(`User ${user.email} has been disabled`);
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/admin/users/{user}/enable",
    id: "enableUser",
    tag,
    doc: "Opens an account that was shut.",
    access,
    scope,
    params,
    answers,
    handle: async ({ ports, params: { user: id } }) => {
      const user = await findOne(ports, id);
      if (user.isActive) throw failure(apiCodes.invalid, "User is already enabled");
      await changeUser(ports.accounts, user.id, { isActive: true });
      return answerDone(`User ${user.email} has been enabled`);
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/admin/users/{user}",
    id: "deleteUser",
    tag,
    doc: "Shuts an account for good, and revokes its sessions and tokens. What it owns stays, for administrators.",
    access,
    scope,
    params,
    answers: { ...answers, 409: refused },
    handle: async (context) => {
      const { ports } = context;
      const user = await findOther(context, "delete");
      await deleteUser(ports.accounts, user.id);
      await closeSessionsOf(ports.accounts, user.id);
      await revokeApiTokensOf(ports.accounts, user.id);
      await cancelExecutionsOf(ports.workflows, user.id);
      return answerDone(`User ${user.email} has been deleted`);
    },
  }),
];

type UserContext = Pick<
  CallerContext<z.output<typeof params>, unknown, unknown>,
  "ports" | "caller" | "params"
>;

async function findOther({ ports, caller, params: { user: id } }: UserContext, verb: string) {
  if (caller.user.id === id) throw failure(apiCodes.invalid, `Cannot ${verb} yourself`);
  return await findOne(ports, id);
}

async function findOne({ accounts }: ApiPorts, id: string): Promise<User> {
  const user = await findPresent(accounts, id);
  if (user === undefined) throw failure(accountCodes.notFound, "User not found");
  return user;
}

function answerDone(message: string): Response {
  return Response.json({ success: true, message });
}
