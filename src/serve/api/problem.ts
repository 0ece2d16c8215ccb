import { jobCodes } from "../../platform/jobs/index.ts";
import { type Diagnostic, SkillError } from "../../skill/model/index.ts";
import { runCodes } from "../../run/index.ts";
import { accountCodes } from "../../hub/accounts/index.ts";
import { chatCodes } from "../../hub/chat/index.ts";
import { featureCodes } from "../../hub/features/index.ts";
import { knowledgeCodes } from "../../hub/knowledge/index.ts";
import { quotaCodes } from "../../hub/quotas/index.ts";
import { shelfCodes } from "../../hub/skills/index.ts";
import { workflowCodes } from "../../hub/workflows/index.ts";
import { httpCodes } from "../http/diagnostics.ts";
import { apiCodes } from "./diagnostics.ts";

/** Codes that are not listed mean that the request itself was at fault. */
const STATUS: { readonly [code: string]: number } = {
  [shelfCodes.notFound]: 404,
  [shelfCodes.conflict]: 409,
  [shelfCodes.forbidden]: 403,
  [shelfCodes.changed]: 412,
  [knowledgeCodes.notFound]: 404,
  [knowledgeCodes.conflict]: 409,
  [knowledgeCodes.forbidden]: 403,
  [knowledgeCodes.tooLarge]: 413,
  [featureCodes.unavailable]: 409,
  [featureCodes.disabled]: 403,
  [featureCodes.badEmbed]: 403,
  [chatCodes.notFound]: 404,
  [chatCodes.forbidden]: 403,
  [workflowCodes.notFound]: 404,
  [workflowCodes.forbidden]: 403,
  [workflowCodes.changed]: 412,
  [workflowCodes.conflict]: 409,
  [workflowCodes.badSignature]: 403,
  [quotaCodes.exceeded]: 507,
  [quotaCodes.tooLarge]: 413,
  [accountCodes.emailTaken]: 409,
  [accountCodes.lastAdmin]: 409,
  [accountCodes.nameTaken]: 409,
  [accountCodes.wrongPassword]: 401,
  [accountCodes.badToken]: 401,
  [accountCodes.disabled]: 403,
  [accountCodes.forbidden]: 403,
  [accountCodes.notFound]: 404,
  [accountCodes.tooManyAttempts]: 429,
  [accountCodes.busy]: 503,
  [runCodes.noModel]: 503,
  [runCodes.notAllowed]: 403,
  [runCodes.overBudget]: 429,
  [runCodes.noProvider]: 404,
  [runCodes.promptTooLong]: 413,
  [runCodes.modelFailed]: 502,
  [jobCodes.time]: 422,
  [jobCodes.memory]: 422,
  [jobCodes.output]: 422,
  [jobCodes.busy]: 503,
  [httpCodes.tooLarge]: 413,
  [httpCodes.tooManyBytes]: 429,
  [httpCodes.tooManyRequests]: 429,
  [httpCodes.unreadAnswers]: 429,
  [httpCodes.noRoom]: 503,
  [httpCodes.tooSlow]: 408,
  [apiCodes.notFound]: 404,
  [apiCodes.methodNotAllowed]: 405,
  [apiCodes.tooLarge]: 413,
  [apiCodes.wrongMediaType]: 415,
  [apiCodes.rateLimited]: 429,
  [apiCodes.unauthorized]: 401,
  [apiCodes.stopping]: 503,
  [apiCodes.unreachable]: 502,
  [apiCodes.internal]: 500,
};

/** `{"detail":{"field","message"}}` where a field is at fault, else `{"detail":"…"}`. */
export function problemAnswer(
  problem: Pick<Diagnostic, "code" | "message" | "path" | "hint"> & { readonly status?: number },
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { code, message, path, hint } = problem;
  const status = problem.status ?? STATUS[code] ?? 400;
  const told = shorten(hint === undefined ? message : `${message} ${hint}`);
  const detail =
    path === undefined ? told : { field: shorten(path.join(".")), message: shorten(message) };
  return Response.json(
    { detail },
    {
      status,
      headers: {
        "cache-control": "no-store",
        ...(status === 503 ? { "retry-after": "5" } : {}),
        ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
        ...headers,
      },
    },
  );
}

/** Messages repeat words of the request, which may be long. */
const MOST_CHARACTERS = 2000;

function shorten(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  return `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`;
}

/** What the one who asks is told of a failure; undefined: a fault of the program. */
export function diagnosticOf(error: unknown): Diagnostic | undefined {
  if (!SkillError.isInstance(error)) return undefined;
  // A disk or database that fails is no fault of the request, and its words name places of the machine.
  return /^(?:store|data)\//u.test(error.diagnostic.code) ? undefined : error.diagnostic;
}
