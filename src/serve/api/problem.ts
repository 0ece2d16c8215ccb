import { STATUSES } from "../../app/statuses.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import { statusOf } from "../http/problem.ts";

/** `{"detail":{"field","message"}}` where a field is at fault, else `{"detail":"…"}`. */
export function problemAnswer(
  problem: Pick<Diagnostic, "code" | "message" | "path" | "hint"> & { readonly status?: number },
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { code, message, path, hint } = problem;
  const status = problem.status ?? STATUSES[code] ?? statusOf(code);
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
