import type { Context, Hono } from "hono";
import { failure } from "../../platform/index.ts";
import { untrustedCaller } from "../../platform/jobs/index.ts";
import { newId } from "../../platform/machine/index.ts";
import type { LimitLeft, Market, Viewer } from "../../registry/contract/index.ts";
import { marketCodes } from "../../registry/contract/index.ts";
import type {
  ProtocolAdapter,
  ProtocolRow,
  RequestContext,
} from "../../registry/protocols/index.ts";
import {
  answerRequest,
  createAdapters,
  resourceMetadataUrl,
} from "../../registry/protocols/index.ts";
import { SkillError } from "../../skill/model/index.ts";
import { accountCodes } from "../../hub/accounts/index.ts";
import { apiCodes, LimitError } from "../../hub/requests/index.ts";
import type { ApiPorts } from "../api/index.ts";
import { limitHeaders, refusalHeaders } from "../api/limit-headers.ts";
import { releasedAfter, type StreamLimiter } from "../api/stream-room.ts";
import { CARD_SUFFIX, serverCardAnswer } from "../mcp/server-card.ts";
import { httpCodes } from "../http/diagnostics.ts";
import { statusOf } from "../http/problem.ts";
import { chargeMarket } from "./charge-search.ts";
import { DEVICE_PAGE, devicePageAnswer } from "./device-page.ts";
import type { Jobs } from "../../hub/jobs/index.ts";
import { authorizePage } from "./authorize-page.ts";
import { createMarketMcp, MARKET_MCP_LOGIN_PATH, MARKET_MCP_PATH } from "./mcp.ts";
import { type IssuerSettings, openExternalIssuer } from "./external-issuer.ts";
import type { OwnViewer } from "./mirror.ts";
import { type ViewedRequest, findViewer } from "./request-viewer.ts";

export interface ProtocolPorts extends Pick<
  ApiPorts,
  "accounts" | "clock" | "version" | "limiter" | "metrics" | "onRequest" | "onProblem"
> {
  readonly market: Market;
  readonly jobs?: Jobs;
  readonly streams?: StreamLimiter;
  /** How clients reach the server, where a proxy stands before it; else as they asked for it. */
  readonly publicUrl?: string | undefined;
  /** Makes tokens for the registry over MCP in place of this server. */
  readonly issuer?: IssuerSettings | undefined;
  /** Gets the description of a program that logs people in, on the account of a user or an address. */
  readonly fetchClient: (address: URL, owner: string) => Promise<unknown>;
}

function baseOf({ publicUrl }: ProtocolPorts, url: URL): string {
  return (publicUrl ?? url.origin).replace(/\/$/u, "");
}

/** A row with what finds its parameters in a path. */
interface MountedRoute {
  readonly adapter: ProtocolAdapter;
  readonly row: ProtocolRow;
  readonly pattern: RegExp;
}

/** Adapters that a token in the address may open: their clients send no header. */
const BY_ADDRESS: ReadonlySet<string> = new Set(["discovery", "download", "log"]);

/** The same skills: for everybody, and for those who have logged in. */
const MCP_PATHS = [MARKET_MCP_PATH, MARKET_MCP_LOGIN_PATH] as const;

/** What a program may do after its user has agreed. */
const DEVICE_SCOPES = ["registry:read", "registry:write"] as const;

export interface MountedProtocols {
  readonly close: () => Promise<void>;
}

