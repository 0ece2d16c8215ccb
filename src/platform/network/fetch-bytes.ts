import type { ClientRequest, IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "../failure.ts";
import { guardListener } from "../guard-listener.ts";
import { nextTurn } from "../machine/index.ts";
import { boundAnswer } from "./bound-requests.ts";
import type { GuardOptions } from "./guarded-request.ts";
import { pinnedLookup } from "./pinned-lookup.ts";
import { formatFailure } from "./request.ts";

export interface BytesRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeoutMs: number;
  /** A longer answer counts as none. */
  readonly maxBytes: number;
  /** Ends the request, and every further try of it, together with the task that it is for. */
  readonly signal?: AbortSignal;
  /**
   * The address that a person named, where its server named the one that is asked, such as in an index. The request then
   * counts as one that was sent on from there. Default: the address that is asked.
   */
  readonly namedUrl?: string;
  /** The token for an address; asked for the server that a person named alone, so that no server uses tokens for others. */
  readonly tokenFor?: (address: URL) => string | undefined;
  /**
   * Keeps every request on the open network: each address is checked after its name was looked up, and the
   * connection goes to what was checked. Default: whoever asks may reach everything, and a server on the open
   * network sends them to others on it alone.
   */
  readonly guard?: GuardOptions;
  /** All addresses of a name, where a server that was asked without a guard sends on. */
  readonly resolve?: GuardOptions["resolve"];
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
  | {
      readonly kind: "failed";
      readonly why: string;
      readonly cause?: unknown;
      readonly isTooLong?: boolean;
    };

const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** A server that says it is busy, or something before it. */
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const MOST_TRIES = 3;
const MOST_WAIT_MS = 10_000;

/**
 * Asks a server for bytes; questions follow where it sends on, and wait where it is busy. Without `fetch`, which takes
 * longer to load than a small question to be answered.
 */
export async function fetchBytes(request: BytesRequest): Promise<BytesAnswer> {
  for (let tries = 1; ; tries += 1) {
    const limit = AbortSignal.timeout(request.timeoutMs);
    const signal = request.signal === undefined ? limit : AbortSignal.any([limit, request.signal]);
    try {
      const heard = await follow(request, signal);
      if (typeof heard === "string") return { kind: "failed", why: heard };
      const { response } = heard;
      const mayTryAgain = request.method === "GET" && tries < MOST_TRIES;
      if (!BUSY.has(readStatus(response)) || !mayTryAgain)
        return await readAnswer(heard, request.maxBytes);
      response.destroy();
      await delay(
        computeWait(response, tries),
        undefined,
        request.signal && { signal: request.signal },
      );
    } catch (error) {
      // The reason stands one step deeper in what `fetch` throws than in what a connection does.
      const known: unknown = signal.aborted ? signal.reason : new Error("failed", { cause: error });
      return { kind: "failed", why: formatFailure(known), cause: error };
    }
  }
}

interface ResponseHead {
  readonly response: IncomingMessage;
  readonly address: URL;
}

async function follow(request: BytesRequest, signal: AbortSignal): Promise<ResponseHead | string> {
  const named = new URL(request.namedUrl ?? request.url);
  let address = new URL(request.url);
  const refusal = request.namedUrl === undefined ? undefined : whyNotOnward(named, address);
  if (refusal !== undefined) return refusal;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const isNamed = hops === 0 && request.namedUrl === undefined;
    const guard = isNamed ? request.guard : await createHopGuard(request, named, address, signal);
    const pinned = await pinnedAddresses(address, guard, signal);
    if (pinned?.length === 0)
      return `${address.host} is not on the open network, which is not allowed`;
    const tokenFor = mayHaveToken(named, address) ? request.tokenFor : undefined;
    const response = await sendRequest({ ...request, tokenFor }, address, signal, pinned);
    const onward = REDIRECTS.has(readStatus(response)) ? response.headers.location : undefined;
    if (onward === undefined) return { response, address };
    response.destroy();
    if (request.method !== "GET")
      return `the server sends on to another address (${readStatus(response)}), where nothing is sent`;
    const next = URL.parse(onward, address.href) ?? undefined;
    const problem = whyNotOnward(address, next);
    if (next === undefined || problem !== undefined) return problem ?? NO_ADDRESS;
    address = next;
  }
  return `it was sent on more than ${MOST_REDIRECTS} times`;
}

const NO_ADDRESS = "the server sends on to no address of the web";

function whyNotOnward(from: URL, to: URL | undefined): string | undefined {
  if (to === undefined || !/^https?:$/u.test(to.protocol)) return NO_ADDRESS;
  if (to.username !== "" || to.password !== "")
    return "the server sends on to an address with a name or a password";
  if (from.protocol === "https:" && to.protocol === "http:")
    return "the server sends on to an address without encryption";
  return undefined;
}

