/** What proves an account besides its password: codes of an app, passkeys, and the address it was made with. */
import { z } from "zod";
import {
  accountCodes,
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  chargeLetter,
  confirmSignUp,
  confirmAuthenticator,
  findPresent,
  listPasskeys,
  provePassword,
  readAuthenticator,
  removeAuthenticator,
  removePasskey,
  resetPassword,
  sendReset,
} from "../../hub/accounts/index.ts";
import { diagnosticOf } from "../../hub/requests/index.ts";
import { failure } from "../../platform/index.ts";
import {
  forGuests,
  forUsers,
  type GuestContext,
  type HubContext,
  requirePerson,
} from "./context.ts";
import type { HubOperation } from "./define.ts";
import { jsonShape, listOf, type Shape, toShape } from "./shape.ts";

const tag = "accounts";
const scope = "account";
const limit = "password";
const refused = "Refused.";
const done = "It was deleted.";
const password = z.string().max(1000);
const own = forUsers({ tag, scope });
const guest = forGuests({ tag, scope });
const admin = forUsers({ tag, access: "admin", scope: "users" });

type Passkey = Awaited<ReturnType<typeof listPasskeys>>[number];

const passkeyShape: Shape<Passkey> = toShape({
  id: z.string(),
  name: z.string(),
  /** The name of the host for which it is good. */
  site: z.string(),
  created_at: z.string(),
  used_at: z.string().nullable(),
});

/** What a browser is to ask a passkey. */
export const questionShape: Shape<{ readonly question: object }> = toShape({
  question: asIsRecord(),
});

function asIsRecord(): Shape<object> {
  return { ...jsonShape, schema: z.record(z.string(), z.json()) } as Shape<object>;
}

/** As `PublicKeyCredential.toJSON` gives it. */
export const passkeyAnswer: z.ZodType<{ readonly [name: string]: unknown }> = z.record(
  z.string(),
  z.json(),
);

/** Where the page is from that asks: a passkey is good there alone. */
export function findOrigin({ hub, page, url }: Pick<GuestContext, "hub" | "page" | "url">): string {
  const origin = hub.publicUrl ?? page ?? url;
  if (URL.canParse(origin)) return new URL(origin).origin;
  throw failure(accountCodes.forbidden, "Only pages of this server may do this");
}

