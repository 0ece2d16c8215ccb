import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { DEFAULT_LIMITS, type SkillLimits } from "../../app/catalog/index.ts";
import type { Answered } from "./early/index.ts";
import type { OnClient } from "./server/subscribers.ts";
import { readClientFacts, LISTEN_METHOD } from "./server/clients.ts";
import type { SkillServer } from "./skill-server.ts";

/** How the connection is ended, and where its errors go. */
export interface StdioOptions {
  /** Ends the connection from this side. */
  readonly signal?: AbortSignal;
  readonly onError?: (error: Error) => void;
  /** Takes the folders that the user of the client works in. */
  readonly onRoots?: (addresses: readonly string[]) => void;
  /** Ends the answering of first messages before the server was there, and says which was answered. */
  readonly handOver?: () => Answered;
}

/** Official clients end a connection whose messages have more than ten million bytes. */
const MOST_BYTES = 8 * 1024 * 1024;

/** What a skill may have over a pipe: files that fit into one message, in whatever way they travel. */
export const STDIO_LIMITS: SkillLimits = { ...DEFAULT_LIMITS, fileBytes: 5 * 1024 * 1024 };

/** Speaks MCP over standard input and output until either side ends it. */
export async function serveOverStdio(
  server: SkillServer,
  options: StdioOptions = {},
): Promise<void> {
  const { signal, onError } = options;
  let answered = options.handOver?.();
  const transport = new StdioServerTransport();
  const start = transport.start.bind(transport);
  transport.start = async () => {
    await start();
    // Whoever answered first has stopped it, and given everything back.
    process.stdin.resume();
  };
  const send = transport.send.bind(transport);
  transport.send = async (message) => {
    const isSecond = answered !== undefined && "id" in message && message.id === answered;
    if (!isSecond || "method" in message) return await send(message);
    answered = undefined;
  };
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let hear: OnClient | undefined;
  let client: ReturnType<typeof readClientFacts>;
  const factory = server.factoryWith({
    mostBytes: MOST_BYTES,
    hasToolsLater: true,
    ...(options.onRoots === undefined ? {} : { onRoots: options.onRoots }),
    onConnection: (connection) => {
      hear = connection;
      // The first message of a connection is there before its server.
      hear(client);
    },
  });
  const handle = serveStdio(factory, {
    transport,
    ...(onError === undefined ? {} : { onerror: onError }),
  });
  // The entry above has set its own listener, which still has to hear of the end.
  const closed = transport.onclose;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no other way
  transport.onclose = () => {
    closed?.();
    end();
  };
  // Requests to hear of changes are answered by the entry, and reach no server.
  const heard = transport.onmessage;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no other way
  transport.onmessage = (message) => {
    if ("method" in message && message.method === LISTEN_METHOD) {
      client = readClientFacts(message);
      hear?.(client);
    }
    if ("method" in message && message.method.startsWith("tools/"))
      server
        .toolsReady()
        .then(() => heard?.(message))
        .catch((error: unknown) =>
          onError?.(error instanceof Error ? error : new Error(String(error))),
        );
    else heard?.(message);
  };
  signal?.addEventListener("abort", () => void handle.close().finally(end), { once: true });
  if (signal?.aborted === true) await handle.close();
  await ended;
}