/** Puts the protocols of other programs onto the server. */
export function mountProtocols(app: Hono, ports: ProtocolPorts): MountedProtocols {
  app.get(DEVICE_PAGE, () => devicePageAnswer());
  const adapters = createAdapters({
    deviceScopes: DEVICE_SCOPES,
    devicePage: DEVICE_PAGE,
    oauth: {
      resourcePaths: MCP_PATHS,
      ...(ports.issuer === undefined ? {} : { issuer: ports.issuer.issuer }),
      fetchClient: ports.fetchClient,
      authorizePage,
    },
  });
  const all = adapters.flatMap((adapter) =>
    adapter.rows.map((row): MountedRoute => ({ adapter, row, pattern: toPattern(row.path) })),
  );
  for (const mounted of all) {
    const { method, path } = mounted.row;
    app.on(method, honoPath(path), async (context, next) => {
      const { pathname } = new URL(context.req.url);
      const params = paramsIn(mounted, pathname);
      if (params === undefined) return next();
      return answer(ports, mounted, context, params);
    });
  }
  app.on("GET", "/t/*", async (context, next) => {
    const { pathname } = new URL(context.req.url);
    const { token, rest } = /^\/t\/(?<token>[^/]+)(?<rest>\/.*)$/u.exec(pathname)?.groups ?? {};
    if (token === undefined || rest === undefined) return next();
    for (const mounted of all) {
      const isOpen = mounted.row.method === "GET" && BY_ADDRESS.has(mounted.adapter.id);
      const params = isOpen ? paramsIn(mounted, rest) : undefined;
      if (params !== undefined) return answer(ports, mounted, context, params, { token, rest });
    }
    return next();
  });
  refuseOtherMethods(app, all);
  return mountMcp(app, ports);
}

function mountMcp(app: Hono, ports: ProtocolPorts): MountedProtocols {
  const { market, jobs, clock, version, onProblem } = ports;
  const mcp = createMarketMcp({
    market,
    clock,
    version,
    ...(jobs === undefined ? {} : { jobs }),
    chargeSearch: async (owner) =>
      void (await chargeMarket(ports.limiter, "registry-search", owner)),
    onError: (error) => {
      fault("mcp", error, onProblem, newId());
    },
  });
  const issuer =
    ports.issuer === undefined ? undefined : openExternalIssuer(ports.issuer, ports.accounts);
  const answerAt = async (context: Context, path: string): Promise<Response> => {
    const base = baseOf(ports, new URL(context.req.url));
    const metadata = resourceMetadataUrl(base, path);
    const mayBeStranger = path === MARKET_MCP_PATH;
    const resources = MCP_PATHS.map((one) => new URL(base + one));
    const viewerOf = async (): Promise<ViewedRequest> =>
      (await issuer?.viewerOf(context, resources)) ??
      (await findViewer(ports.accounts, context, undefined));
    const mcpRefusal = (error: unknown): Response => refuseMcp(error, metadata);
    const who = await openMcpClient(ports, viewerOf, mayBeStranger).catch(mcpRefusal);
    if (who instanceof Response) return who;
    const { client, request } = who;
    const chargeMessages = async (messages: number): Promise<Response | undefined> => {
      try {
        for (let count = 0; count < messages; count += 1)
          await charge(ports, { limit: MCP_LIMIT }, { client });
        return undefined;
      } catch (error) {
        return mcpRefusal(error);
      }
    };
    const refused = await chargeMessages(1);
    if (refused !== undefined) return refused;
    const { jobOwner, viewer } = who;
    const answerMcp = (): Promise<Response> =>
      mcp.fetch(request, { client, jobOwner, charge: chargeMessages }, viewer).catch(mcpRefusal);
    return listens(request)
      ? await listening(ports, who, answerMcp, mcpRefusal)
      : await answerMcp();
  };
  for (const path of MCP_PATHS) app.all(path, (context) => answerAt(context, path));
  app.all(`${MARKET_MCP_PATH}${CARD_SUFFIX}`, (context) => {
    const base = baseOf(ports, new URL(context.req.url));
    return serverCardAnswer(context.req.raw, `${base}${MARKET_MCP_PATH}`, version);
  });
  return { close: mcp.close };
}

/** Whether an answer over MCP goes on until the client has heard enough. */
function listens({ method, headers }: Request): boolean {
  return method === "GET" || headers.get("mcp-method") === "subscriptions/listen";
}

async function listening(
  { streams, clock }: ProtocolPorts,
  { client, confirm }: McpClient,
  answerMcp: () => Promise<Response>,
  mcpRefusal: (error: unknown) => Response,
): Promise<Response> {
  let release: (() => void) | undefined;
  try {
    release = streams?.take(client);
  } catch (error) {
    return mcpRefusal(error);
  }
  try {
    const response = await answerMcp();
    if (streams === undefined || confirm === undefined)
      return releasedAfter(response, release ?? (() => {}));
    return releasedAfter(response, release ?? (() => {}), (end) =>
      streams.confirm(clock, confirm, end),
    );
  } catch (error) {
    release?.();
    throw error;
  }
}

