import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request as requestPlain,
  type Server,
  type ServerResponse,
} from "node:http";
import { request as requestSecure } from "node:https";
import { connect, isIP, type Socket } from "node:net";
import { type Duplex, duplexPair, pipeline, type Writable } from "node:stream";
import { createSecureContext, rootCertificates, TLSSocket } from "node:tls";
import { guardListener } from "../guard-listener.ts";
import { boundRequests, isOwnPort, isPublicAddress, type ResolveName } from "../network/index.ts";
import type { Authority } from "./certificate.ts";
import type { HostRule, Refusal } from "./contract.ts";
import { isClosed, isReading, meansLocalNetwork, plainHost, ruleFor } from "./host-rules.ts";
import { afterCharge, dropInvalid, refuse } from "./refusals.ts";
import type { Meter } from "./throttle.ts";

export interface ProxyOptions {
  readonly rules: readonly HostRule[];
  /** Addresses that are refused, whatever name leads there. */
  readonly closed?: readonly HostRule[];
  readonly meter: Meter;
  readonly authority: Authority;
  readonly onRefusal: (refusal: Refusal) => void;
  /** Looks up the names that the run asks for. */
  readonly resolve: ResolveName;
  /** Certificates of authorities that are trusted beside the public ones. */
  readonly trusted?: readonly string[];
}

export interface Proxy {
  /** Listens at the path of a local socket. */
  readonly listen: (path: string) => Promise<void>;
  readonly close: () => void;
}

interface Target {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

type Answer =
  | { readonly kind: "open"; readonly rule: HostRule; readonly address: string }
  | { readonly kind: "closed"; readonly reason: string };

const TIMEOUT_MS = 30_000;
/** Connections of one run at one time; further ones are closed at once. */
const MOST_CONNECTIONS = 256;
/** Requests of a connection that are under way at one time: for each this process opens a connection of its own. */
const MOST_WAITING = 4;
/** The first byte of a connection over TLS. */
const TLS_HANDSHAKE = 0x16;

/** Headers that speak of one connection alone, and those by which a client talks to its proxy. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The one way out: lets through the hosts and methods that rules name, by names that it looks up itself. */
export function createProxy(options: ProxyOptions): Proxy {
  const open = new Set<Duplex>();
  const keep = (stream: Duplex): void => {
    open.add(stream);
    stream.on("error", () => stream.destroy());
    stream.once("close", () => open.delete(stream));
  };
  const server = listenOn(options, (request, response) => {
    const target = parseTarget(request.url ?? "");
    if (target === undefined)
      refuse(options.meter, request, response, 400, "an address with its host is expected");
    else pass(options, request, response, target, keep);
  });
  server.on("connection", keep);
  server.on("connect", (request, client, head) => {
    keep(client);
    acceptTunnel(options, request, client, head, keep).catch(() => client.destroy());
  });
  server.maxConnections = MOST_CONNECTIONS;
  return {
    listen: (path) => listenAt(server, path),
    close: () => {
      server.close();
      for (const stream of open) stream.destroy();
    },
  };
}

/** Whatever a client sends, it can end its own connection and nothing else: this runs in the process of a server. */
function listenOn({ meter }: ProxyOptions, take: RequestListener): Server {
  const bounded = boundRequests({ mostWaiting: MOST_WAITING, take });
  const server = createServer((request, response) => {
    guardListener(bounded.take, () => response.destroy())(request, response);
  });
  return server.on("clientError", (_error, socket) => dropInvalid(meter, socket));
}

function listenAt(server: Server, path: string): Promise<void> {
  return new Promise((settle, reject) => {
    server.once("error", reject);
    server.listen(path, settle);
  });
}

function parseTarget(url: string): Target | undefined {
  if (!/^https?:\/\//iu.test(url) || !URL.canParse(url)) return undefined;
  const { hostname, port, protocol } = new URL(url);
  const isSecure = protocol === "https:";
  const usual = isSecure ? 443 : 80;
  return { host: plainHost(hostname), port: port === "" ? usual : Number(port), isSecure };
}

/** `host:port` of a request for a tunnel. */
function tunnelTarget(text: string): Target | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]/@\s]+):(\d{1,5})$/iu.exec(text);
  if (match === null) return undefined;
  const [, host = "", port = ""] = match;
  // The parser of addresses knows the spellings of numbers that an address of IPv4 can have.
  if (!URL.canParse(`http://${host}/`)) return undefined;
  const { hostname } = new URL(`http://${host}/`);
  return { host: plainHost(hostname), port: Number(port), isSecure: true };
}