export const factorOperations: readonly HubOperation<HubContext>[] = [
  own("GET /auth/factors", {
    id: "readFactors",
    doc: "Lists the second factors and passkeys of the account.",
    gives: [
      "The app that shows codes, and the passkeys.",
      toShape({
        authenticator: z.object({ created_at: z.string(), recovery_codes: z.number() }).nullable(),
        passkeys: listOf(passkeyShape),
      }),
    ],
    run: async ({ hub: { accounts }, user }) => ({
      authenticator: await readAuthenticator(accounts, user),
      passkeys: await listPasskeys(accounts, user),
    }),
  }),
  own("POST /auth/authenticator", {
    id: "beginAuthenticator",
    doc: "Starts to set up an authenticator app. It takes effect when one of its codes is confirmed.",
    limit,
    input: { password },
    gives: [
      "What the app needs: to be typed in, and to be scanned.",
      toShape({ secret: z.string(), uri: z.string() }),
    ],
    refusals: { 401: refused, 409: refused },
    run: async (context, given) => {
      await provePerson(context, given);
      return await beginAuthenticator(context.hub.accounts, context.user);
    },
  }),
  own("POST /auth/authenticator/confirmation", {
    id: "confirmAuthenticator",
    doc: "Confirms the first code of the authenticator app; from now on logins need one. Returns recovery codes, which are shown only once.",
    limit,
    input: { code: z.string().max(40) },
    gives: [
      "Recovery codes, each of which works once.",
      toShape({ recovery_codes: z.array(z.string()) }),
    ],
    refusals: { 401: refused, 409: refused },
    run: async ({ hub, caller, user }, { code }) => {
      requirePerson(caller);
      return { recoveryCodes: await confirmAuthenticator(hub.accounts, user, code) };
    },
  }),
  own("POST /auth/authenticator/removal", {
    id: "removeAuthenticator",
    doc: "Removes the authenticator app.",
    limit,
    input: { password },
    done,
    refusals: { 401: refused },
    run: async (context, given) => {
      await provePerson(context, given);
      await removeAuthenticator(context.hub.accounts, context.user.id);
    },
  }),
  own("POST /auth/passkeys/question", {
    id: "askForNewPasskey",
    doc: "Returns what a browser needs to create a passkey, as `PublicKeyCredential.parseCreationOptionsFromJSON` takes it.",
    limit,
    input: { password },
    gives: ["The question.", questionShape],
    refusals: { 401: refused, 409: refused },
    run: async (context, given) => {
      await provePerson(context, given);
      const { hub, user } = context;
      return { question: await beginPasskey(hub.accounts, user, findOrigin(context)) };
    },
  }),
  own("POST /auth/passkeys", {
    id: "addPasskey",
    doc: "Adds the passkey that a browser created.",
    limit,
    maxBytes: 32 * 1024,
    input: { name: z.string().trim().min(1).max(100), answer: passkeyAnswer },
    makes: ["The passkey.", passkeyShape],
    refusals: { 401: refused, 409: refused },
    run: async (context, { name, answer }) => {
      requirePerson(context.caller);
      const origin = findOrigin(context);
      return await addPasskey(context.hub.accounts, context.user, { name, answer, origin });
    },
  }),
  own("POST /auth/passkeys/{id}/removal", {
    id: "removePasskey",
    doc: "Removes a passkey of the user.",
    limit,
    path: { id: z.string().max(2000) },
    input: { password },
    done,
    refusals: { 401: refused, 404: refused },
    run: async (context, given) => {
      await provePerson(context, given);
      await removePasskey(context.hub.accounts, context.user, given.id);
    },
  }),
  admin("DELETE /users/{id}/authenticator", {
    id: "resetAuthenticator",
    doc: "Removes the authenticator app of an account whose owner lost it; the password alone logs in again.",
    done,
    refusals: { 403: refused, 404: refused },
    run: async ({ hub, caller }, { id }) => {
      requirePerson(caller);
      if ((await findPresent(hub.accounts, id)) === undefined)
        throw failure(accountCodes.notFound, `No user \`${id}\`.`);
      await removeAuthenticator(hub.accounts, id);
    },
  }),
];

export const letterOperations: readonly HubOperation<GuestContext>[] = [
  guest("POST /auth/confirmation", {
    id: "confirmAddress",
    doc: "Confirms the email address of a new account with the token of the link that was sent and the password of the account.",
    input: { token: z.string().max(200), password },
    done: "The address is confirmed.",
    refusals: { 401: refused, 429: refused },
    run: async (context, given) =>
      await confirmSignUp(context.hub, { word: given.token, password: given.password }, context),
  }),
  guest("POST /auth/reset", {
    id: "forgetPassword",
    doc: "Sends a link to reset a password. The answer does not say whether the address has an account.",
    limit: "device",
    input: { email: z.string().max(254) },
    begun: "It was sent, if there is an account.",
    refusals: { 409: refused, 429: refused },
    run: async ({ hub, requestId }, { email }) => {
      if (hub.accounts.mail === undefined)
        throw failure(accountCodes.noMail, "This server sends no letters.", {
          hint: "Ask an administrator for a new password.",
        });
      // Nobody waits for it: the time, or a letter too many, would tell whether there is an account.
      hub.work(async () => {
        try {
          await sendReset(hub.accounts, email, () => chargeLetter(hub, email));
        } catch (error) {
          const problem = diagnosticOf(error);
          if (problem === undefined) throw error;
          hub.onProblem(problem, requestId);
        }
      });
    },
  }),
  guest("POST /auth/reset/password", {
    id: "resetPassword",
    doc: "Sets a new password with the token of the link that was sent, and ends every session, personal token and passkey of the account.",
    limit: "device",
    input: { token: z.string().max(200), password },
    done: "The password is set.",
    refusals: { 400: refused, 401: refused },
    run: ({ hub }, given) => resetPassword(hub.accounts, given.token, given.password),
  }),
];

/** Whoever has only the session must not take over the account by it. */
async function provePerson(
  context: HubContext,
  given: { readonly password: string },
): Promise<void> {
  requirePerson(context.caller);
  const { email } = context.user;
  await provePassword(context.hub, { email, password: given.password }, context);
}
