import { cancelExecutionsOf } from "../../../hub/workflows/index.ts";
import { z } from "zod";
import { failure } from "../../../platform/index.ts";
import {
  accountCodes,
  changePassword,
  changeUser,
  closeSession,
  closeSessionsOf,
  listApiTokens,
  listUsers,
  mintApiToken,
  openSession,
  publicKeys,
  refreshSession,
  revokeApiToken,
  revokeApiTokensOf,
  rotateKeys,
  type TokenPair,
  type User,
} from "../../../hub/accounts/index.ts";
import { neededText } from "../json-schema.ts";
import { listPageFields, nextOffsetField, toListPage } from "../list-page.ts";
import { type ApiRoute, route, SCOPES, routesOf } from "../route.ts";
import { problemSchema } from "../schemas.ts";
import { logIn, signUp } from "../sign-in.ts";

const tag = "accounts";

export interface CredentialsBody {
  readonly email: string;
  readonly password: string;
}

/** An account as the API tells of it. */
interface UserBody {
  readonly id: string;
  readonly email: string;
  readonly role: "admin" | "user";
  readonly is_active: boolean;
  readonly created_at: string;
}

export const credentials: z.ZodType<CredentialsBody> = z.object({
  email: neededText,
  password: neededText,
});

export const userSchema: z.ZodType<UserBody> = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(["admin", "user"]),
  is_active: z.boolean(),
  created_at: z.string(),
});

const sessionSchema = z.object({
  token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  user: userSchema,
});

const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
});

const refused = { doc: "It was refused.", schema: problemSchema };

const userRoute = routesOf({ tag, access: "user", scope: "account" });

