import { createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import { readClientFacts, LISTEN_METHOD } from "./server/clients.ts";
import type { Who } from "./legacy-sessions.ts";
import type { ReadRequest } from "./read-message.ts";
import { SharedRoom } from "./shared-room.ts";
import type { SkillServer } from "./skill-server.ts";

/** Kinds of clients that have a handler of their own at a time. */
const MOST_HANDLERS = 256;

interface Own {
  readonly handler: McpHttpHandler;
  readonly forget: () => void;
}

/**
 * Requests of the newer era to hear of changes, from clients that say something of themselves. A handler of the
 * SDK tells all who listen to it the same, so that each kind of client has one.
 */
export class OwnListeners {
  readonly #server: SkillServer;
  readonly #onError: ((error: Error) => void) | undefined;
  readonly #owns = new SharedRoom<Own>(MOST_HANDLERS);

  constructor(server: SkillServer, onError: ((error: Error) => void) | undefined) {
    this.#server = server;
    this.#onError = onError;
  }

  /** Undefined for every other request. */
  async handlerFor(
    { request, message }: ReadRequest,
    { client: holder, user }: Who,
  ): Promise<McpHttpHandler | undefined> {
    if (request.headers.get("mcp-method") !== LISTEN_METHOD) return undefined;
    const client = readClientFacts(message, user);
    if (client === undefined) return undefined;
    const known = this.#owns.get(client.key);
    if (known !== undefined) {
      this.#owns.use(client.key);
      return known.handler;
    }
    const handler = createMcpHandler(this.#server.factory, {
      legacy: "reject",
      ...(this.#onError === undefined ? {} : { onerror: this.#onError }),
    });
    const forget = this.#server.notifyFor(client, handler.notify);
    const gone = this.#owns.add(client.key, { handler, forget }, holder);
    for (const { forget: forgetGone } of gone) forgetGone();
    await Promise.all(gone.map((other) => other.handler.close()));
    return handler;
  }

  async close(): Promise<void> {
    const owns = this.#owns.values();
    this.#owns.clear();
    for (const { forget } of owns) forget();
    await Promise.all(owns.map(({ handler }) => handler.close()));
  }
}
