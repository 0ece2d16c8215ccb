/** Routes that are made from the operations of servers: requests to input, answers to JSON. */
import { z } from "zod";
import {
  type GuestContext,
  guestOperations,
  type HubContext,
  type HubOperation,
  hubOperations,
  type MarketContext,
  partsOf,
  registryOperations,
} from "../../app/hub/index.ts";
import type { Viewer } from "../../registry/contract/index.ts";
import { type Caller, identifyCaller, confirmCaller } from "../../hub/accounts/index.ts";
import { apiCodes } from "../../hub/requests/index.ts";
import type { StreamEvent } from "../../hub/streams/index.ts";
import { parseBearer } from "../http/bearer.ts";
import { viewerOfCaller } from "../../hub/registry/index.ts";
import { limitHeaders } from "./limit-headers.ts";
import type { AnswerSpec, ApiRoute, CallerContext, HandlerResult, RouteContext } from "./route.ts";
import { IF_MATCH, route } from "./route.ts";
import { problemSchema } from "./schemas.ts";
import { streamAnswer } from "./sse.ts";

type RequestInput = RouteContext<object | undefined, object | undefined, object | undefined> &
  Partial<Pick<CallerContext<unknown, unknown, unknown>, "caller">>;

export function hubRoutes(): readonly ApiRoute[] {
  return [
    ...guestOperations.map((operation) => toRoute(operation, toGuest)),
    ...hubOperations.map((operation) => toRoute(operation, toHub)),
  ];
}

export function registryRoutes(): readonly ApiRoute[] {
  return registryOperations.map((operation) => toRoute(operation, toMarket));
}

function toRoute<Context>(
  operation: HubOperation<Context>,
  toContext: (asked: RequestInput) => Context | Promise<Context>,
): ApiRoute {
  const { answer, known, refusals, perform, isSecret, isGuarded, preview, broken, ...more } =
    operation;
  const { access, scope, ...spec } = more;
  const { status, ...given } = answer;
  const handle = async (asked: RequestInput): Promise<HandlerResult> => {
    // Tokens must not lie in a cache on the way.
    if (isSecret === true) asked.tell({ "cache-control": "no-store" });
    const { body, version, fileName, ...told } = await perform(await toContext(asked), asked);
    if (version !== undefined) asked.tell({ etag: `"${version}"` });
    if (fileName !== undefined)
      asked.tell({ "content-disposition": `attachment; filename="${fileName}"` });
    if (body !== undefined) return Response.json(body, { status: told.status ?? status });
    return status === 204 ? undefined : new Response(null, { status });
  };
  const headers = [...(spec.headers ?? []), ...(isGuarded === true ? [IF_MATCH] : [])];
  const common = {
    ...spec,
    ...(headers.length === 0 ? {} : { headers }),
    ...(preview === undefined ? {} : { dryRun: preview }),
    answers: {
      [status]: broken === undefined ? given : { ...given, ...EVENTS },
      ...(known === undefined ? {} : { 200: { ...given, doc: known } }),
      ...toAnswers(refusals),
    },
    handle:
      broken === undefined
        ? handle
        : (asked: RequestInput) => followed(asked, { perform, broken }, toContext),
  };
  return access === "everyone" ? route({ ...common, access }) : route({ ...common, access, scope });
}

const EVENTS = { schema: z.string(), media: "text/event-stream" } as const;

/** Streams what happens until it is over, the client has gone away, or the server stops. */
async function followed<Context>(
  asked: RequestInput,
  { perform, broken }: Required<Pick<HubOperation<Context>, "perform" | "broken">>,
  toContext: (asked: RequestInput) => Context | Promise<Context>,
): Promise<HandlerResult> {
  const { ports, request } = asked;
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, request.signal, ports.stopping]);
  const context = { ...(await toContext(asked)), signal };
  const { body, following } = await perform(context, asked);
  if (following === undefined) return body;
  const { events, executionId } = following;
  return streamAnswer(events, {
    clock: ports.clock,
    onGone: () => gone.abort(),
    ...(broken === "silent" ? {} : { onBroken: (cause) => lastEvents(asked, cause, broken) }),
    ...(executionId === undefined ? {} : { headers: { "x-execution-id": executionId } }),
  });
}

/** How a stream ends whose events broke off: with a word for the one who listens, and all of it for the log. */
function lastEvents(
  { ports, requestId }: RequestInput,
  cause: unknown,
  broken: "done" | "error",
): readonly StreamEvent[] {
  const message = "The server failed on a bug of its own.";
  ports.onProblem({ code: apiCodes.internal, severity: "error", message, cause }, requestId);
  const error = { event: "error", data: { message } };
  // A run that goes on by itself can be followed again, and is not done.
  return broken === "error"
    ? [error]
    : [error, { event: "done", data: { status: "error", message } }];
}

export function toAnswers(refusals: HubOperation<never>["refusals"]): {
  readonly [status: number]: AnswerSpec;
} {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, doc]) => [status, { doc, schema: problemSchema }]),
  );
}

const FORWARDED = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

function toGuest({ ports, request, requestId, address }: RequestInput): GuestContext {
  const { headers, signal, url } = request;
  const page = headers.get("origin");
  return {
    hub: ports,
    requestId,
    url,
    signal,
    isProxied: FORWARDED.some((name) => headers.has(name)),
    ...(page === null ? {} : { page }),
    ...(address === undefined ? {} : { address }),
  };
}

function toHub(asked: RequestInput): HubContext {
  const { caller, request } = asked;
  if (caller === undefined) throw new Error("Operations of users are for users.");
  const ifMatch = request.headers.get("if-match");
  const lastEvent = request.headers.get("last-event-id");
  return {
    ...toGuest(asked),
    caller,
    user: caller.user,
    token: parseBearer(request.headers.get("authorization") ?? undefined) ?? "",
    ...(ifMatch === null ? {} : { ifMatch }),
    ...(lastEvent === null ? {} : { lastEvent }),
  };
}

async function toMarket(asked: RequestInput): Promise<MarketContext> {
  const { address, request } = asked;
  return {
    market: asked.ports.market,
    viewer: await findVisitor(asked),
    ...(address === undefined ? {} : { address }),
    valuesOf: (field) => {
      const texts = new URL(request.url).searchParams.getAll(field);
      const values = texts.flatMap((text) => partsOf(text));
      return values.length === 0 ? undefined : values;
    },
  };
}

/** The owner of the token, or a stranger where there is none. A wrong token is refused. */
export async function findVisitor(
  asked: Pick<
    RequestInput,
    "ports" | "request" | "address" | "answer" | "assignTo" | "tell" | "caller"
  >,
): Promise<Viewer> {
  const { address: client = "", answer, ports } = asked;
  const token = parseBearer(asked.request.headers.get("authorization") ?? undefined);
  const caller = asked.caller ?? (await findCaller(asked, token));
  return {
    ...(caller === undefined ? { isModerator: false } : viewerOfCaller(caller)),
    ...(caller === undefined || token === undefined
      ? {}
      : { confirm: () => confirmCaller(ports.accounts, token, caller) }),
    client,
    onLimit: (state) => asked.tell(limitHeaders(state)),
    ...(answer === undefined ? {} : { reserve: answer.reserve }),
  };
}

async function findCaller(
  { ports: { accounts }, assignTo }: Pick<RequestInput, "ports" | "assignTo">,
  token: string | undefined,
): Promise<Caller | undefined> {
  if (token === undefined) return undefined;
  const caller = await identifyCaller(accounts, token);
  await assignTo(caller.user.id, () => confirmCaller(accounts, token, caller));
  return caller;
}
