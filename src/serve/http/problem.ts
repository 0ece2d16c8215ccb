import { hostCodes } from "../../library/hosts/index.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import { httpCodes } from "./diagnostics.ts";

/** Why there is no room for a request or its answer. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Codes that are not listed mean that the request itself was at fault. */
const STATUS: { readonly [code: string]: number } = {
  [httpCodes.notFound]: 404,
  [httpCodes.methodNotAllowed]: 405,
  [httpCodes.upgradeRequired]: 426,
  [httpCodes.tooLarge]: 413,
  [httpCodes.tooManyBytes]: 429,
  [httpCodes.tooManyRequests]: 429,
  [httpCodes.unreadAnswers]: 429,
  [httpCodes.noRoom]: 503,
  [httpCodes.tooSlow]: 408,
  [httpCodes.unknownHost]: 421,
  [httpCodes.otherSite]: 403,
  [httpCodes.wrongMediaType]: 415,
  [httpCodes.internal]: 500,
  [hostCodes.unauthorized]: 401,
  [hostCodes.tooManyHosts]: 503,
};

export function statusOf(code: string): number {
  return STATUS[code] ?? 400;
}

/** A problem as an answer: `{"error":{"code","message"}}` under the status that belongs to the code. */
export function problemResponse(
  problem: Pick<Diagnostic, "code" | "message">,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { code, message } = problem;
  return Response.json(
    { error: { code, message } },
    { status: statusOf(code), headers: { "cache-control": "no-store", ...headers } },
  );
}

/** The same as the API of the platform writes it: `{"detail":"…"}`. */
export function detailResponse(
  { code, message }: Pick<Diagnostic, "code" | "message">,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(
    { detail: message },
    { status: statusOf(code), headers: { "cache-control": "no-store", ...headers } },
  );
}
