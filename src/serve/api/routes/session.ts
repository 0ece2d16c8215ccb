/**
 * Sessions of the workbench. The page keeps its access token in memory alone; what renews it is in two parts: a cookie
 * that no script can read and no other site can send, and a key that the page keeps. Browsers send a cookie to every port
 * of a host, and other ports have nothing of the page: neither part is good for anything by itself.
 */
import { z } from "zod";
import { failure } from "../../../platform/index.ts";
import {
  accountCodes,
  badToken,
  beginPasskeyLogin,
  checkPasskey,
  closeRefresh,
  findUser,
  hasSession,
  logIn,
  openSession,
  REFRESH_DAYS,
  renewSession,
  signUp,
  consumePhrase,
  type TokenPair,
  type User,
} from "../../../hub/accounts/index.ts";
import {
  credentialFields,
  loginFields,
  orAwaited,
  findOrigin,
  passkeyAnswer,
  questionShape,
  toShape,
  userShape,
} from "../../../app/hub/index.ts";
import type { ApiPorts } from "../ports.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const tag = "accounts";
const COOKIE = "skillwright_session";
const KEY_HEADER = "x-skillwright-key";
/** Characters of a refresh token that are in the cookie; about as many are left for the key. */
const COOKIE_PART = 26;
const PATH = "/api/v1/session";
const DAY_SECONDS = 24 * 3600;

const sessionShape = toShape({
  token: z.string(),
  expires_in: z.number(),
  /** For the page to keep, and to send as `X-Skillwright-Key` where it renews or ends the session. */
  key: z.string(),
  user: userShape,
  /** The user has never logged in before. */
  is_first: z.boolean(),
});
const refused = { doc: "Refused.", schema: problemSchema };
const opened = { doc: "The session; a cookie and the key renew it.", schema: sessionShape.schema };
const keyHeader = [
  { name: "X-Skillwright-Key", doc: "The `key` that the session was opened with." },
] as const;

export const sessionRoutes: readonly ApiRoute[] = [
  route({
    method: "POST",
    path: PATH,
    id: "openSession",
    tag,
    doc: "Opens a session for a page of this server. It is renewed by two parts: a cookie that no script can read, and a key for the page.",
    access: "everyone",
    body: z.object(loginFields),
    answers: { 200: opened, 401: refused, 403: refused, 429: refused },
    handle: async (context) => {
      const { ports, body, request } = context;
      checkOwnPage(request);
      return await enter(ports, request, await logIn(ports, body, context));
    },
  }),
  route({
    method: "POST",
    path: `${PATH}/link`,
    id: "openSessionByLink",
    tag,
    doc: "Opens a session for a page of this server with the token of a link that works once, such as the server prints at its first start.",
    access: "everyone",
    body: z.object({ token: z.string().max(200) }),
    answers: { 200: opened, 401: refused, 403: refused },
    handle: async ({ ports, body, request }) => {
      checkOwnPage(request);
      const word = await consumePhrase(ports.accounts, "let-in", body.token);
      const id = word?.userId ?? ports.loginLinks?.take(body.token);
      const user = id === undefined ? undefined : await findUser(ports.accounts, id);
      if (user === undefined || !user.isActive) throw badToken();
      return await enter(ports, request, user);
    },
  }),
  route({
    method: "POST",
    path: `${PATH}/passkey/question`,
    id: "askForPasskey",
    tag,
    doc: "Returns what a browser needs to ask a passkey, as `PublicKeyCredential.parseRequestOptionsFromJSON` takes it.",
    access: "everyone",
    limit: "passkey",
    answers: { 200: { doc: "The question.", schema: questionShape.schema }, 403: refused },
    handle: async ({ ports, request }) => {
      checkOwnPage(request);
      return { question: await beginPasskeyLogin(ports.accounts, pageOf(ports, request)) };
    },
  }),
  route({
    method: "POST",
    path: `${PATH}/passkey`,
    id: "openSessionByPasskey",
    tag,
    doc: "Opens a session for a page of this server with the answer of a passkey, instead of password and code.",
    access: "everyone",
    limit: "passkey",
    body: z.object({ answer: passkeyAnswer }),
    answers: { 200: opened, 401: refused, 403: refused },
    handle: async ({ ports, request, body }) => {
      checkOwnPage(request);
      const origin = pageOf(ports, request);
      return await enter(ports, request, await checkPasskey(ports.accounts, origin, body.answer));
    },
  }),
  route({
    method: "POST",
    path: `${PATH}/account`,
    id: "registerSession",
    tag,
    doc: "Creates an account and opens a session for a page of this server.",
    access: "everyone",
    body: z.object(credentialFields),
    answers: {
      200: { ...opened, schema: orAwaited(sessionShape).schema },
      400: refused,
      403: refused,
      409: refused,
      429: refused,
    },
    handle: async (context) => {
      const { ports, body, request } = context;
      checkOwnPage(request);
      const user = await signUp(ports, body, context);
      if (user === undefined) return { awaits_confirmation: true };
      return await enter(ports, request, user);
    },
  }),
  route({
    method: "POST",
    path: `${PATH}/renewal`,
    id: "renewSession",
    tag,
    doc: "Returns a new access token for the session of the cookie and the key.",
    access: "everyone",
    headers: keyHeader,
    answers: { 200: opened, 401: refused, 403: refused },
    handle: async ({ ports, request }) => {
      checkOwnPage(request);
      const refreshToken = readRefreshToken(request);
      if (refreshToken === undefined) throw badToken();
      const { user, ...pair } = await renewSession(ports.accounts, refreshToken);
      return sessionAnswer(request, pair, user, false);
    },
  }),
  route({
    method: "DELETE",
    path: PATH,
    id: "closeSession",
    tag,
    doc: "Ends the session of the cookie and the key.",
    access: "everyone",
    headers: keyHeader,
    answers: { 204: { doc: "It is over." }, 403: refused },
    handle: async ({ ports, request }) => {
      checkOwnPage(request);
      const refreshToken = readRefreshToken(request);
      if (refreshToken !== undefined) await closeRefresh(ports.accounts, refreshToken);
      return new Response(null, {
        status: 204,
        headers: { "set-cookie": cookieText(request, "", 0) },
      });
    },
  }),
];