/** Whether a host can be reached and at which address; the address is looked up once and then kept to. */
async function authorizeRequest(
  options: ProxyOptions,
  target: Target,
  method: string,
  asker: Writable,
): Promise<Answer> {
  const rule = ruleFor(options.rules, target.host, target.port);
  if (rule === undefined)
    return { kind: "closed", reason: `no permission names \`${target.host}:${target.port}\`` };
  if (method !== "CONNECT" && rule.access === "read" && !isReading(method))
    return { kind: "closed", reason: `only reading is granted for \`${target.host}\`` };
  const addresses = await resolveAddresses(options, target.host, asker);
  // Any of them: which one is taken is not for whoever answers for the name to choose.
  if (addresses.some((address) => isOwnPort(address, target.port)))
    return { kind: "closed", reason: "this server itself listens there" };
  const { closed = [] } = options;
  if (addresses.some((address) => isClosed(closed, address, target.port, rule.access)))
    return { kind: "closed", reason: "the rules of your organisation forbid where it leads" };
  const usable = meansLocalNetwork(rule) ? addresses : addresses.filter(isPublicAddress);
  const [address] = usable;
  if (address !== undefined) return { kind: "open", rule, address };
  return {
    kind: "closed",
    reason:
      addresses.length === 0
        ? `the name \`${target.host}\` is unknown`
        : `\`${target.host}\` leads into a private network`,
  };
}

/** A look-up ends with the connection of whoever asked for it. */
async function resolveAddresses(
  { resolve }: ProxyOptions,
  host: string,
  asker: Writable,
): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  const gone = new AbortController();
  const leave = (): void => {
    gone.abort();
  };
  asker.once("close", leave);
  if (asker.destroyed) leave();
  try {
    return await resolve(host, gone.signal);
  } catch {
    return [];
  } finally {
    asker.off("close", leave);
  }
}

function reportRefusal(
  options: ProxyOptions,
  target: Target,
  method: string,
  reason: string,
): void {
  options.onRefusal({ host: target.host, port: target.port, method, reason });
}

function pass(
  options: ProxyOptions,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
  keep: (stream: Duplex) => void,
): void {
  forward(options, request, response, target, keep).catch(() => response.destroy());
}

async function forward(
  options: ProxyOptions,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
  keep: (stream: Duplex) => void,
): Promise<void> {
  const method = request.method ?? "GET";
  const answer = await authorizeRequest(options, target, method, response);
  const reason = answer.kind === "closed" ? answer.reason : whyNoBody(request, answer.rule);
  if (answer.kind === "closed" || reason !== undefined) {
    reportRefusal(options, target, method, reason ?? "");
    refuse(options.meter, request, response, 403, reason ?? "");
    return;
  }
  const ask = target.isSecure ? requestSecure : requestPlain;
  const sent = ask({
    host: answer.address,
    port: target.port,
    method,
    path: toPath(request.url ?? "/"),
    headers: headersFor(request, target),
    agent: false,
    timeout: TIMEOUT_MS,
    ...(target.isSecure
      ? {
          servername: isIP(target.host) === 0 ? target.host : "",
          ca: [...rootCertificates, ...(options.trusted ?? [])],
        }
      : {}),
  });
  sent.on("socket", keep);
  sent.on("timeout", () => sent.destroy());
  sent.on("error", () => {
    if (response.headersSent) response.destroy();
    else refuse(options.meter, request, response, 502, `\`${target.host}\` does not answer`);
  });
  const take = (received: IncomingMessage): void => {
    const headers = Object.entries(received.headers).filter(([name]) => !OWN_HEADERS.has(name));
    response.writeHead(received.statusCode ?? 502, Object.fromEntries(headers));
    pipeline(received, options.meter.pass(), response, () => undefined);
  };
  const refuseAnswer = (): void => {
    // A status or a header that no answer may have.
    sent.destroy();
    const why = `\`${target.host}\` answers with what is no HTTP`;
    refuse(options.meter, request, response, 502, why);
  };
  sent.on("response", guardListener(take, refuseAnswer));
  pipeline(request, options.meter.pass(), sent, () => undefined);
}

