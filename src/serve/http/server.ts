import type { Hono } from "hono";
import {
  HostInventory,
  isLoopback,
  MAX_MESSAGE_BYTES,
  PROTOCOL_NAME,
} from "../../library/hosts/index.ts";
import { type Clock, nextTurn, systemClock } from "../../platform/machine/index.ts";
import {
  createTrustedProxies,
  findClientAddress,
  type Listener,
  listenHttp,
  type ListenOptions,
  toClientKey,
  type TrustedProxies,
  tryAddress,
  type UpgradeRequest,
} from "../../platform/network/index.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import type { WebFiles } from "../web/index.ts";
import { createApp } from "./app.ts";
import { PLATFORM_PATH } from "./path.ts";
import { AnswerBudget, type OnEnd } from "./answer-budget.ts";
import { answerCharged, BodyBudget, type BodyLimits } from "./body-budget.ts";
import type { ByteLimits } from "./byte-budget.ts";
import type { ClientEnv } from "./client-env.ts";
import { type RequestLimits, type RequestSlot, RequestLimiter } from "./request-room.ts";
import { detailResponse, problemResponse, type Refusal } from "./problem.ts";
import {
  createRequestGuard,
  type GuardedRequest,
  type GuardSettings,
  type RequestGuard,
} from "./request-guard.ts";
import { routes } from "./routes.ts";
import { listenError, serveError } from "../errors.ts";
import { HostGateway } from "./host-gateway.ts";
import type { AppPorts } from "./route.ts";
import { sessionLimits, type SessionLimits } from "./host-session.ts";

export interface ServerOptions {
  /** Who may connect must know it; at least 16 characters without blanks. */
  readonly token: string;
  readonly version: string;
  /** This machine alone, unless another address is given. */
  readonly host?: string;
  /** Any free one, unless one is given. */
  readonly port?: number;
  readonly inventory?: HostInventory;
  /** What became of the skills that are served, if some are. */
  readonly skills?: AppPorts["skills"];
  /** The routes of the platform, where it runs. */
  readonly platform?: Hono;
  /** By which names and from which pages clients may ask; default: this machine and the address that is listened on. */
  readonly guard?: GuardSettings;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed; default: none. */
  readonly trustedProxies?: readonly string[];
  /** Bytes of request bodies that are held at one time. */
  readonly bodies?: BodyLimits;
  /** Bytes of large answers that are held at one time. */
  readonly answers?: ByteLimits;
  /** Requests of one client that are answered at one time. */
  readonly requests?: RequestLimits;
  /** The files of the workbench, where they were built. */
  readonly web?: WebFiles;
  readonly clock?: Clock;
  readonly limits?: Partial<SessionLimits>;
  readonly maxConnections?: number;
  /** One line for a person. */
  readonly say?: (line: string) => void;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly inventory: HostInventory;
  /** Says goodbye to the hosts and waits until the last connection is gone. */
  readonly close: () => Promise<void>;
}

const TOKEN = /^[\u0021-\u007e]{16,}$/;
const GRACE_MS = 2000;
const LOOPBACK = "127.0.0.1";

/** Listens until it is closed. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host = LOOPBACK, port = 0, say = () => undefined } = options;
  checkOptions(options.token, port);
  const clock = options.clock ?? systemClock;
  const inventory = options.inventory ?? new HostInventory({ clock });
  const { token, version, skills = () => [] } = options;
  const app = createApp(
    { version, token, inventory, skills },
    routes,
    options.platform,
    options.web,
  );
  const gateway = new HostGateway({
    inventory,
    clock,
    say,
    token,
    limits: { ...sessionLimits, ...options.limits },
    maxConnections: options.maxConnections ?? 256,
  });
  const guard = createRequestGuard(host, options.guard ?? {});
  const proxies = createTrustedProxies(options.trustedProxies ?? []);
  const listener = await listen({
    host,
    port,
    connections: { isShared: proxies.includes },
    fetch: guardFetch(app, {
      guard,
      proxies,
      bodies: new BodyBudget(options.bodies),
      answers: new AnswerBudget(options.answers),
      requests: new RequestLimiter(clock, options.requests),
    }),
    upgrade: (request) => {
      const refused = guard(toGuarded(request));
      return refused === undefined
        ? gateway.upgrade(request)
        : { kind: "refused", response: problemResponse(refused) };
    },
    protocol: PROTOCOL_NAME,
    maxMessageBytes: MAX_MESSAGE_BYTES,
  });
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${listener.port}`;
  if (!isLoopback(host))
    say("Other machines can connect, and tokens travel readable: put TLS in front.");
  let closing: Promise<void> | undefined;
  return {
    url,
    port: listener.port,
    inventory,
    close: () => (closing ??= closeAll(gateway, listener, options, inventory)),
  };
}

interface Guards {
  readonly guard: RequestGuard;
  readonly proxies: TrustedProxies;
  readonly bodies: BodyBudget;
  readonly answers: AnswerBudget;
  readonly requests: RequestLimiter;
}

/** Nothing of the server is reached but through here. */
function guardFetch(app: Hono, guards: Guards): ListenOptions["fetch"] {
  const { guard, proxies, requests } = guards;
  return async (request, peer) => {
    const { headers, method, url } = request;
    const refused = guard({
      method,
      hosts: [headers.get("host") ?? "", new URL(url).host],
      origin: headers.get("origin"),
      site: headers.get("sec-fetch-site"),
    });
    if (refused !== undefined) return refuse(url, refused);
    const address = findClientAddress(peer.address, headers.get("x-forwarded-for"), proxies);
    const client = toClientKey(address ?? "");
    const place = requests.open({
      address: client,
      hasToken: headers.has("authorization"),
      onEnd: peer.onEnd,
    });
    return await inPlace(
      place,
      () =>
        answerCounted(app, guards, request, {
          client,
          onEnd: peer.onEnd,
          place,
          env: { place, ...(address === undefined ? {} : { clientAddress: address }) },
        }),
      (problem) => refuse(url, problem, { ...problem.headers, connection: "close" }),
    );
  };
}

