/** Servers as this computer reaches them: their addresses, its tokens, and what their refusals mean. */
import { ApiError, type Client, createClient } from "../../client/index.ts";
import { readToken } from "../../library/hosts/index.ts";
import { failure, reasonOf } from "../../platform/index.ts";
import { type Diagnostic, quoteForShell, SkillError } from "../../skill/model/index.ts";
import type { OpenServer, PlaceChoice, ServerChoice } from "../server/servers.ts";
import type { LocalComputer } from "./local-computer.ts";
import { findStoredToken, requireEncryption } from "./logins.ts";

const DEFAULT_SERVER = "http://127.0.0.1:4817";

type Computer = Pick<LocalComputer, "environment">;

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
export function secureServerUrl(given: string | undefined, plainText: boolean): string {
  const url = serverUrl(given);
  requireEncryption(new URL(url), plainText);
  return url;
}

/**
 * The token for an address. That of the environment is for the server that was named: on the usual port anybody on
 * this machine may listen.
 */
function findToken(
  computer: Computer,
  { tokenFile }: Pick<ServerChoice, "tokenFile">,
  address: string | undefined,
): string | undefined {
  const isNamed = address !== undefined && address !== "";
  const given =
    isNamed || tokenFile !== undefined
      ? readToken({
          environment: computer.environment,
          variable: "SKILLWRIGHT_TOKEN",
          ...(tokenFile === undefined ? {} : { tokenFile }),
        })
      : undefined;
  return given ?? findStoredToken(computer, serverUrl(address));
}

/** A client of the server that is named, with the token of whoever runs the program. */
export function connectServer(computer: Computer, choice: ServerChoice): OpenServer {
  const address = choice.server ?? computer.environment["SKILLWRIGHT_SERVER"];
  const url = secureServerUrl(address, choice.plainText);
  const token = findToken(computer, choice, address);
  if (token === undefined)
    throw failure("cli/no-login", `Not logged in to \`${url}\`.`, {
      hint: `Log in with \`skillwright login ${quoteForShell(url)}\`, or name the server for which \`SKILLWRIGHT_TOKEN\` is, such as \`--server ${quoteForShell(url)}\`.`,
    });
  const server = toOpenServer(createClient({ url, token }), url);
  return { ...server, explain: (error) => server.explain(asAnswer(error, url)) };
}

/** Whatever is at the address may answer with values of any kind, which are not checked before they are used. */
function asAnswer(error: unknown, url: string): unknown {
  if (!(error instanceof TypeError) || error.message === "fetch failed") return error;
  return failure("cli/refused", `\`${url}\` does not answer as a Skillwright server does.`, {
    hint: "Check the address. It may be another program, or a server of another version.",
    cause: error,
  });
}

/** A server that is reached; one of this machine's data has nothing to log in to. */
export function toOpenServer(
  client: Client,
  url: string = DEFAULT_SERVER,
  close: OpenServer["close"] = nothing,
): OpenServer {
  return { client, explain: (error) => explainFailure(error, url), close };
}

async function nothing(): Promise<void> {}

/** Without a word about a server, and without a token for the usual one, only this machine is left. */
export function choosePlace(
  computer: Computer,
  choice: PlaceChoice,
): "server" | "here" | "nowhere else" {
  if (choice.local || choice.data !== undefined) {
    if (choice.server === undefined) return "here";
    throw failure("cli/usage", "`--server` cannot be combined with `--local` or `--data`.", {
      hint: "Leave out the server to work on the data of this machine.",
    });
  }
  const named = choice.server ?? computer.environment["SKILLWRIGHT_SERVER"] ?? "";
  if (named !== "") return "server";
  const token = findToken(computer, choice, undefined);
  return token === undefined ? "nowhere else" : "server";
}

/** What a server says no to ends a command with 1. */
export function refusedError(said: Pick<Diagnostic, "message" | "hint">): SkillError {
  return new SkillError({ code: "cli/refused", severity: "error", ...said }, { exit: 1 });
}

/** A server that refuses is an answer of no; one that cannot be reached is a failure. */
export function explainFailure(error: unknown, url: string, refusedHint?: string): unknown {
  if (!(error instanceof ApiError)) return unreachable(error);
  const field = error.field === undefined ? "" : ` (\`${error.field}\`)`;
  const isWrong = error.status === 401 && refusedHint !== undefined;
  const hint = isWrong ? refusedHint : hintFor(error, url);
  return refusedError({
    message: `${error.message.replace(/\.$/u, "")}${field}.`,
    ...(hint === undefined ? {} : { hint }),
  });
}

function hintFor(
  { status, retryAfter, requestId, message }: ApiError,
  url: string,
): string | undefined {
  if (status === 0 || (status >= 300 && status < 400))
    return "If you trust that server, log in to it, and name it in place of this one.";
  if (status === 401) return `Log in again with \`skillwright login ${quoteForShell(url)}\`.`;
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
