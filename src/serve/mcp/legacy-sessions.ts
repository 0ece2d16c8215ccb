import {
  type AuthInfo,
  isInitializeRequest,
  legacyStatelessFallback,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { type Clock, newId, systemClock } from "../../platform/machine/index.ts";
import { releasedAfter } from "../api/stream-room.ts";
import { inTurns } from "./in-turns.ts";
import { withJobOwner } from "./job-owner.ts";
import { lengthOf, type ReadRequest } from "./read-message.ts";
import { SharedRoom } from "./shared-room.ts";

/** What a session takes besides its handshake: its server with the tools, and what it subscribes to. */
const SESSION_BYTES = 192 * 1024;
/** Of all clients together: a thousand sessions that say little of themselves. */
const MOST_BYTES = 1000 * (SESSION_BYTES + 4096);
/** A client that comes back later is told to begin anew. */
const IDLE_MS = 60 * 60 * 1000;
/** Of idle sessions nobody is in a hurry to be rid. */
const LOOK_MS = 60 * 1000;
const SESSION_HEADER = "mcp-session-id";

interface LegacySession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Who began it; nobody else may go on with it. */
  readonly owner: string;
  /** Open streams over which it hears of changes. */
  streams: number;
}

/** Who sends a request, as far as that is known. */
export interface Who {
  readonly authInfo?: AuthInfo;
  /** Whom sessions count for. */
  readonly client: string;
  /** Whom jobs count for. */
  readonly jobOwner: string;
  /** Who has skills that others are not shown. */
  readonly user?: string;
}

export interface LegacyOptions {
  readonly factory: McpServerFactory;
  readonly clock?: Clock;
  readonly onError?: (error: Error) => void;
}

/**
 * The older era over HTTP. A client that shakes hands has a session, over which it hears of changes; a single
 * request without one is answered all the same.
 */
export class LegacySessions {
  readonly #options: LegacyOptions;
  readonly #factory: McpServerFactory;
  readonly #sessions = new SharedRoom<LegacySession>(MOST_BYTES);
  readonly #clock: Clock;
  #lookedAt = 0;
  readonly #single: ReturnType<typeof legacyStatelessFallback>;

  constructor(options: LegacyOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#factory = inTurns(options.factory);
    this.#single = legacyStatelessFallback(this.#factory, options.onError);
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** True for a request that goes on with a session, of whatever method. */
  static isOfSession(request: Request): boolean {
    return request.headers.has(SESSION_HEADER);
  }

  async handle({ request, message }: ReadRequest, who: Who): Promise<Response> {
    const options = handlerOptions(message, who);
    // A registry knows its callers by their account or address, other servers by what was authorized.
    const owner = JSON.stringify([ownerOf(who.authInfo), who.client]);
    this.#endIdle();
    const id = request.headers.get(SESSION_HEADER);
    if (id !== null) {
      const session = this.#sessions.get(id);
      if (session?.owner !== owner) return unknownSession();
      this.#sessions.use(id, this.#clock.now());
      const answer = await session.transport.handleRequest(request, options);
      return request.method === "GET" ? this.#followed(id, session, answer) : answer;
    }
    if (request.method !== "POST" || !isInitializeRequest(message))
      return this.#single(request, options);
    const bytes = SESSION_BYTES + 2 * lengthOf(message);
    const transport = await this.#begin(owner, who.client, bytes);
    const response = await transport.handleRequest(request, options);
    // A handshake that was refused has no session, and nobody will close its server.
    if (transport.sessionId === undefined) await transport.close();
    return response;
  }

  async close(): Promise<void> {
    const transports = this.#sessions.values().map(({ transport }) => transport);
    this.#sessions.clear();
    await Promise.all(transports.map((transport) => transport.close()));
  }

  async #begin(
    owner: string,
    client: string,
    bytes: number,
  ): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      onsessioninitialized: (id) => {
        const room = { weight: bytes, now: this.#clock.now() };
        this.#end(this.#sessions.add(id, { transport, owner, streams: 0 }, client, room));
      },
      onsessionclosed: (id) => this.#sessions.delete(id),
    });
    const server = await this.#factory({ era: "legacy" });
    await server.connect(transport);
    return transport;
  }

  /** A session is in use for as long as somebody listens. */
  #followed(id: string, session: LegacySession, answer: Response): Response {
    session.streams += 1;
    return releasedAfter(answer, () => {
      session.streams -= 1;
      this.#sessions.use(id, this.#clock.now());
    });
  }

  #endIdle(): void {
    const now = this.#clock.now();
    if (now - this.#lookedAt < LOOK_MS) return;
    this.#lookedAt = now;
    this.#end(this.#sessions.expire(now - IDLE_MS, ({ streams }) => streams > 0));
  }

  #end(sessions: readonly LegacySession[]): void {
    for (const { transport } of sessions)
      transport.close().catch((error: unknown) => {
        this.#options.onError?.(error instanceof Error ? error : new Error(String(error)));
      });
  }
}

/** What the SDK is told beside a request; it need not parse again what is parsed already. */
export function handlerOptions(
  message: unknown,
  { authInfo, jobOwner, user }: Who,
): { readonly parsedBody?: unknown; readonly authInfo: AuthInfo } {
  return {
    ...(message === undefined ? {} : { parsedBody: message }),
    authInfo: withJobOwner(authInfo, jobOwner, user),
  };
}

export function ownerOf(authInfo: AuthInfo | undefined): string {
  return authInfo === undefined
    ? ""
    : JSON.stringify([authInfo.clientId, authInfo.extra?.["sub"] ?? null]);
}

/** As the protocol wants it: the client begins anew. */
function unknownSession(): Response {
  const error = { code: -32_001, message: "Session not found" };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
}
