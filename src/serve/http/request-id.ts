import type { MiddlewareHandler } from "hono";
import { newId } from "../../platform/machine/index.ts";

const HEADER = "x-request-id";

/** A proxy may have named the request already; whatever else comes in that header is not repeated. */
export function toRequestId(given: string | undefined): string {
  return given !== undefined && /^[\w-]{8,64}$/u.test(given) ? given : newId();
}

/** Names every answer that was not named where it was made, such as refusals of unknown addresses. */
export function nameAnswers(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    if (!headers.has(HEADER)) headers.set(HEADER, toRequestId(context.req.header(HEADER)));
  };
}
