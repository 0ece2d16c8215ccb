import { quoteForShell } from "../../skill/model/index.ts";
import { ApiError, type Client, createClient } from "../../client/index.ts";
import { readToken } from "../../library/hosts/index.ts";
import { failure, reasonOf } from "../../platform/index.ts";
import { type Context, FINDINGS } from "../context.ts";
import { type Diagnostic, SkillError } from "../../skill/index.ts";
import { textOptions } from "../text-options.ts";
import { keptToken, requireEncryption } from "../../app/machine/logins.ts";

const DEFAULT_SERVER = "http://127.0.0.1:4817";

/** The address of a server without what makes no difference. */
export function serverUrl(given: string | undefined): string {
  const text = given === undefined || given === "" ? DEFAULT_SERVER : given;
  if (!/^https?:\/\//u.test(text) || !URL.canParse(text))
    throw failure("cli/usage", `The server \`${text}\` is not an http or https address.`, {
      hint: `Such as ${DEFAULT_SERVER}.`,
    });
  return text.replace(/(?<!\/)\/+$/u, "");
}

/** The same, for what only that server may read: a password, a token, a document. */
export function secureServerUrl(given: string | undefined, context: Context): string {
  const url = serverUrl(given);
  requireEncryption(new URL(url), context.options.flag("plain-text"));
  return url;
}

function serverOf(context: Context): string {
  const { options, environment } = context;
  return secureServerUrl(options.text("server") ?? environment["SKILLWRIGHT_SERVER"], context);
}

/** A client for the server of the options, with the token of whoever runs the program. */
export function connect(context: Context): Client {
  return connectTo(context, serverOf(context));
}

/** The same for a server by its address; default: the usual one. */
export function connectTo(context: Context, address: string | undefined): Client {
  const url = secureServerUrl(address, context);
  const given = readToken({
    environment: context.environment,
    variable: "SKILLWRIGHT_TOKEN",
    ...textOptions(context.options, { tokenFile: "token-file" }),
  });
  const token = given ?? keptToken(context, url);
  if (token === undefined)
    throw failure("cli/no-login", `Not logged in to \`${url}\`.`, {
      hint: `Log in with \`skillwright login ${quoteForShell(url)}\`, or set \`SKILLWRIGHT_TOKEN\`.`,
    });
  return createClient({ url, token });
}

/** What a server says no to ends a command with 1. */
export function refusal(said: Pick<Diagnostic, "message" | "hint">): SkillError {
  return new SkillError({ code: "cli/refused", severity: "error", ...said }, { exit: FINDINGS });
}

/** Does what a command does; a server that refuses ends it with 1, one that cannot be reached with 2. */
export async function asking(
  context: Context,
  work: () => Promise<number>,
  refusedHint?: string,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw unreachable(error);
    const field = error.field === undefined ? "" : ` (\`${error.field}\`)`;
    const isWrong = error.status === 401 && refusedHint !== undefined;
    const hint = isWrong ? refusedHint : hintFor(error, context);
    throw refusal({
      message: `${error.message.replace(/\.$/u, "")}${field}.`,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

function hintFor(
  { status, retryAfter, requestId, message }: ApiError,
  context: Context,
): string | undefined {
  if (status === 0 || (status >= 300 && status < 400))
    return "If you trust that server, log in to it, and name it in place of this one.";
  if (status === 401)
    return `Log in again with \`skillwright login ${quoteForShell(serverOf(context))}\`.`;
  const { scope } = /^The token lacks the scope (?<scope>[a-z:]+)/u.exec(message)?.groups ?? {};
  if (status === 403 && scope !== undefined)
    return `Log in again with \`skillwright login --scope ${quoteForShell(scope)}\`.`;
  if (retryAfter !== undefined) return `Try again in ${retryAfter} seconds.`;
  if (status >= 500 && requestId !== undefined)
    return `The log of the server knows the request as ${requestId}.`;
  return undefined;
}

/** What `fetch` throws says little; its cause says why. */
function unreachable(error: unknown): unknown {
  if (!(error instanceof TypeError) || error.message !== "fetch failed") return error;
  return failure("cli/unreachable", `The server cannot be reached: ${reasonOf(error.cause)}.`, {
    hint: "Start one with `skillwright serve`, or name another with `--server`.",
    cause: error,
  });
}
