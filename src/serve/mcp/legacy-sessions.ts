import {
  type AuthInfo,
  isInitializeRequest,
  legacyStatelessFallback,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { newId } from "../../platform/machine/index.ts";
import { inTurns } from "./in-turns.ts";
import { withJobOwner } from "./job-owner.ts";
import type { ReadRequest } from "./read-message.ts";
import { SharedRoom } from "./shared-room.ts";

/** Sessions that are kept at a time, of all clients together. */
const MOST_SESSIONS = 1000;
const SESSION_HEADER = "mcp-session-id";

interface LegacySession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Who began it; nobody else may go on with it. */
  readonly owner: string;
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
  readonly onError?: (error: Error) => void;
}

/**
 * The older era over HTTP. A client that shakes hands has a session, over which it hears of changes; a single
 * request without one is answered all the same.
 */
export class LegacySessions {
  readonly #options: LegacyOptions;
  readonly #factory: McpServerFactory;
  readonly #sessions = new SharedRoom<LegacySession>(MOST_SESSIONS);
  readonly #single: ReturnType<typeof legacyStatelessFallback>;

  constructor(options: LegacyOptions) {
    this.#options = options;
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
    const id = request.headers.get(SESSION_HEADER);
    if (id !== null) {
      const session = this.#sessions.get(id);
      if (session?.owner !== owner) return unknownSession();
      this.#sessions.use(id);
      return session.transport.handleRequest(request, options);
    }
    if (request.method !== "POST" || !isInitializeRequest(message))
      return this.#single(request, options);
    const transport = await this.#begin(owner, who.client);
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

  async #begin(owner: string, client: string): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      onsessioninitialized: (id) => this.#keep(id, { transport, owner }, client),
      onsessionclosed: (id) => this.#sessions.delete(id),
    });
    const server = await this.#factory({ era: "legacy" });
    await server.connect(transport);
    return transport;
  }

  #keep(id: string, session: LegacySession, client: string): void {
    const gone = this.#sessions.add(id, session, client);
    gone?.transport.close().catch((error: unknown) => {
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
