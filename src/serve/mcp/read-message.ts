/** The body of a request, parsed once and within bounds: what strangers send must not cost more than it says. */
import { findExcess, readBodyBytes } from "../../platform/network/index.ts";
import { getKey, isObject } from "../../skill/model/index.ts";
import { CLIENT_EXTENSION, LISTEN_METHOD, MOST_FACTS } from "./server/clients.ts";

/** What the protocol itself takes at most. */
const MOST_BODY_BYTES = 4 * 1024 * 1024;
/** A machine that tells of a thousand programs and variables needs less. */
const BOUNDS = { values: 2500, depth: 64 };
/** Messages that come together. */
const MOST_MESSAGES = 20;
/** Of a handshake besides what a client says of its machine: the SDK tells of each that is wrong. */
const MOST_OF_HANDSHAKE = 200;
/** Characters of messages that stay after they were answered, besides what a client says of its machine. */
const MOST_KEPT: ReadonlyMap<string, number> = new Map([
  ["initialize", 8192],
  [LISTEN_METHOD, 65_536],
]);

/** Characters of a name or an address. */
const MOST_OF_NAME = 8192;

class TooLong extends Error {}

/** A request whose body can be read again, with the message in it; undefined: it is no JSON. */
export interface ReadRequest {
  readonly request: Request;
  readonly message: unknown;
}

/** The request with its body read, or its refusal: nothing looks into a body before. */
export async function readMessage(request: Request): Promise<ReadRequest | Response> {
  if (request.body === null) return { request, message: undefined };
  const body = await readBodyBytes(request, {
    maxBytes: MOST_BODY_BYTES,
    tooLarge: () => new TooLong(),
  }).catch((error: unknown) => {
    if (error instanceof TooLong) return undefined;
    throw error;
  });
  if (body === undefined) return refuse(413, "The message is too long.");
  const excess = findExcess(body.toString("latin1"), BOUNDS);
  if (excess === "values")
    return refuse(413, `The message holds more than ${BOUNDS.values} values.`);
  if (excess === "depth")
    return refuse(400, `The message nests deeper than ${BOUNDS.depth} levels.`);
  const { url, method, headers, signal } = request;
  const again = new Request(url, { method, headers, signal, body: new Uint8Array(body) });
  const message = parse(body);
  const problem = problemIn(message);
  return problem === undefined ? { request: again, message } : refuse(400, problem);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function problemIn(message: unknown): string | undefined {
  if (Array.isArray(message) && message.length > MOST_MESSAGES)
    return `A batch can have ${MOST_MESSAGES} messages, not ${message.length}.`;
  const { hasEndless } = survey(message, undefined);
  if (hasEndless) return "The message holds a number that is too large.";
  const messages: readonly unknown[] = Array.isArray(message) ? message : [message];
  for (const one of messages) {
    if (!isObject(one)) continue;
    const long = longIn(one, REPEATED) ?? longIn(getKey(one, "params"), REPEATED_PARAMS);
    if (long !== undefined) return `\`${long}\` has more than ${MOST_OF_NAME} characters.`;
    const method = getKey(one, "method");
    if (typeof method !== "string") continue;
    const mostKept = MOST_KEPT.get(method);
    if (mostKept === undefined) continue;
    if (lengthOf(one, CLIENT_EXTENSION) > mostKept || lengthOf(one) > mostKept + MOST_FACTS)
      return `\`${method}\` has more than ${mostKept} characters.`;
    if (method !== "initialize") continue;
    const { values } = survey(one, CLIENT_EXTENSION);
    if (values > MOST_OF_HANDSHAKE)
      return `A handshake can hold ${MOST_OF_HANDSHAKE} values, not ${values}.`;
  }
  return undefined;
}

/** Characters of a value as JSON, except below a key. */
export function lengthOf(value: unknown, except?: string): number {
  return JSON.stringify(value, (key, part: unknown) => (key === except ? undefined : part)).length;
}

/** What answers repeat. */
const REPEATED = ["id", "method"];
const REPEATED_PARAMS = ["name", "uri", "cursor", "protocolVersion"];

function longIn(values: unknown, keys: readonly string[]): string | undefined {
  if (!isObject(values)) return undefined;
  return keys.find((key) => {
    const value = getKey(values, key);
    return typeof value === "string" && value.length > MOST_OF_NAME;
  });
}

/** Counts values, except below a key; `1e999` is JSON, and no number that could be answered. */
function survey(
  message: unknown,
  except: string | undefined,
): { readonly values: number; readonly hasEndless: boolean } {
  const open: unknown[] = [message];
  let values = 0;
  let hasEndless = false;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    values += 1;
    if (typeof next === "number" && !Number.isFinite(next)) hasEndless = true;
    if (typeof next !== "object" || next === null) continue;
    for (const [key, part] of Object.entries(next)) if (key !== except) open.push(part);
  }
  return { values, hasEndless };
}

function refuse(status: number, text: string): Response {
  const error = { code: -32_600, message: text };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status });
}
