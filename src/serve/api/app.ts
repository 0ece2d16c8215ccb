import { type Context, Hono } from "hono";
import type { z } from "zod";
import { failure } from "../../platform/index.ts";
import { newId } from "../../platform/machine/index.ts";
import { SkillError } from "../../skill/index.ts";
import { accountCodes, type Caller, callerOf } from "../accounts/index.ts";
import { apiCodes } from "./diagnostics.ts";
import { LimitError, limitHeaders } from "./limit-error.ts";
import type { ApiPorts } from "./ports.ts";
import { diagnosticOf, problemAnswer } from "./problem.ts";
import { readBody } from "./body.ts";
import type { ApiRoute, CallerContext, RouteContext } from "./route.ts";

/** The API without a socket: a function from requests to answers. */
export function createApi(ports: ApiPorts, table: readonly ApiRoute[]): Hono {
  const app = new Hono();
  for (const route of table)
    app.on(route.method, toHonoPath(route.path), (context) => answer(ports, route, context));
  for (const [path, same] of Map.groupBy(table, (route) => route.path)) {
    const allow = same.map(({ method }) => method).join(", ");
    app.all(toHonoPath(path), () =>
      problemAnswer(
        { code: apiCodes.methodNotAllowed, message: `Unexpected method, expected \`${allow}\`.` },
        { allow },
      ),
    );
  }
  return app;
}

function toHonoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/gu, ":$1");
}

async function answer(ports: ApiPorts, route: ApiRoute, context: Context): Promise<Response> {
  const request = context.req.raw;
  const requestId = newId();
  try {
    const response = await admitted(ports, route, context, requestId);
    response.headers.set("x-request-id", requestId);
    return response;
  } catch (error) {
    const known = diagnosticOf(error);
    if (known === undefined) {
      if (request.signal.aborted) return new Response(null, { status: 499 });
      ports.onProblem(
        {
          code: apiCodes.internal,
          severity: "error",
          message: `Unexpected fault while answering \`${route.id}\`.`,
          cause: error,
        },
        requestId,
      );
    }
    return problemAnswer(
      // What went wrong inside is no business of the one who asks.
      known ?? { code: apiCodes.internal, message: "Unexpected fault in the server itself." },
      { "x-request-id": requestId, ...(error instanceof LimitError ? error.headers : {}) },
    );
  }
}

async function admitted(
  ports: ApiPorts,
  route: ApiRoute,
  context: Context,
  requestId: string,
): Promise<Response> {
  const request = context.req.raw;
  // Who asks is known before anything else of the request is looked at: strangers must not make the server work.
  const caller = route.access === "everyone" ? undefined : await admit(ports, route, request);
  const headers = await charge(ports, route, caller);
  const parsed: RouteContext<unknown, unknown, unknown> = {
    ports,
    request,
    requestId,
    params: parse("path", route.params, context.req.param()),
    query: parse("query", route.query, context.req.query()),
    body: route.body === undefined ? undefined : await readBody(request, route),
  };
  // `route` in route.ts says why the types fit.
  const input = (caller === undefined ? parsed : { ...parsed, caller }) as CallerContext<
    never,
    never,
    never
  >;
  const response = await route.handle(input);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

async function admit(
  { accounts }: ApiPorts,
  route: Extract<ApiRoute, { readonly scope: string }>,
  request: Request,
): Promise<Caller> {
  const header = request.headers.get("authorization");
  const token = /^Bearer +(\S+)$/iu.exec(header ?? "")?.[1];
  if (token === undefined)
    throw failure(apiCodes.unauthorized, "Missing or invalid Authorization header");
  const caller = await callerOf(accounts, token);
  const { user, scopes } = caller;
  if (route.access === "admin" && user.role !== "admin")
    throw failure(accountCodes.forbidden, "Only an administrator may do this");
  if (scopes !== undefined && !scopes.includes(route.scope))
    throw failure(accountCodes.forbidden, `The token lacks the scope ${route.scope}`);
  return caller;
}

async function charge(
  { limiter }: ApiPorts,
  { limit }: ApiRoute,
  caller: Caller | undefined,
): Promise<Readonly<Record<string, string>>> {
  if (limit === undefined || caller === undefined) return {};
  const state = await limiter.take(limit, caller.user.id);
  if (state === undefined) return {};
  if (state.isAllowed) return limitHeaders(state);
  throw new LimitError(
    apiCodes.rateLimited,
    `Rate limit exceeded: ${state.limit} per ${periodWords(state.seconds)}`,
    state,
  );
}

function periodWords(seconds: number): string {
  const minutes = seconds / 60;
  if (!Number.isInteger(minutes)) return `${seconds} seconds`;
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

function parse(where: string, schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new SkillError({
    code: apiCodes.invalid,
    severity: "error",
    message: issue?.message ?? "It is not valid",
    path: issue === undefined || issue.path.length === 0 ? [where] : issue.path.map(String),
  });
}