/** A body beside a method that reads could carry out as much as any other method. */
function whyNoBody(request: IncomingMessage, rule: HostRule): string | undefined {
  if (rule.access === "write") return undefined;
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  const hasBody = encoding !== undefined || (length !== undefined && length !== "0");
  return hasBody ? "only reading is granted, and the request has a body" : undefined;
}

function toPath(url: string): string {
  if (url.startsWith("/")) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

function headersFor(request: IncomingMessage, target: Target): Record<string, string | string[]> {
  const own = new Set(
    (request.headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()),
  );
  const kept = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined || OWN_HEADERS.has(name) || own.has(name) ? [] : [[name, value] as const],
  );
  const name = isIP(target.host) === 6 ? `[${target.host}]` : target.host;
  const isUsual = target.port === (target.isSecure ? 443 : 80);
  // Whatever the client wrote as its host, the server hears the one that was judged.
  return { ...Object.fromEntries(kept), host: isUsual ? name : `${name}:${target.port}` };
}

async function acceptTunnel(
  options: ProxyOptions,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  keep: (stream: Duplex) => void,
): Promise<void> {
  const target = tunnelTarget(request.url ?? "");
  if (target === undefined) {
    afterCharge(options.meter, client, () => {
      client.end("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n");
    });
    return;
  }
  const answer = await authorizeRequest(options, target, "CONNECT", client);
  if (answer.kind === "closed") {
    reportRefusal(options, target, "CONNECT", answer.reason);
    const text = `The sandbox refused this request: ${answer.reason}.\n`;
    afterCharge(options.meter, client, () => {
      client.end(
        `HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      );
    });
    return;
  }
  client.write("HTTP/1.1 200 Connection established\r\n\r\n");
  if (head.length > 0) client.unshift(head);
  if (answer.rule.access === "read") inspectTraffic(options, target, client, keep);
  else pipe(options, target.port, answer.address, client, keep);
}

/** A tunnel whose content is not inspected: every method is granted for its host. */
function pipe(
  options: ProxyOptions,
  port: number,
  address: string,
  client: Duplex,
  keep: (stream: Duplex) => void,
): void {
  const server: Socket = connect({ host: address, port, timeout: TIMEOUT_MS });
  keep(server);
  server.on("timeout", () => server.destroy());
  pipeline(client, options.meter.pass(), server, () => server.destroy());
  pipeline(server, options.meter.pass(), client, () => client.destroy());
}

/** Only reading is granted: the proxy stands in for the host, so that it sees the method of each request. */
function inspectTraffic(
  options: ProxyOptions,
  target: Target,
  client: Duplex,
  keep: (stream: Duplex) => void,
): void {
  const take = (first: Buffer): void => {
    client.pause();
    client.unshift(first);
    const isSecure = first[0] === TLS_HANDSHAKE;
    const inner = listenOn(options, (request, response) => {
      // The host is known already; `*` and whole addresses are for those who do not know theirs.
      if (request.url?.startsWith("/") === true)
        pass(options, request, response, { ...target, isSecure }, keep);
      else refuse(options.meter, request, response, 400, "a path is expected");
    });
    inner.emit(
      "connection",
      isSecure ? terminateTls(options, target, client, keep) : plain(client, keep),
    );
  };
  client.once(
    "data",
    guardListener(take, () => client.destroy()),
  );
}

/** A server reads from the handle of a socket, and would miss what was put back; a pair of streams has no handle. */
function plain(client: Duplex, keep: (stream: Duplex) => void): Duplex {
  const [near, far] = duplexPair();
  keep(near);
  keep(far);
  pipeline(client, near, () => near.destroy());
  pipeline(near, client, () => client.destroy());
  return far;
}

function terminateTls(
  options: ProxyOptions,
  target: Target,
  client: Duplex,
  keep: (stream: Duplex) => void,
): TLSSocket {
  const { certificate, key } = options.authority.issue(target.host);
  const secure = new TLSSocket(client, {
    isServer: true,
    secureContext: createSecureContext({ cert: certificate, key }),
    ALPNProtocols: ["http/1.1"],
  });
  keep(secure);
  return secure;
}
