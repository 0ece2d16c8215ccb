import { type Context, Hono } from "hono";
import type { z } from "zod";
import { failure } from "../../platform/index.ts";
import { NO_TELEMETRY } from "../../platform/telemetry/index.ts";
import { isObject, SkillError } from "../../skill/model/index.ts";
import {
  accountCodes,
  type Caller,
  identifyCaller,
  confirmCaller,
} from "../../hub/accounts/index.ts";
import { parseBearer } from "../http/bearer.ts";
import { assignToUser, readAnswerCharge, readClientKey } from "../http/client-env.ts";
import { confirmAfterBody } from "../http/confirmed-body.ts";
import { nameAnswers, toRequestId } from "../http/request-id.ts";
import { pathWithoutSlash } from "../http/path.ts";
import { AUDITED, handleAudited } from "./audited.ts";
import { checkText, readBody } from "./body.ts";
import { apiCodes, diagnosticOf, LimitError } from "../../hub/requests/index.ts";
import { securityHeaders } from "./headers.ts";
import { limitHeaders, refusalHeaders } from "./limit-headers.ts";
import type { ApiPorts } from "./ports.ts";
import { problemAnswer } from "./problem.ts";
import type { ApiRoute, CallerContext, HandlerResult, RouteContext } from "./route.ts";
import { StreamResponse } from "./sse.ts";
import { StreamLimiter } from "./stream-room.ts";

/** The API without a socket: a function from requests to answers. */
export function createApi(ports: ApiPorts, table: readonly ApiRoute[]): Hono {
  const app = new Hono({ getPath: pathWithoutSlash });
  const { telemetry = NO_TELEMETRY } = ports;
  const counted = { ...ports, streams: ports.streams ?? new StreamLimiter() };
  app.use("*", securityHeaders(ports.cors));
  app.use("*", nameAnswers());
  for (const route of table)
    app.on(route.method, toHonoPath(route.path), (context) =>
      telemetry.continueFrom(context.req.raw.headers, () => answer(counted, route, context)),
    );
  for (const [path, same] of Map.groupBy(table, (route) => route.path)) {
    const allow = same.map(({ method }) => method).join(", ");
    app.all(toHonoPath(path), () =>
      problemAnswer(
        {
          code: apiCodes.methodNotAllowed,
          message: `This method is not allowed; use \`${allow}\`.`,
        },
        { allow },
      ),
    );
  }
  app.notFound(() =>
    problemAnswer({
      code: apiCodes.notFound,
      message: "No such address on this server.",
    }),
  );
  return app;
}

function toHonoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/gu, ":$1");
}

/** What is known of a request while it is answered. */
interface RequestRecord {
  readonly requestId: string;
  readonly began: number;
  userId?: string;
}

async function answer(ports: ApiPorts, route: ApiRoute, context: Context): Promise<Response> {
  const record: RequestRecord = {
    requestId: toRequestId(context.req.header("x-request-id")),
    began: ports.clock.now(),
  };
  const response = await answerOrProblem(ports, route, context, record);
  response.headers.set("x-request-id", record.requestId);
  if (response instanceof StreamResponse) {
    void watchStream(ports, route, record, response);
  } else leave(ports, route, record, response.status, false);
  return response;
}

async function watchStream(
  ports: ApiPorts,
  route: ApiRoute,
  record: RequestRecord,
  { ended, status }: StreamResponse,
): Promise<void> {
  ports.metrics.streamBegan();
  await ended;
  ports.metrics.streamEnded();
  leave(ports, route, record, status, true);
}

function leave(
  { clock, metrics, onRequest }: ApiPorts,
  { id: route, method }: ApiRoute,
  { requestId, began, userId }: RequestRecord,
  status: number,
  isStream: boolean,
): void {
  const milliseconds = clock.now() - began;
  metrics.answered(route, method, status, isStream ? undefined : milliseconds / 1000);
  onRequest({
    requestId,
    method,
    route,
    status,
    milliseconds,
    ...(userId === undefined ? {} : { userId }),
  });
}

async function answerOrProblem(
  ports: ApiPorts,
  route: ApiRoute,
  context: Context,
  record: RequestRecord,
): Promise<Response> {
  // How much of a limit is left is told of refusals too: they have been counted.
  const told: Record<string, string> = {};
  try {
    const response = await admitted(ports, route, context, record, told);
    for (const [name, value] of Object.entries(told)) response.headers.set(name, value);
    return response;
  } catch (error) {
    const known = diagnosticOf(error);
    if (known === undefined) {
      if (context.req.raw.signal.aborted) return new Response(null, { status: 499 });
      ports.onProblem(
        {
          code: apiCodes.internal,
          severity: "error",
          message: `Answering \`${route.id}\` failed.`,
          cause: error,
        },
        record.requestId,
      );
    }
    return problemAnswer(
      // What went wrong inside is no business of the one who asks.
      known === undefined
        ? { code: apiCodes.internal, message: "The server failed on a bug of its own." }
        : { ...known, ...findStatus(error) },
      error instanceof LimitError ? refusalHeaders(error) : told,
    );
  }
}

/** The status that the catalogue of the error says, where it says one. */
function findStatus(error: unknown): { readonly status?: number } {
  const status = SkillError.isInstance(error) ? error.status : undefined;
  return status === undefined ? {} : { status };
}

