import type { MiddlewareHandler } from "hono";

/** Answers are data: nothing in them may run, be framed or be guessed at by a browser. */
const SECURITY: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

const EXPOSED =
  "etag, retry-after, ratelimit-policy, ratelimit-limit, ratelimit-remaining, ratelimit-reset, x-ratelimit-limit, " +
  "x-ratelimit-remaining, x-ratelimit-reset, x-request-id";

/** Puts headers on every answer that its route did not set itself. */
export function securityHeaders(origins: readonly string[]): MiddlewareHandler {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  return async (context, next) => {
    const origin = context.req.header("origin");
    const isAllowed = origin !== undefined && allowed.has(origin);
    if (isAllowed && isPreflight(context.req.method, context.req.raw.headers))
      context.res = preflightAnswer();
    else await next();
    const { headers } = context.res;
    for (const [name, value] of Object.entries(SECURITY))
      if (!headers.has(name)) headers.set(name, value);
    headers.set("cross-origin-resource-policy", isAllowed ? "cross-origin" : "same-origin");
    if (allowed.size > 0) headers.append("vary", "origin");
    if (!isAllowed) return;
    headers.set("access-control-allow-origin", origin);
    headers.set("access-control-expose-headers", EXPOSED);
  };
}

function isPreflight(method: string, headers: Headers): boolean {
  return method === "OPTIONS" && headers.has("access-control-request-method");
}

function preflightAnswer(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": "authorization, content-type, if-match, x-request-id",
      "access-control-max-age": "600",
    },
  });
}