async function enter({ accounts }: ApiPorts, request: Request, user: User): Promise<Response> {
  const isFirst = !(await hasSession(accounts, user));
  return sessionAnswer(request, await openSession(accounts, user), user, isFirst);
}

function sessionAnswer(request: Request, pair: TokenPair, user: User, isFirst: boolean): Response {
  const { accessToken: token, refreshToken, expiresIn } = pair;
  const [cookie, key] = [refreshToken.slice(0, COOKIE_PART), refreshToken.slice(COOKIE_PART)];
  return Response.json(sessionShape.out({ token, expiresIn, key, user, isFirst }), {
    headers: {
      "cache-control": "no-store",
      "set-cookie": cookieText(request, cookie, REFRESH_DAYS * DAY_SECONDS),
    },
  });
}

/**
 * A form of another site can send no such header, a script of another origin only after a question that is
 * answered with no, and a browser names where a request comes from.
 */
function checkOwnPage({ headers }: Request): void {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  const isOwn =
    headers.get("x-skillwright-page") === "1" &&
    (site === null
      ? origin === null || hostOf(origin) === headers.get("host")
      : site === "same-origin");
  if (!isOwn) throw failure(accountCodes.forbidden, "Only pages of this server may do this");
}

function pageOf(hub: ApiPorts, { headers, url }: Request): string {
  const page = headers.get("origin");
  return findOrigin({ hub, url, ...(page === null ? {} : { page }) });
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** A browser sends the cookie over TLS alone where the page came over it. */
function cookieText({ headers }: Request, value: string, seconds: number): string {
  const isSecure = headers.get("origin")?.startsWith("https:") === true;
  return [
    `${cookieName(headers)}=${value}`,
    `Path=${PATH}`,
    `Max-Age=${seconds}`,
    "HttpOnly",
    "SameSite=Strict",
    ...(isSecure ? ["Secure"] : []),
  ].join("; ");
}

/** Servers on two ports of a host do not take each other's cookies away. */
function cookieName(headers: Headers): string {
  const port = /:(\d{1,5})$/u.exec(headers.get("host") ?? "")?.[1];
  return port === undefined ? COOKIE : `${COOKIE}_${port}`;
}

function readRefreshToken({ headers }: Request): string | undefined {
  const beginning = `${cookieName(headers)}=`;
  const pairs = (headers.get("cookie") ?? "").split(";").map((item) => item.trim());
  const cookie = pairs.find((item) => item.startsWith(beginning))?.slice(beginning.length) ?? "";
  const key = headers.get(KEY_HEADER) ?? "";
  return cookie.length === COOKIE_PART && key !== "" ? `${cookie}${key}` : undefined;
}