/** Counts messages over MCP: of a user, or of the address of a stranger. */
const MCP_LIMIT = "mcp";

interface McpClient {
  readonly client: string;
  readonly jobOwner: string;
  readonly request: Request;
  /** Throws where a user may no longer ask. */
  readonly confirm?: () => Promise<void>;
  /** Absent: a stranger. */
  readonly viewer?: OwnViewer;
}

/** Whom a request counts for; fails for whoever may not ask. */
async function openMcpClient(
  ports: ProtocolPorts,
  viewerOf: () => Promise<ViewedRequest>,
  mayBeStranger: boolean,
): Promise<McpClient> {
  const { viewer, request } = await viewerOf();
  const { userId, scopes, origin, client = "", confirm } = viewer;
  if (userId === undefined) {
    if (ports.market.isPrivate || !mayBeStranger)
      throw failure(accountCodes.badToken, "A token is needed");
    return { client, jobOwner: untrustedCaller(client), request };
  }
  if (origin !== undefined)
    throw failure(accountCodes.forbidden, "A build may publish, and nothing else");
  if (scopes !== undefined && !scopes.some((scope) => scope.startsWith("registry:")))
    throw failure(accountCodes.forbidden, "The token does not allow the registry");
  // Whoever moderates sees what all others keep for themselves, which is no business of a model.
  const reader = { userId, isModerator: false, ...(scopes === undefined ? {} : { scopes }) };
  const own = { client: userId, jobOwner: userId, request, viewer: reader };
  return confirm === undefined ? own : { ...own, confirm };
}

/** Says what a client needs to log its user in: where it learns who issues tokens, and which. */
function refuseMcp(error: unknown, metadata: string): Response {
  const challenge = `scope="registry:read", resource_metadata="${metadata}"`;
  if (!SkillError.isInstance(error)) throw error;
  if (error instanceof LimitError) return tooMany(error);
  const { code } = error.diagnostic;
  if (code === accountCodes.forbidden)
    return bearer(403, `error="insufficient_scope", ${challenge}`);
  if (code === accountCodes.disabled) return new Response(null, { status: 403 });
  if (code === accountCodes.badToken) return bearer(401, challenge);
  throw error;
}

function bearer(status: number, words: string): Response {
  return new Response(null, { status, headers: { "www-authenticate": `Bearer ${words}` } });
}

function tooMany(error: LimitError): Response {
  const { message } = error.diagnostic;
  return new Response(`${message}\n`, { status: 429, headers: refusalHeaders(error) });
}

function refuseOtherMethods(app: Hono, all: readonly MountedRoute[]): void {
  for (const [path, same] of Map.groupBy(all, ({ row }) => row.path)) {
    const methods: readonly string[] = same.map(({ row }) => row.method);
    const allow = methods.join(", ");
    const known = new Set([...methods, "OPTIONS", ...(methods.includes("GET") ? ["HEAD"] : [])]);
    app.all(honoPath(path), async (context, next) => {
      const isHere = same.some(({ pattern }) => pattern.test(new URL(context.req.url).pathname));
      if (!isHere || known.has(context.req.method)) return next();
      return new Response("Method not allowed\n", { status: 405, headers: { allow } });
    });
  }
}

function honoPath(path: string): string {
  return path.replaceAll(/\{\w+\.\.\.\}/gu, "*").replaceAll(/\{(\w+)\}/gu, ":$1");
}

function toPattern(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/gu, String.raw`\$&`);
  const source = escaped
    .replaceAll(/\{(\w+)\\\.\\\.\\\.\}/gu, "(?<$1>.+)")
    .replaceAll(/\{(\w+)\}/gu, "(?<$1>[^/]+)");
  return new RegExp(`^${source}$`, "u");
}