/** A server that changes to encryption is still the one that was named. */
function mayHaveToken(named: URL, address: URL): boolean {
  if (named.origin === address.origin) return true;
  return (
    named.hostname === address.hostname &&
    named.protocol === "http:" &&
    address.protocol === "https:"
  );
}

/** Whoever names a server of a closed network is there already; any other server must not lead into one. */
async function createHopGuard(
  { guard, resolve }: Pick<BytesRequest, "guard" | "resolve">,
  named: URL,
  { hostname }: URL,
  signal: AbortSignal,
): Promise<GuardOptions | undefined> {
  if (guard !== undefined || named.hostname === hostname) return guard;
  // The first name was written down here, and only the later ones by strangers.
  const { resolveConfigured, sharedNameResolver } = await import("./name-resolver.ts");
  const openOnly: GuardOptions = {
    allowPrivate: [],
    resolve: resolve ?? sharedNameResolver().forOwner(`sent on by ${named.host}`),
  };
  const first = { ...openOnly, resolve: resolve ?? resolveConfigured };
  return (await pinnedAddresses(named, first, signal))?.length === 0 ? undefined : openOnly;
}

/** Undefined where any will do. */
async function pinnedAddresses(
  address: URL,
  guard: GuardOptions | undefined,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  if (guard === undefined) return undefined;
  const { resolveAddresses } = await import("./guarded-request.ts");
  return await resolveAddresses(address, guard, signal);
}

type OutgoingRequest = Pick<BytesRequest, "method" | "headers" | "body"> & {
  readonly tokenFor: BytesRequest["tokenFor"] | undefined;
};

/** A connection that was kept open may have been closed by the server in the moment in which it is used again. */
async function sendRequest(
  request: OutgoingRequest,
  url: URL,
  signal: AbortSignal,
  pinned: readonly string[] | undefined,
): Promise<IncomingMessage> {
  if (request.method !== "GET") await readEnds();
  const first = open(request, url, signal, pinned);
  try {
    return await first.answer;
  } catch (error) {
    const isStale = first.sent.reusedSocket && errorCode(error) === "ECONNRESET";
    if (!isStale || request.method !== "GET") throw error;
    return await open(request, url, signal, pinned).answer;
  }
}

/**
 * What is no question is not sent twice, so it must not go over a connection that has ended: after work that held the
 * thread, the end is there and has not been read. Two turns have the whole of the waiting input between them.
 */
async function readEnds(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

function open(
  { method, headers, body, tokenFor }: OutgoingRequest,
  url: URL,
  signal: AbortSignal,
  pinned: readonly string[] | undefined,
): { readonly sent: ClientRequest; readonly answer: Promise<IncomingMessage> } {
  const token = tokenFor?.(url);
  const { request } = process.getBuiltinModule(
    url.protocol === "https:" ? "node:https" : "node:http",
  );
  const sent = request(url, {
    method,
    headers: {
      accept: "*/*",
      "accept-encoding": "gzip, deflate",
      "user-agent": "skillwright",
      ...headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    signal,
    // A kept connection may lead to an address that was not checked.
    ...(pinned === undefined ? {} : { lookup: pinnedLookup(pinned), agent: false }),
  });
  const answer = new Promise<IncomingMessage>((settle, reject) => {
    const take = guardListener(
      (response: IncomingMessage) => settle(boundAnswer(response)),
      reject,
    );
    sent.once("response", take).on("error", reject);
  });
  sent.end(body);
  return { sent, answer };
}

function readStatus({ statusCode = 0 }: IncomingMessage): number {
  return statusCode;
}

function computeWait({ headers }: IncomingMessage, tries: number): number {
  const seconds = Number(headers["retry-after"] ?? Number.NaN);
  const wanted = Number.isFinite(seconds) ? seconds * 1000 : 2 ** tries * 250;
  return Math.min(MOST_WAIT_MS, Math.max(0, wanted));
}

async function readAnswer(
  { response, address }: ResponseHead,
  maxBytes: number,
): Promise<BytesAnswer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of decoded(response)) {
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > maxBytes)
      return {
        kind: "failed",
        why: `the answer is longer than ${maxBytes} bytes`,
        isTooLong: true,
      };
    chunks.push(chunk);
  }
  return {
    kind: "answered",
    status: readStatus(response),
    bytes: Buffer.concat(chunks),
    url: address.href,
    header: (name) => {
      const value = response.headers[name.toLowerCase()];
      return typeof value === "string" ? value : value?.join(", ");
    },
  };
}

/** What was packed for the way is unpacked again. */
function decoded(response: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (!/^(?:x-)?(?:gzip|deflate)$/iu.test(encoding)) return response;
  const unpacked = process.getBuiltinModule("node:zlib").createUnzip();
  response.on("error", (error) => unpacked.destroy(error));
  unpacked.on("close", () => response.destroy());
  return response.pipe(unpacked);
}
