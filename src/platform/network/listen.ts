import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Socket as NodeSocket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { guardListener } from "../guard-listener.ts";
import { boundRequests } from "./bound-requests.ts";
import { type ConnectionBounds, countConnections } from "./count-connections.ts";
import { claimPort } from "./own-ports.ts";
import { wrapSocket, listenTo, type Socket, type SocketListeners } from "./socket.ts";

/** What came with a request to open a WebSocket connection. */
export interface UpgradeRequest {
  readonly path: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
  readonly protocols: readonly string[];
}

export interface Peer {
  /** Absent where the connection is gone already. */
  readonly address?: string;
  /** Calls a listener once when all of the answer is on its way, or the connection is gone. */
  readonly onEnd: (listener: () => void) => void;
}

export type UpgradeAnswer =
  | { readonly kind: "refused"; readonly response: Response }
  | {
      readonly kind: "accepted";
      readonly open: (socket: Socket) => SocketListeners;
    };

/**
 * How long a request may take to arrive: its head, and all of it with its body. Whoever is slower gets 408 and loses the
 * connection; `connectionsCheckingInterval` is how often that is looked at. What is answered may take as long as it likes,
 * but for who takes nothing of it for as long as `stallTimeout`.
 */
const TIMEOUTS = {
  headersTimeout: 30_000,
  requestTimeout: 300_000,
  connectionsCheckingInterval: 10_000,
  stallTimeout: 60_000,
};

/** Requests that wait for their answers on one connection. Browsers and nearly all programs send one after the other. */
const MOST_WAITING = 8;

export interface ListenOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly fetch: (request: Request, peer: Peer) => Response | Promise<Response>;
  readonly upgrade: (request: UpgradeRequest) => UpgradeAnswer;
  /** The protocol spoken over WebSocket, chosen where a client offers it. */
  readonly protocol: string;
  /** Longer messages end their connection. */
  readonly maxMessageBytes: number;
  /** Default: 30 s for the head of a request, five minutes for all of it, a minute for who takes nothing of an answer. */
  readonly timeouts?: Partial<typeof TIMEOUTS>;
  /** Default: as many as the files leave that this process may open, of one address at most 1000. */
  readonly connections?: Partial<ConnectionBounds>;
}

export interface Listener {
  readonly host: string;
  readonly port: number;
  /** Takes no more requests, ends the idle ones, and cuts what is left after the grace. */
  readonly close: (graceMs: number) => Promise<void>;
}

/** Answers HTTP by `fetch` and hands WebSocket connections over; rejects when the address is not to be had. */
export async function listenHttp(options: ListenOptions): Promise<Listener> {
  const listener = getRequestListener(
    // It is only ever called for connections of HTTP/1, whose bindings these are.
    (request, bindings) => options.fetch(request, toPeer(bindings as HttpBindings)),
    { overrideGlobalObjects: false },
  );
  const { stallTimeout, ...timeouts } = { ...TIMEOUTS, ...options.timeouts };
  const connections = countConnections(options.connections);
  const { take, isAnswering } = boundRequests({
    mostWaiting: MOST_WAITING,
    take: (request, response) => {
      response.once("finish", () => discardBody(request));
      listener(request, response).catch(() => response.destroy());
    },
    onEnded: connections.blame,
  });
  const server = createServer(timeouts, (request, response) => {
    guardListener(take, () => response.destroy())(request, response);
  });
  // Node counts what the other end takes as a sign of life. An answer of which nothing waits to be sent may pause.
  server.setTimeout(stallTimeout, (socket) => {
    if (!isAnswering(socket) || socket.writableLength > 0) socket.destroy();
  });
  server.on("connection", (socket: NodeSocket) => {
    if (!connections.take(socket)) socket.destroy();
    // One for each answer of a connection.
    socket.setMaxListeners(0);
  });
  const sockets = new WebSocketServer({
    noServer: true,
    // What else a client offers, such as a token, must not be sent back.
    handleProtocols: (offered) => (offered.has(options.protocol) ? options.protocol : false),
    maxPayload: options.maxMessageBytes,
    perMessageDeflate: false,
    clientTracking: false,
  });
  server.on("upgrade", (request, stream, head) => {
    acceptUpgrade(options, sockets, request, stream, head).catch(() => {
      stream.destroy();
    });
  });
  await open(server, options.host, options.port);
  const address = server.address();
  // An address of another kind belongs to pipes, which are never asked for here.
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  const release = claimPort(port);
  return {
    host: options.host,
    port,
    close: async (graceMs) => {
      await close(server, graceMs);
      release();
    },
  };
}

/** Listens and stops at once; rejects when the address is not to be had. */
export async function tryAddress(host: string, port: number): Promise<void> {
  const server = createServer();
  await open(server, host, port);
  await close(server, 0);
}

function toPeer({ incoming: { socket }, outgoing }: HttpBindings): Peer {
  const { remoteAddress: address } = socket;
  const onEnd: Peer["onEnd"] = (listener) => {
    const end = (): void => {
      outgoing.off("close", end);
      socket.off("close", end);
      listener();
    };
    // An answer that waits behind another one on its connection does not hear of the end of that.
    if (outgoing.closed || socket.destroyed) listener();
    else {
      outgoing.once("close", end);
      socket.once("close", end);
    }
  };
  return { onEnd, ...(address === undefined ? {} : { address }) };
}

/**
 * The rest of a body that nobody reads any more goes nowhere, and the connection on to its next request: behind a proxy that
 * is the request of somebody else. A stream that was made of the body would hold it back for ever.
 */
function discardBody(request: IncomingMessage): void {
  if (request.readableEnded) return;
  request.removeAllListeners("data");
  request.resume();
}

function open(server: Server, host: string, port: number): Promise<void> {
  return new Promise((settle, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      settle();
    });
  });
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((settle) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
    }, graceMs);
    server.close(() => {
      clearTimeout(timer);
      settle();
    });
    server.closeIdleConnections();
  });
}

function ignore(): void {}

async function acceptUpgrade(
  options: ListenOptions,
  sockets: WebSocketServer,
  request: IncomingMessage,
  stream: Duplex,
  head: Buffer,
): Promise<void> {
  // A connection that breaks here has no listener yet, and an unheard error would end the process.
  stream.on("error", ignore);
  const answer = options.upgrade(readUpgrade(request));
  if (answer.kind === "refused") {
    await refuse(stream, answer.response);
    return;
  }
  sockets.handleUpgrade(request, stream, head, (webSocket) => {
    stream.off("error", ignore);
    guardListener(
      () => {
        listenTo(webSocket, answer.open(wrapSocket(webSocket)));
      },
      () => {
        webSocket.on("error", ignore);
        webSocket.terminate();
      },
    )();
  });
}

function readUpgrade(request: IncomingMessage): UpgradeRequest {
  const protocols = request.headers["sec-websocket-protocol"] ?? "";
  return {
    path: (request.url ?? "/").split("?")[0] ?? "/",
    host: request.headers.host,
    origin: request.headers.origin,
    authorization: request.headers.authorization,
    protocols: protocols
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  };
}

async function refuse(stream: Duplex, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head =
    `HTTP/1.1 ${response.status} ${response.statusText}\r\n${headers}` +
    `content-length: ${body.length}\r\nconnection: close\r\n\r\n`;
  stream.once("finish", () => {
    stream.destroy();
  });
  stream.end(Buffer.concat([Buffer.from(head), body]));
}
