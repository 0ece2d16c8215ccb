import {
  type AuthInfo,
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { failure } from "../../platform/index.ts";
import { listenHttp, type Listener, type ListenOptions } from "../../platform/network/index.ts";
import type { Clock } from "../../platform/machine/index.ts";
import { isLoopback } from "../../library/hosts/index.ts";
import { BodyBudget, withBodyBudget } from "../http/body-budget.ts";
import { listenError } from "../errors.ts";
import { mcpCodes } from "../../app/catalog/index.ts";
import { handlerOptions, LegacySessions, ownerOf, type Who } from "./legacy-sessions.ts";
import { OwnListeners } from "./own-listeners.ts";
import { readMessage, type ReadRequest } from "./read-message.ts";
import { CARD_SUFFIX, serverCardAnswer } from "./server-card.ts";
import type { SkillServer } from "./skill-server.ts";

/** The request may go on, with what is known of who sent it. */
export interface AllowedRequest {
  readonly authInfo?: AuthInfo;
}

/** Decides on a request before anything of it is read: an answer refuses it. */
export type Authorize = (request: Request) => Promise<AllowedRequest | Response>;

/** The server to offer, with its limits and access rules. */
export interface McpHttpOptions {
  readonly server: SkillServer;
  /** Names of hosts by which clients may ask for this server; those of this machine where absent. */
  readonly allowedHosts?: readonly string[];
  /** Whoever listens has checked names and origins of all requests already. */
  readonly isGuarded?: boolean;
  /** Hosts of pages whose scripts may ask; those of this machine where absent. */
  readonly allowedOrigins?: readonly string[];
  /** Where absent, everyone who reaches the server is allowed. */
  readonly authorize?: Authorize;
  /** Answers other addresses, such as metadata that clients need before they are allowed anything. */
  readonly otherRoutes?: (request: Request) => Response | undefined | Promise<Response | undefined>;
  /** Where MCP is spoken. */
  readonly path?: string;
  /** Where it is spoken as well. */
  readonly otherPaths?: readonly string[];
  /** How clients reach it, where that is not the address that they ask. */
  readonly publicUrl?: string;
  readonly clock?: Clock;
  readonly onError?: (error: Error) => void;
}

/** What whoever listens knows of the one who sends a request. */
export interface McpCaller {
  /** Whom sessions count for: no client can make those of others end by opening many. */
  readonly client?: string;
  /** Whom jobs count for, where it is another. */
  readonly jobOwner?: string;
  /** Who has skills that others are not shown. */
  readonly user?: string;
  /** Charges so many more messages than one; an answer refuses them. */
  readonly charge?: (messages: number) => Promise<Response | undefined>;
}

/** The handler for requests, and how to close it. */
export interface McpHttp {
  /** Answers one request. */
  readonly fetch: (request: Request, caller?: McpCaller) => Promise<Response>;
  /** Ends what is still open. */
  readonly close: () => Promise<void>;
}

export const MCP_PATH = "/mcp";

/**
 * The skills of a server over HTTP: one function from requests to answers. The guards against pages that
 * have this machine's name resolved to them come first, then whoever decides on access.
 */
export function createMcpHttp(options: McpHttpOptions): McpHttp {
  const {
    server,
    authorize,
    otherRoutes,
    path = MCP_PATH,
    otherPaths = [],
    publicUrl,
    isGuarded = false,
    clock,
    onError,
  } = options;
  const hosts = [...(options.allowedHosts ?? localhostAllowedHostnames())];
  const origins = [...(options.allowedOrigins ?? localhostAllowedOrigins())];
  const older = new LegacySessions({
    factory: server.factory,
    ...(clock === undefined ? {} : { clock }),
    ...(onError === undefined ? {} : { onError }),
  });
  const handler = createMcpHandler(server.factory, {
    legacy: "reject",
    ...(onError === undefined ? {} : { onerror: onError }),
  });
  const forget = server.notify(handler.notify);
  const listeners = new OwnListeners(server, onError);
  const answer = async (read: ReadRequest, who: Who): Promise<Response> => {
    const { request, message } = read;
    if (LegacySessions.isOfSession(request) || (await isOlder(read)))
      return older.handle(read, who);
    const own = await listeners.handlerFor(read, who);
    return (own ?? handler).fetch(request, handlerOptions(message, who));
  };
  return {
    fetch: async (request, caller = {}) => {
      const refused = isGuarded
        ? undefined
        : (hostHeaderValidationResponse(request, hosts) ??
          originValidationResponse(request, origins) ??
          refuseOtherPort(request));
      if (refused !== undefined) return refused;
      const other = await otherRoutes?.(request);
      if (other !== undefined) return other;
      if (new URL(request.url).pathname === `${path}${CARD_SUFFIX}`)
        return serverCardAnswer(request, publicUrl ?? ownUrl(request, path), server.version);
      if (![path, ...otherPaths].includes(new URL(request.url).pathname))
        return new Response(null, { status: 404 });
      const allowed = authorize === undefined ? {} : await authorize(request);
      if (allowed instanceof Response) return allowed;
      const read = await readMessage(request);
      if (read instanceof Response) return read;
      // A token may have run out while the message arrived.
      const still =
        authorize === undefined || request.body === null ? {} : await authorize(request);
      if (still instanceof Response) return still;
      const { message } = read;
      const tooMany = Array.isArray(message)
        ? await caller.charge?.(message.length - 1)
        : undefined;
      if (tooMany !== undefined) return tooMany;
      const { authInfo } = allowed;
      const { client = ownerOf(authInfo), jobOwner = client, user } = caller;
      const who = {
        client,
        jobOwner,
        ...(user === undefined ? {} : { user }),
        ...(authInfo === undefined ? {} : { authInfo }),
      };
      return await answer(read, who);
    },
    close: async () => {
      forget();
      await Promise.all([handler.close(), older.close(), listeners.close()]);
    },
  };
}

/** Pages of other programs have the name of this machine too: one may ask only where it came from the port that it asks. */
function refuseOtherPort({ headers, url }: Request): Response | undefined {
  const page = headers.get("origin") ?? "";
  const { hostname, port } = new URL(page === "" ? url : page);
  if (port === new URL(url).port || !localhostAllowedHostnames().includes(hostname))
    return undefined;
  const message = "Pages of other ports may not ask this server.";
  return Response.json(
    { jsonrpc: "2.0", error: { code: -32_000, message }, id: null },
    { status: 403 },
  );
}

function ownUrl(request: Request, path: string): string {
  const { origin } = new URL(request.url);
  return `${origin}${path}`;
}

/** The first revision of the newer era; revisions are dates. */
const NEWER = "2026-07-28";

/** A newer client says in headers what it speaks and asks for, which spares a look into the body. */
async function isOlder({ request, message }: ReadRequest): Promise<boolean> {
  const { headers } = request;
  const version = headers.get("mcp-protocol-version") ?? "";
  const method = headers.get("mcp-method") ?? "initialize";
  if (version >= NEWER && method !== "initialize") return false;
  return isLegacyRequest(request, message);
}

/** Where to listen, and the server to offer there. */
export interface ListenMcpOptions extends McpHttpOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Other machines may connect although nobody decides on access. */
  readonly isOpenToAll?: boolean;
}