export const authRoutes: readonly ApiRoute[] = [
  route({
    method: "POST",
    path: "/api/v1/auth/register",
    id: "register",
    tag,
    doc: "Makes an account and opens a session; the first account is the administrator's.",
    access: "everyone",
    body: credentials,
    answers: {
      200: { doc: "The session.", schema: sessionSchema },
      400: refused,
      409: refused,
      429: refused,
    },
    handle: async (context) => {
      const { ports, body } = context;
      const user = await signUp(ports, body, context);
      return sessionAnswer(await openSession(ports.accounts, user), user);
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/auth/login",
    id: "login",
    tag,
    doc: "Opens a session for an address and its password.",
    access: "everyone",
    body: credentials,
    answers: { 200: { doc: "The session.", schema: sessionSchema }, 401: refused, 429: refused },
    handle: async (context) => {
      const { ports, body } = context;
      const user = await logIn(ports, body, context);
      return sessionAnswer(await openSession(ports.accounts, user), user);
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/auth/refresh",
    id: "refresh",
    tag,
    doc: "Renews a session. A refresh token can be used once.",
    access: "everyone",
    body: z.object({ refresh_token: z.string() }),
    answers: { 200: { doc: "The session.", schema: sessionSchema }, 401: refused },
    handle: async ({ ports, body }) => {
      const { user, ...pair } = await refreshSession(ports.accounts, body.refresh_token);
      return sessionAnswer(pair, user);
    },
  }),
  userRoute({
    method: "POST",
    path: "/api/v1/auth/logout",
    id: "logout",
    doc: "Ends the session of the token.",
    answers: { 200: { doc: "It is over.", schema: z.object({ success: z.boolean() }) } },
    handle: async ({ ports, request }) => {
      const token = request.headers.get("authorization")?.replace(/^Bearer +/iu, "") ?? "";
      await closeSession(ports.accounts, token);
      return { success: true };
    },
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/auth/me",
    id: "readMe",
    doc: "Gives the account of the token.",
    answers: { 200: { doc: "The account.", schema: userSchema } },
    handle: async ({ caller }) =>
      toUser({ ...caller.user, role: caller.isAdmin ? "admin" : "user" }),
  }),
  userRoute({
    method: "POST",
    path: "/api/v1/auth/password",
    id: "changePassword",
    doc: "Sets a new password of one's own and ends every session; personal tokens stay.",
    limit: "password",
    body: z.object({ current_password: z.string(), password: z.string() }),
    answers: {
      200: { doc: "A new session.", schema: sessionSchema },
      400: refused,
      401: refused,
      429: refused,
    },
    handle: async (context) => {
      const { ports, caller, body } = context;
      const { user } = caller;
      const { current_password: current, password } = body;
      // Guesses count as those at the door do.
      await logIn(ports, { email: user.email, password: current }, context);
      const proven = await changePassword(ports.accounts, user, { current, password });
      await closeSessionsOf(ports.accounts, user.id);
      return sessionAnswer(await openSession(ports.accounts, proven), user);
    },
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/auth/tokens",
    id: "listTokens",
    doc: "Lists the personal tokens of the user, without their texts.",
    answers: {
      200: { doc: "The tokens.", schema: z.object({ tokens: z.array(tokenSchema) }) },
    },
    handle: async ({ ports, caller }) => {
      const tokens = await listApiTokens(ports.accounts, caller.user);
      return { tokens: tokens.map(toToken) };
    },
  }),
  userRoute({
    method: "POST",
    path: "/api/v1/auth/tokens",
    id: "makeToken",
    doc: "Creates a personal token; its text is shown only once. A token cannot create one with scopes or a lifetime that it does not have.",
    body: z.object({
      name: z.string().min(1).max(128),
      scopes: z.array(z.enum(SCOPES)).max(32),
      days: z.int().min(1).max(3650).optional(),
    }),
    answers: {
      201: { doc: "The token.", schema: tokenSchema.extend({ token: z.string() }) },
      400: refused,
      403: refused,
    },
    handle: async ({ ports, caller, body }) => {
      const { name, scopes, days } = body;
      const made = await mintApiToken(ports.accounts, caller, {
        name,
        scopes,
        ...(days === undefined ? {} : { days }),
      });
      return Response.json(
        { ...toToken(made), token: made.token },
        { status: 201, headers: UNKEPT },
      );
    },
  }),
  userRoute({
    method: "DELETE",
    path: "/api/v1/auth/tokens/{id}",
    id: "revokeToken",
    doc: "Takes a personal token back.",
    params: z.object({ id: z.string() }),
    answers: { 204: { doc: "It is gone." }, 404: refused },
    handle: async ({ ports, caller, params }) => {
      await revokeApiToken(ports.accounts, caller.user, params.id);
    },
  }),
  userRoute({
    method: "POST",
    path: "/api/v1/auth/keys/rotate",
    id: "rotateKeys",
    doc: "Signs tokens with a new key from now on; tokens of the last one stay good until they expire.",
    access: "admin",
    scope: "users",
    answers: { 204: { doc: "The new key is in use." } },
    handle: async ({ ports }) => {
      await rotateKeys(ports.accounts);
    },
  }),
  route({
    method: "GET",
    path: "/.well-known/jwks.json",
    id: "readKeys",
    tag,
    doc: "Gives the keys with which others verify tokens of this server.",
    access: "everyone",
    answers: {
      200: {
        doc: "The key set.",
        schema: z.object({ keys: z.array(z.record(z.string(), z.json())) }),
      },
    },
    handle: async ({ ports }) => await publicKeys(ports.accounts),
  }),
  userRoute({
    method: "GET",
    path: "/api/v1/users",
    id: "listUsers",
    doc: "Lists the accounts, the oldest first, in pages.",
    access: "admin",
    scope: "users",
    query: z.object(listPageFields),
    answers: {
      200: {
        doc: "The accounts.",
        schema: z.object({ users: z.array(userSchema), ...nextOffsetField }),
      },
    },
    handle: async ({ ports, query: { limit, offset } }) => {
      const found = await listUsers(ports.accounts, { limit: limit + 1, offset });
      const { rows, next } = toListPage(found, { limit, offset });
      return { users: rows.map(toUser), ...next };
    },
  }),
  userRoute({
    method: "PATCH",
    path: "/api/v1/users/{id}",
    id: "changeUser",
    doc: "Changes the role of an account, shuts or opens it, or sets a password. Passwords and administrators are made in a session alone.",
    access: "admin",
    scope: "users",
    params: z.object({ id: z.string() }),
    body: z.object({
      role: z.enum(["admin", "user"]).optional(),
      is_active: z.boolean().optional(),
      password: z.string().optional(),
    }),
    answers: {
      200: { doc: "The account.", schema: userSchema },
      400: refused,
      404: refused,
      409: refused,
    },
    handle: async ({ ports, caller, params, body }) => {
      const { role, is_active: isActive, password } = body;
      // Either would open a session that may more than the token.
      if (caller.scopes !== undefined && (password !== undefined || role === "admin"))
        throw failure(accountCodes.forbidden, "Only a person may do this, not a token");
      const user = await changeUser(ports.accounts, params.id, {
        ...(role === undefined ? {} : { role }),
        ...(isActive === undefined ? {} : { isActive }),
        ...(password === undefined ? {} : { password }),
      });
      if (isActive === false || password !== undefined)
        await closeSessionsOf(ports.accounts, user.id);
      if (isActive === false) await cancelExecutionsOf(ports.workflows, user.id);
      // Whoever knew the old password may have made some.
      if (password !== undefined) await revokeApiTokensOf(ports.accounts, user.id);
      return toUser(user);
    },
  }),
];

/** Tokens must not lie in a cache on the way. */
const UNKEPT = { "cache-control": "no-store" };

function sessionAnswer(pair: TokenPair, user: User): Response {
  return Response.json(toSession(pair, user), { headers: UNKEPT });
}

function toSession(
  { accessToken, refreshToken, expiresIn }: TokenPair,
  user: User,
): z.output<typeof sessionSchema> {
  return {
    token: accessToken,
    refresh_token: refreshToken,
    expires_in: expiresIn,
    user: toUser(user),
  };
}

export function toUser({ id, email, role, isActive, createdAt }: User): UserBody {
  return { id, email, role, is_active: isActive, created_at: createdAt };
}

function toToken(token: {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly expiresAt?: string;
  readonly lastUsedAt?: string;
}): z.output<typeof tokenSchema> {
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt } = token;
  return {
    id,
    name,
    scopes: [...scopes],
    created_at: createdAt,
    expires_at: expiresAt ?? null,
    last_used_at: lastUsedAt ?? null,
  };
}
