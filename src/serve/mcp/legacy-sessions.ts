import {
  type AuthInfo,
  isInitializeRequest,
  legacyStatelessFallback,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { newId } from "../../platform/machine/index.ts";

/** Sessions that are kept at a time; the one that was quiet for longest makes room. */
const MOST_SESSIONS = 1000;
const SESSION_HEADER = "mcp-session-id";

interface LegacySession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Who began it; nobody else may go on with it. */
  readonly owner: string;
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
  readonly #sessions = new Map<string, LegacySession>();
  readonly #single: ReturnType<typeof legacyStatelessFallback>;

  constructor(options: LegacyOptions) {
    this.#options = options;
    this.#single = legacyStatelessFallback(options.factory, options.onError);
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** True for a request that goes on with a session, of whatever method. */
  static isOfSession(request: Request): boolean {
    return request.headers.has(SESSION_HEADER);
  }

  async handle(request: Request, authInfo: AuthInfo | undefined): Promise<Response> {
    const options = authInfo === undefined ? {} : { authInfo };
    const id = request.headers.get(SESSION_HEADER);
    if (id !== null) {
      const session = this.#sessions.get(id);
      if (session?.owner !== ownerOf(authInfo)) return unknownSession();
      // The one that is used stands last, and the first is the one to go.
      this.#sessions.delete(id);
      this.#sessions.set(id, session);
      return session.transport.handleRequest(request, options);
    }
    if (!(await isHandshake(request))) return this.#single(request, options);
    const transport = await this.#begin(ownerOf(authInfo));
    const response = await transport.handleRequest(request, options);
    // A handshake that was refused has no session, and nobody will close its server.
    if (transport.sessionId === undefined) await transport.close();
    return response;
  }

  async close(): Promise<void> {
    const transports = [...this.#sessions.values()].map(({ transport }) => transport);
    this.#sessions.clear();
    await Promise.all(transports.map((transport) => transport.close()));
  }

  async #begin(owner: string): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      onsessioninitialized: (id) => this.#keep(id, { transport, owner }),
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    const server = await this.#options.factory({ era: "legacy" });
    await server.connect(transport);
    return transport;
  }

  #keep(id: string, session: LegacySession): void {
    this.#sessions.set(id, session);
    if (this.#sessions.size <= MOST_SESSIONS) return;
    const [oldest] = this.#sessions;
    if (oldest === undefined) return;
    this.#sessions.delete(oldest[0]);
    oldest[1].transport.close().catch((error: unknown) => {
      this.#options.onError?.(error instanceof Error ? error : new Error(String(error)));
    });
  }
}

function ownerOf(authInfo: AuthInfo | undefined): string {
  return authInfo === undefined
    ? ""
    : JSON.stringify([authInfo.clientId, authInfo.extra?.["sub"] ?? null]);
}

async function isHandshake(request: Request): Promise<boolean> {
  if (request.method !== "POST") return false;
  try {
    return isInitializeRequest(await request.clone().json());
  } catch {
    return false;
  }
}

/** As the protocol wants it: the client begins anew. */
function unknownSession(): Response {
  const error = { code: -32_001, message: "Session not found" };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
}