/** A listening server: its address, and how to close it. */
export interface RunningMcp {
  readonly url: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

const GRACE_MS = 1000;

/** Listens until it is closed. */
export async function listenMcp(options: ListenMcpOptions): Promise<RunningMcp> {
  const { host, port, path = MCP_PATH } = options;
  if (!isLoopback(host) && options.authorize === undefined && options.isOpenToAll !== true)
    throw failure(
      mcpCodes.needsAccess,
      `Listening on \`${host}\` needs a rule for access; without one, only this machine may connect.`,
      { hint: "Listen on 127.0.0.1, or say who may connect." },
    );
  const http = createMcpHttp(options);
  const listener = await listen(
    host,
    port,
    withBodyBudget(new BodyBudget(), (request) => http.fetch(request)),
  );
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${name}:${listener.port}${path}`,
    port: listener.port,
    close: async () => {
      await http.close();
      await listener.close(GRACE_MS);
    },
  };
}

async function listen(
  host: string,
  port: number,
  fetch: ListenOptions["fetch"],
): Promise<Listener> {
  try {
    return await listenHttp({
      host,
      port,
      fetch,
      // Nothing here is spoken over WebSocket.
      upgrade: () => ({ kind: "refused", response: new Response(null, { status: 404 }) }),
      protocol: "mcp",
      maxMessageBytes: 1,
    });
  } catch (error) {
    throw listenError(error, host, port);
  }
}