/** Answers a request when there is a place: whatever a route made of the refusal of one, the refusal is the answer. */
async function inPlace(
  place: RequestSlot,
  answer: () => Promise<Response>,
  refuseFor: (refusal: Refusal) => Response,
): Promise<Response> {
  try {
    await place.enter();
    const response = await answer();
    const late = place.refusal();
    if (late === undefined) return response;
    await response.body?.cancel();
    return refuseFor(late);
  } catch (error) {
    const late = place.refusal();
    if (late === undefined) throw error;
    return refuseFor(late);
  } finally {
    place.leave();
  }
}

interface RequestContext {
  readonly client: string;
  readonly onEnd: OnEnd;
  readonly place: RequestSlot;
  readonly env: ClientEnv;
}

async function answerCounted(
  app: Hono,
  { bodies, answers }: Guards,
  request: Request,
  { client, onEnd, place, env }: RequestContext,
): Promise<Response> {
  const { url } = request;
  const answer = answers.open(client, onEnd);
  const body = bodies.open(request, client);
  const response =
    body === undefined
      ? await app.fetch(request, { ...env, answer })
      : await answerCharged(
          body,
          (charged) => app.fetch(pauseForBody(charged, place), { ...env, answer, body }),
          (problem, more) => refuse(url, problem, more),
        );
  return await answer.settle(response, (problem) => refuse(url, problem, problem.headers));
}

function refuse(
  url: string,
  problem: Pick<Diagnostic, "code" | "message">,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new URL(url).pathname.startsWith(PLATFORM_PATH)
    ? detailResponse(problem, headers)
    : problemResponse(problem, headers);
}

function toGuarded({ host = "", origin }: UpgradeRequest): GuardedRequest {
  // Browsers send no `Sec-Fetch-Site` that could be relied on here, and always an origin.
  return { method: "GET", hosts: [host], origin, site: undefined, isUpgrade: true };
}

async function closeAll(
  gateway: HostGateway,
  listener: Listener,
  options: ServerOptions,
  inventory: HostInventory,
): Promise<void> {
  await Promise.all([listener.close(GRACE_MS), gateway.close(GRACE_MS)]);
  if (options.inventory === undefined) inventory.close();
  options.say?.("Closed.");
}

function checkOptions(token: string, port: number): void {
  if (!TOKEN.test(token)) throw serveError("serve/weak-token", undefined);
  checkPort(port);
}

function checkPort(port: number): void {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw serveError("serve/invalid-port", { port });
}

/** Throws where another program listens there, or this one may not. */
export async function requireFreeAddress(host: string | undefined, port: number): Promise<void> {
  checkPort(port);
  try {
    await tryAddress(host ?? LOOPBACK, port);
  } catch (error) {
    throw listenError(error, host ?? LOOPBACK, port);
  }
}

async function listen(options: ListenOptions): Promise<Listener> {
  try {
    return await listenHttp(options);
  } catch (error) {
    throw listenError(error, options.host, options.port);
  }
}

/**
 * The same request, which gives its place to others as soon as its body is waited for, and takes one again before the
 * body ends: what is only awaited costs nothing, and many slow bodies at one address must not lock its neighbours out.
 */
export function pauseForBody(
  request: Request,
  { pause, enter }: Pick<RequestSlot, "pause" | "enter">,
): Request {
  const { url, method, headers, signal, body } = request;
  if (body === null) return request;
  // Taken with the first read: a body that no route reads stays free.
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const paused = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        reader ??= body.getReader();
        const next = reader.read();
        const here = await Promise.race([next, nextTurn()]);
        // Until all of it is there: the parts alone are no work.
        if (here === undefined) pause();
        const { done, value } = here ?? (await next);
        if (!done) {
          controller.enqueue(value);
          return;
        }
        await enter();
        controller.close();
      },
      cancel: (reason) => (reader ?? body).cancel(reason),
    },
    // Nothing is read ahead: whoever paces the body below counts only the time for which its reader waits.
    { highWaterMark: 0 },
  );
  return new Request(url, { method, headers, signal, body: paused, duplex: "half" });
}
