import { setTimeout as delay } from "node:timers/promises";
import { whyFailed } from "./request.ts";

export interface BytesRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeoutMs: number;
  /** A longer answer counts as none. */
  readonly maxBytes: number;
  /** The token for an address; asked anew wherever a server sends on, so that none goes elsewhere. */
  readonly tokenFor?: (address: URL) => string | undefined;
}

export type BytesAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly bytes: Uint8Array;
      /** The address that answered in the end. */
      readonly url: string;
      readonly header: (name: string) => string | undefined;
    }
  | { readonly kind: "failed"; readonly why: string; readonly cause?: unknown };

const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** A server that says it is busy, or something before it. */
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const MOST_TRIES = 3;
const MOST_WAIT_MS = 10_000;

/** Asks a server for bytes; questions follow where it sends on, and wait where it is busy. */
export async function fetchBytes(request: BytesRequest): Promise<BytesAnswer> {
  try {
    for (let tries = 1; ; tries += 1) {
      const response = await follow(request);
      if (typeof response === "string") return { kind: "failed", why: response };
      if (BUSY.has(response.status) && request.method === "GET" && tries < MOST_TRIES) {
        await response.body?.cancel();
        await delay(waitOf(response, tries));
        continue;
      }
      return await answerOf(response, request.maxBytes);
    }
  } catch (error) {
    return { kind: "failed", why: whyFailed(error), cause: error };
  }
}

async function follow(request: BytesRequest): Promise<Response | string> {
  let address = new URL(request.url);
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const response = await ask(request, address);
    const onward = REDIRECTS.has(response.status) ? response.headers.get("location") : null;
    if (onward === null) return response;
    await response.body?.cancel();
    if (request.method !== "GET")
      return `the server sends on to another address (${response.status}), where nothing is sent`;
    const next = new URL(onward, address);
    if (!/^https?:$/u.test(next.protocol)) return "the server sends on to no address of the web";
    if (address.protocol === "https:" && next.protocol === "http:")
      return "the server sends on to an address without encryption";
    address = next;
  }
  return `it was sent on more than ${MOST_REDIRECTS} times`;
}

function ask(
  { method, headers, body, timeoutMs, tokenFor }: BytesRequest,
  url: URL,
): Promise<Response> {
  const token = tokenFor?.(url);
  return fetch(url, {
    method,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    redirect: "manual",
    credentials: "omit",
    signal: AbortSignal.timeout(timeoutMs),
    // A view of bytes is a body; the type wants one that no other thread shares.
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : new Uint8Array(body) }),
  });
}

function waitOf({ headers }: Response, tries: number): number {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  const wanted = Number.isFinite(seconds) ? seconds * 1000 : 2 ** tries * 250;
  return Math.min(MOST_WAIT_MS, Math.max(0, wanted));
}

async function answerOf(response: Response, maxBytes: number): Promise<BytesAnswer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > maxBytes)
      return { kind: "failed", why: `the answer is longer than ${maxBytes} bytes` };
    chunks.push(chunk);
  }
  return {
    kind: "answered",
    status: response.status,
    bytes: Buffer.concat(chunks),
    url: response.url,
    header: (name) => response.headers.get(name) ?? undefined,
  };
}