async function admitted(
  ports: ApiPorts,
  route: ApiRoute,
  context: Context,
  record: RequestRecord,
  told: Record<string, string>,
): Promise<Response> {
  const { requestId } = record;
  // Who asks is known before anything else of the request is looked at: strangers must not make the server work.
  const { caller, request, confirm } =
    route.access === "everyone"
      ? { caller: undefined, request: context.req.raw, confirm: undefined }
      : await admit(ports, route, context.req.raw);
  if (caller !== undefined) {
    record.userId = caller.user.id;
    await assignToUser(context, caller.user.id, confirm);
  }
  if (ports.isDraining() && streams(route))
    throw failure(apiCodes.stopping, "The server is stopping; try again in a moment");
  const address = readClientKey(context);
  // Strangers are counted by where they come from.
  const who = caller?.user.id ?? address ?? "";
  // Nothing is read for those who ask too often, and what is refused for its body counts too.
  const early = await chargeEarly(ports, route, who);
  Object.assign(told, early.headers);
  // What an administrator does has no bound.
  if (route.access === "user" && AUDITED.has(route.id))
    for (const counter of ["audited-day", "audited"])
      Object.assign(told, await charge(ports, counter, who));
  const counted = readAnswerCharge(context);
  const parsed: RouteContext<unknown, unknown, unknown> = {
    ports,
    request,
    requestId,
    ...(address === undefined ? {} : { address }),
    ...(counted === undefined ? {} : { answer: counted }),
    tell: (some) => void Object.assign(told, some),
    assignTo: (userId, again) => assignToUser(context, userId, again),
    params: parse("path", route.params, context.req.param()),
    query: parse("query", route.query, context.req.query()),
    body: route.body === undefined ? undefined : await readBody(request, route),
  };
  Object.assign(told, await chargeRight(ports, route, parsed.body, who, early));
  // `route` in route.ts says why the types fit.
  const input = (caller === undefined ? parsed : { ...parsed, caller }) as CallerContext<
    never,
    never,
    never
  >;
  const handle = async (): Promise<Response> => toResponse(route, await route.handle(input));
  const respond = (): Promise<Response> =>
    streams(route) ? following(ports, { who, confirm }, handle) : handle();
  return caller === undefined
    ? await respond()
    : await handleAudited(ports, route, { ...parsed, caller }, respond);
}

/** With the status of success that the route names. */
function toResponse({ answers }: ApiRoute, handled: HandlerResult): Response {
  if (handled instanceof Response) return handled;
  if (handled === undefined) return new Response(null, { status: 204 });
  const status = Number(Object.keys(answers).find((code) => code.startsWith("2")) ?? 200);
  return Response.json(handled, { status });
}

/** Whoever follows a stream has a place for it until it ends, and no longer than the rights to it. */
async function following(
  { streams: room, clock }: ApiPorts,
  {
    who,
    confirm,
  }: { readonly who: string; readonly confirm: AdmittedRequest["confirm"] | undefined },
  handle: () => Promise<Response>,
): Promise<Response> {
  const release = room?.take(who);
  let response: Response | undefined;
  try {
    response = await handle();
    return response;
  } finally {
    if (response instanceof StreamResponse) {
      void response.ended.then(release);
      if (confirm !== undefined)
        void response.ended.then(room?.confirm(clock, confirm, response.end));
    } else release?.();
  }
}

function streams({ answers }: ApiRoute): boolean {
  return answers[200]?.media === "text/event-stream";
}

interface AdmittedRequest {
  readonly caller: Caller;
  /** Its body ends with a refusal where the caller may no longer do this. */
  readonly request: Request;
  /** Refuses a caller who may no longer do this. */
  readonly confirm: () => Promise<void>;
}

async function admit(
  { accounts }: ApiPorts,
  route: Extract<ApiRoute, { readonly scope: string }>,
  request: Request,
): Promise<AdmittedRequest> {
  const token = parseBearer(request.headers.get("authorization") ?? undefined);
  if (token === undefined)
    throw failure(apiCodes.unauthorized, "Missing or invalid Authorization header");
  const caller = await identifyCaller(accounts, token);
  const { isAdmin, scopes } = caller;
  if (route.access === "admin" && !isAdmin)
    throw failure(accountCodes.forbidden, "Only an administrator may do this");
  if (scopes !== undefined && !scopes.includes(route.scope))
    throw failure(accountCodes.forbidden, `The token lacks the scope ${route.scope}`);
  const confirm = (): Promise<void> => confirmCaller(accounts, token, caller);
  return { caller, request: confirmAfterBody(request, confirm), confirm };
}

/** A charge that was made before the body was read. */
interface RequestCharge {
  readonly counter: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Which counter is the right one may depend on the body: any that has room is taken until that is known. */
async function chargeEarly(
  ports: ApiPorts,
  { limit, dryRun }: ApiRoute,
  who: string,
): Promise<RequestCharge> {
  if (dryRun !== undefined) {
    const state = await ports.limiter.take(dryRun.limit, who);
    if (state === undefined || state.isAllowed)
      return { counter: dryRun.limit, headers: state === undefined ? {} : limitHeaders(state) };
  }
  return { counter: limit, headers: await charge(ports, limit, who) };
}

async function chargeRight(
  ports: ApiPorts,
  { limit, dryRun }: ApiRoute,
  body: unknown,
  who: string,
  { counter, headers }: RequestCharge,
): Promise<Readonly<Record<string, string>>> {
  if (dryRun === undefined) return headers;
  const right = isObject(body) && body[dryRun.flag] === true ? dryRun.limit : limit;
  if (right === counter) return headers;
  if (counter !== undefined) await ports.limiter.giveBack(counter, who);
  return await charge(ports, right, who);
}

async function charge(
  { limiter }: ApiPorts,
  limit: string | undefined,
  who: string,
): Promise<Readonly<Record<string, string>>> {
  if (limit === undefined) return {};
  const state = await limiter.take(limit, who);
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
  checkText(value, where);
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