function paramsIn(
  { pattern }: MountedRoute,
  pathname: string,
): Readonly<Record<string, string>> | undefined {
  const match = pattern.exec(pathname);
  if (match === null) return undefined;
  try {
    return Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return undefined;
  }
}

/** A token that stands in the address, and the path behind it. */
interface TokenPath {
  readonly token: string;
  readonly rest: string;
}

async function answer(
  ports: ProtocolPorts,
  { adapter, row }: MountedRoute,
  context: Context,
  params: RequestContext["params"],
  opened?: TokenPath,
): Promise<Response> {
  const { clock, metrics, onRequest, onProblem, market } = ports;
  const requestId = newId();
  const began = clock.now();
  const { raw } = context.req;
  const url = new URL(raw.url);
  const base = baseOf(ports, url);
  if (opened !== undefined) url.pathname = opened.rest;
  let userId: string | undefined;
  let response: Response;
  // How much of a limit is left is told of refusals too: they have been counted.
  const left: Record<string, string> = {};
  try {
    const { viewer: asker, request } = await findViewer(ports.accounts, context, opened?.token);
    const onLimit = (state: LimitLeft): void => void Object.assign(left, limitHeaders(state));
    const viewer = { ...asker, onLimit };
    await charge(ports, row, viewer, row.cost?.(url));
    userId = viewer.userId;
    response = await answerRequest(adapter, row, { request, url, params, market, viewer, base });
  } catch (error) {
    response = refusal(adapter, raw, error) ?? fault(adapter.id, error, onProblem, requestId);
  }
  for (const [name, value] of Object.entries(left))
    if (!response.headers.has(name)) response.headers.set(name, value);
  response.headers.set("x-request-id", requestId);
  const milliseconds = clock.now() - began;
  metrics.answered(adapter.id, row.method, response.status, milliseconds / 1000);
  onRequest({
    requestId,
    method: row.method,
    route: adapter.id,
    status: response.status,
    milliseconds,
    ...(userId === undefined ? {} : { userId }),
  });
  return response;
}

function fault(
  adapter: string,
  error: unknown,
  onProblem: ProtocolPorts["onProblem"],
  requestId: string,
): Response {
  onProblem(
    {
      code: apiCodes.internal,
      severity: "error",
      message: `Answering \`${adapter}\` failed.`,
      cause: error,
    },
    requestId,
  );
  // What went wrong inside is no business of the one who asks.
  return new Response("The server failed on a bug of its own.\n", { status: 500 });
}

async function charge(
  { limiter }: ProtocolPorts,
  { limit, body }: Pick<ProtocolRow, "limit" | "body">,
  { userId, client = "", onLimit }: Pick<Viewer, "userId" | "client" | "onLimit">,
  cost = 1,
): Promise<void> {
  const who = body === undefined || body.from === "everyone" ? client : userId;
  // A stranger on a route for members is refused without it.
  const state =
    limit === undefined || who === undefined ? undefined : await limiter.take(limit, who, cost);
  if (state !== undefined) onLimit?.(state);
  if (state === undefined || state.isAllowed) return;
  throw new LimitError(apiCodes.rateLimited, "Too many requests. Please try again later.", state);
}

const BODY_CODES: ReadonlySet<string> = new Set([
  httpCodes.tooLarge,
  httpCodes.tooManyBytes,
  httpCodes.unreadAnswers,
  httpCodes.noRoom,
  httpCodes.tooSlow,
]);

/** An unknown token, or too many requests, in the words of the protocol. */
function refusal(adapter: ProtocolAdapter, request: Request, error: unknown): Response | undefined {
  if (!SkillError.isInstance(error)) return undefined;
  if (error instanceof LimitError) return tooMany(error);
  const { code, message } = error.diagnostic;
  // The listener, which counts bodies and answers, answers in its own words.
  if (BODY_CODES.has(code)) return new Response(`${message}\n`, { status: statusOf(code) });
  if (code === accountCodes.badToken)
    return adapter.refuse({ code: marketCodes.loginNeeded, status: 401, message }, request);
  if (code === accountCodes.disabled || code === accountCodes.forbidden)
    return adapter.refuse({ code: marketCodes.forbidden, status: 403, message }, request);
  return undefined;
}
