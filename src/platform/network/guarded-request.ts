import type { IncomingMessage, request } from "node:http";
import { isIP } from "node:net";
import { reasonOf } from "../failure.ts";
import { guardListener } from "../guard-listener.ts";
import { boundAnswer } from "./bound-requests.ts";
import { resolveConfigured, type ResolveName } from "./name-resolver.ts";
import { isOwnPort } from "./own-ports.ts";
import { pinnedLookup } from "./pinned-lookup.ts";
import { isPublicAddress } from "./public-address.ts";

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export type HttpAnswer =
  | { readonly kind: "answered"; readonly status: number; readonly text: string }
  | { readonly kind: "failed"; readonly why: string; readonly cause?: unknown };

export interface GuardOptions {
  /** Names or addresses that may be asked although they are not on the open network. */
  readonly allowPrivate: readonly string[];
  /** The same for origins: another port of the same machine is another server. */
  readonly allowOrigins?: readonly string[];
  /** Looks up names that strangers choose, on the account of one of them: a slow one holds up no other. */
  readonly resolve: ResolveName;
  /** Looks up names that are allowed above: whoever runs this program chose them. Default: as the system does. */
  readonly resolveAllowed?: ResolveName;
}

/** Belong to the connection, which is not the asker's to shape. */
const OWN_HEADERS = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Sends a request on behalf of a user who must not reach our own network. A name is looked up once, every
 * address is checked, and the connection goes to the address that was checked: a second look-up could answer
 * otherwise. Nobody is sent on.
 */
export async function requestGuarded(
  request: HttpRequest,
  options: GuardOptions,
): Promise<HttpAnswer> {
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol))
    return failed("the address is not one of http or https");
  if (url.username !== "" || url.password !== "")
    return failed("the address holds a name or a password, which belong into a header");
  const own = Object.keys(request.headers).find((name) => OWN_HEADERS.has(name.toLowerCase()));
  if (own !== undefined) return failed(`the header \`${own}\` cannot be set`);
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeoutMs)]);
  try {
    const addresses = await resolveAddresses(url, options, signal);
    if (addresses.length === 0)
      return failed("the address is not on the open network, which is not allowed");
    return await exchange(url, addresses, request, signal);
  } catch (error) {
    if (request.signal.aborted) throw error;
    return failed(signal.aborted ? "it took too long to answer" : reasonOf(error), error);
  }
}

/** The addresses to connect to; none where any that the name stands for may not be asked. */
export async function resolveAddresses(
  { hostname, origin, port, protocol }: URL,
  options: GuardOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { allowPrivate, allowOrigins = [], resolveAllowed = resolveConfigured } = options;
  const host = hostname.replaceAll(/^\[|\]$/gu, "").replace(/\.$/u, "");
  const isConfigured = allowPrivate.includes(host) || allowOrigins.includes(origin);
  const look = isConfigured ? resolveAllowed : options.resolve;
  const addresses = isIP(host) === 0 ? await look(host, signal) : [host];
  const usual = protocol === "https:" ? 443 : 80;
  const number = port === "" ? usual : Number(port);
  const isOwn = addresses.some((address) => isOwnPort(address, number));
  // A name or an address that may be asked means its other servers, and never this one.
  const isNamed = (allowPrivate.includes(host) && !isOwn) || allowOrigins.includes(origin);
  const isAllowed = isNamed || addresses.every(isPublicAddress);
  return isAllowed ? addresses : [];
}

/** Whether a guard lets requests go there; a name that cannot be looked up now is no reason against it. */
export async function isReachable(
  url: URL,
  options: GuardOptions,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return (await resolveAddresses(url, options, signal)).length > 0;
  } catch {
    return true;
  }
}

/** Loaded with the first request: it takes as long as half of a command, and most commands send no request. */
export async function importRequest({ protocol }: URL): Promise<typeof request> {
  return (await (protocol === "https:" ? import("node:https") : import("node:http"))).request;
}

async function exchange(
  url: URL,
  addresses: readonly string[],
  { method, headers, body, maxBytes }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const send = await importRequest(url);
  const response = await new Promise<IncomingMessage>((settle, fail) => {
    const sent = send(url, {
      method,
      headers: body === undefined ? headers : { ...headers, "content-length": byteLength(body) },
      lookup: pinnedLookup(addresses),
      agent: false,
      signal,
    });
    const take = guardListener((answer: IncomingMessage) => settle(boundAnswer(answer)), fail);
    sent.on("response", take).on("error", fail);
    sent.end(body);
  });
  const { statusCode: status = 0 } = response;
  if (status >= 300 && status < 400 && response.headers.location !== undefined) {
    response.destroy();
    return failed(`the server sends on to another address (${status}), which is not followed`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > maxBytes) return failed(`the answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return { kind: "answered", status, text: Buffer.concat(chunks).toString("utf8") };
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

function failed(why: string, cause?: unknown): HttpAnswer {
  return { kind: "failed", why, ...(cause === undefined ? {} : { cause }) };
}
