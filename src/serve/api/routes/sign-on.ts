/** Sign-on through another service. Browsers follow it; programs have tokens. */
import { z } from "zod";
import { failure } from "../../../platform/index.ts";
import { accountCodes, createPhrase, type SignOn } from "../../../hub/accounts/index.ts";
import { diagnosticOf } from "../../../hub/requests/index.ts";
import type { ApiPorts } from "../ports.ts";
import { type ApiRoute, route } from "../route.ts";
import { problemSchema } from "../schemas.ts";

const tag = "accounts";
const limit = "passkey";
const params = z.object({ service: z.string().max(32) });
const COOKIE = "skillwright_sign_on";
const PATH = "/api/v1/session/sign-on";
const SECONDS = 600;

export const signOnRoutes: readonly ApiRoute[] = [
  route({
    method: "GET",
    path: `${PATH}/{service}`,
    id: "beginSignOn",
    tag,
    doc: "Redirects a browser to another service to log in there.",
    access: "everyone",
    limit,
    params,
    answers: {
      303: { doc: "The address of the service." },
      404: { doc: "There is no such service.", schema: problemSchema },
    },
    handle: async ({ ports, params: { service } }) => {
      const { url, state } = await requireSignOn(ports).begin(service);
      return toPage(url, cookieText(ports, state, SECONDS));
    },
  }),
  route({
    method: "GET",
    path: `${PATH}/{service}/answer`,
    id: "finishSignOn",
    tag,
    doc: "Receives a browser that has logged in at another service, and redirects it to a page that opens the session.",
    access: "everyone",
    limit,
    params,
    answers: {
      303: { doc: "The page." },
      404: { doc: "No service is connected.", schema: problemSchema },
    },
    handle: async ({ ports, params: { service }, request, requestId }) => {
      const signOn = requireSignOn(ports);
      const spent = cookieText(ports, "", 0);
      const state = stateOf(request);
      try {
        const answer = new URL(request.url).searchParams;
        const user = await signOn.finish(service, answer, state);
        const { accounts } = ports;
        const word = await createPhrase(accounts, { kind: "let-in", userId: user.id, minutes: 2 });
        return toPage(pageOf(ports, word), spent);
      } catch (error) {
        const problem = diagnosticOf(error);
        if (problem === undefined) throw error;
        // Whoever never began is no concern of the operator.
        if (state !== "") ports.onProblem(problem, requestId);
        // A page that shows words of its address could be made to say anything.
        return toPage(pageOf(ports, `problem=${problem.code.replace("account/", "")}`), spent);
      }
    },
  }),
];

function requireSignOn({ signOn }: ApiPorts): SignOn {
  if (signOn === undefined) throw failure(accountCodes.notFound, "No service is connected.");
  return signOn;
}

function pageOf({ publicUrl = "" }: ApiPorts, word: string): string {
  return `${publicUrl.replace(/\/$/u, "")}/signed-in#${word}`;
}

function toPage(location: string, cookie: string): Response {
  return new Response(null, {
    status: 303,
    headers: {
      location,
      "set-cookie": cookie,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    },
  });
}

/** `Lax`: it comes along when the other service leads back here. */
function cookieText({ publicUrl = "" }: ApiPorts, value: string, seconds: number): string {
  return [
    `${COOKIE}=${value}`,
    `Path=${PATH}`,
    `Max-Age=${seconds}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(publicUrl.startsWith("https:") ? ["Secure"] : []),
  ].join("; ");
}

function stateOf({ headers }: Request): string {
  const pairs = (headers.get("cookie") ?? "").split(";").map((item) => item.trim());
  const found = pairs.find((item) => item.startsWith(`${COOKIE}=`));
  return found?.slice(COOKIE.length + 1) ?? "";
}
