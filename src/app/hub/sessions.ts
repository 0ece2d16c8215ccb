/** Ways to an account by a password: accounts of one's own, and sessions of programs. */
import { z } from "zod";
import {
  changePassword,
  closeSession,
  closeAllSessions,
  logIn,
  openSession,
  provePassword,
  publicKeys,
  refreshSession,
  signUp,
  type TokenPair,
  type User,
} from "../../hub/accounts/index.ts";
import { userShape } from "./accounts.ts";
import {
  forGuests,
  forUsers,
  type GuestContext,
  type HubContext,
  requirePerson,
} from "./context.ts";
import { type HubOperation, createDefine } from "./define.ts";
import { neededText } from "./needed-text.ts";
import { asIs, from, type Shape, toShape } from "./shape.ts";

const refused = "Refused.";
const tag = "accounts";
const scope = "account";
const guest = forGuests({ tag, scope });
const own = forUsers({ tag, scope });
const wellKnown = createDefine<GuestContext>({
  tag,
  scope,
  access: "everyone",
  base: "",
  refusals: {},
});

export const credentialFields: {
  readonly email: typeof neededText;
  readonly password: typeof neededText;
} = { email: neededText, password: neededText };

/** `code` is that of the second step, or one of those for when the app is lost. */
export const loginFields: typeof credentialFields & { readonly code: z.ZodOptional<z.ZodString> } =
  {
    ...credentialFields,
    code: z.string().max(40).optional(),
  };

interface OpenedSession {
  readonly pair: TokenPair;
  readonly user: User;
}

const sessionShape: Shape<OpenedSession> = from(
  toShape({
    token: z.string(),
    refresh_token: z.string(),
    expires_in: z.number(),
    user: userShape,
  }),
  ({ pair: { accessToken: token, ...pair }, user }) => ({ token, ...pair, user }),
);

/** In place of a session, for whoever has to open a link first. */
export function orAwaited<Value>({ schema, out }: Shape<Value>): Shape<Value | undefined> {
  return {
    schema: z.union([schema, z.object({ awaits_confirmation: z.literal(true) })]),
    out: (value) => (value === undefined ? { awaits_confirmation: true } : out(value)),
  };
}

export const sessionGuestOperations: readonly HubOperation<GuestContext>[] = [
  guest("POST /auth/register", {
    id: "register",
    doc: "Creates an account and opens a session; the first account is an administrator. Where the server sends mail, the link in a message has to be opened first.",
    input: credentialFields,
    gives: ["The session, or that a link was sent.", orAwaited(sessionShape)],
    isSecret: true,
    refusals: { 400: refused, 409: refused, 429: refused },
    run: async (context, input) => {
      const user = await signUp(context.hub, input, context);
      if (user === undefined) return undefined;
      return { pair: await openSession(context.hub.accounts, user), user };
    },
  }),
  guest("POST /auth/login", {
    id: "login",
    doc: "Opens a session for an email address and its password. Where the account has a second factor, 401 names the field `code`.",
    input: loginFields,
    gives: ["The session.", sessionShape],
    isSecret: true,
    refusals: { 401: refused, 429: refused },
    run: async (context, input) => {
      const user = await logIn(context.hub, input, context);
      return { pair: await openSession(context.hub.accounts, user), user };
    },
  }),
  guest("POST /auth/refresh", {
    id: "refresh",
    doc: "Renews a session. A refresh token works once.",
    input: { refresh_token: z.string() },
    gives: ["The session.", sessionShape],
    isSecret: true,
    refusals: { 401: refused },
    run: async ({ hub }, { refreshToken }) => {
      const { user, ...pair } = await refreshSession(hub.accounts, refreshToken);
      return { pair, user };
    },
  }),
  guest("GET /session", {
    id: "readSessionOptions",
    doc: "Lists what a page can offer before a login.",
    gives: [
      "What is offered: new accounts, letters for a password that was forgotten, and other services to log in by.",
      toShape({
        registration: z.boolean(),
        letters: z.boolean(),
        services: z.array(z.object({ id: z.string(), title: z.string() })),
      }),
    ],
    run: ({ hub: { accounts, allowsRegistration: registration, signOn } }) => ({
      registration,
      letters: accounts.mail !== undefined,
      services: signOn?.services ?? [],
    }),
  }),
  wellKnown("GET /.well-known/jwks.json", {
    id: "readKeys",
    doc: "Returns the public keys that verify tokens of this server.",
    gives: [
      "The key set.",
      asIs<object>(z.object({ keys: z.array(z.record(z.string(), z.json())) })),
    ],
    run: ({ hub }) => publicKeys(hub.accounts),
  }),
];

export const sessionOperations: readonly HubOperation<HubContext>[] = [
  own("POST /auth/logout", {
    id: "logout",
    doc: "Ends the session of the token.",
    gives: ["The session has ended.", toShape({ success: z.boolean() })],
    run: async ({ hub, token }) => {
      await closeSession(hub.accounts, token);
      return { success: true };
    },
  }),
  own("POST /auth/password", {
    id: "changePassword",
    doc: "Changes the user's password and ends every session. Personal tokens stay valid, and cannot do this.",
    limit: "password",
    input: { current_password: z.string(), password: z.string() },
    gives: ["A new session.", sessionShape],
    isSecret: true,
    refusals: { 400: refused, 401: refused, 403: refused, 429: refused },
    run: async (context, { currentPassword: current, password }) => {
      const { hub, user } = context;
      requirePerson(context.caller);
      // Guesses count as those at the door do.
      await provePassword(hub, { email: user.email, password: current }, context);
      const proven = await changePassword(hub.accounts, user, { current, password });
      await closeAllSessions(hub.accounts, user.id);
      return { pair: await openSession(hub.accounts, proven), user: proven };
    },
  }),
];
