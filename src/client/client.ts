import { readEvents } from "./events.ts";
import { type Operations, operations } from "./operations.ts";
import type { AnswerInfo, CallOptions, OperationSpec, StreamEvent } from "./wire.ts";

/** Address of the server, token, and the `fetch` to use. */
export interface ClientOptions {
  /** Where the server is, such as http://127.0.0.1:4817. */
  readonly url: string;
  /** An access token or a personal one; asked for at every call where it is a function. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>);
  /** In place of the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** One function for every operation of the API. */
export type Client = Operations;

/** The server refused, or failed. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** The field that is at fault, where one is. */
  readonly field: string | undefined;
  /** By which the server's log knows the request. */
  readonly requestId: string | undefined;
  /** Seconds after which it can be tried again. */
  readonly retryAfter: number | undefined;

  constructor(message: string, response: Pick<Response, "status" | "headers">, field?: string) {
    super(message);
    this.status = response.status;
    this.field = field;
    this.requestId = response.headers.get("x-request-id") ?? undefined;
    const seconds = Number(response.headers.get("retry-after") ?? "x");
    this.retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface Call extends CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, Blob>>;
}

/** Creates a client of a server. */
export function createClient(options: ClientOptions): Client {
  const calls = Object.entries(operations).map(([name, spec]) => [
    name,
    (call: Call = {}) =>
      spec.answer === "stream" ? stream(options, spec, call) : performCall(options, spec, call),
  ]);
  // The table of operations and their types are made from the same routes.
  return Object.fromEntries(calls) as Client;
}

async function performCall(
  options: ClientOptions,
  spec: OperationSpec,
  call: Call,
): Promise<unknown> {
  const response = await send(options, spec, call);
  switch (spec.answer) {
    case "json":
      return await readJson(response);
    case "text":
      return await response.text();
    case "bytes":
      return new Uint8Array(await response.arrayBuffer());
    default:
      await response.body?.cancel();
      return undefined;
  }
}

/** More than any answer of a server has; one without an end is not read to the end of the memory. */
const MOST_JSON = 64 * 1024 * 1024;

async function readJson(response: Response): Promise<unknown> {
  const text = new TextDecoder();
  let [whole, size] = ["", 0];
  for await (const bytes of response.body ?? []) {
    size += bytes.length;
    if (size > MOST_JSON) throw new ApiError("The answer of the server is too long.", response);
    whole += text.decode(bytes, { stream: true });
  }
  try {
    return JSON.parse(whole + text.decode());
  } catch {
    throw new ApiError("The server did not answer with JSON.", response);
  }
}

/** A stream that is left early ends what the server does. */
async function* stream(
  options: ClientOptions,
  spec: OperationSpec,
  call: Call,
): AsyncGenerator<StreamEvent, void> {
  const response = await send(options, spec, call);
  if (!(response.headers.get("content-type") ?? "").startsWith("text/event-stream")) {
    await response.body?.cancel();
    throw new ApiError("The server did not answer with an event stream.", response);
  }
  if (response.body !== null) yield* readEvents(response.body);
}

async function send(options: ClientOptions, spec: OperationSpec, call: Call): Promise<Response> {
  const { token } = options;
  const bearer = typeof token === "function" ? await token() : token;
  const { signal, form, ifMatch } = call;
  const body = spec.sets === undefined ? call.body : { ...asObject(call.body), [spec.sets]: true };
  const isJson = body !== undefined && form === undefined;
  const request = new Request(buildUrl(options.url, spec, call), {
    method: spec.method,
    // A server that sends on would have the password, or the document, sent to another.
    redirect: "manual",
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(isJson ? { "content-type": "application/json" } : {}),
      ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
      ...call.headers,
    },
    ...(isJson ? { body: JSON.stringify(body) } : {}),
    ...(form === undefined ? {} : { body: toForm(form) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const response = await (options.fetch ?? fetch)(request);
  if (response.ok) {
    call.onAnswer?.(toAnswerInfo(response));
    return response;
  }
  throw await toError(response);
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

function toAnswerInfo({ status, headers }: Response): AnswerInfo {
  const etag = headers.get("etag");
  const requestId = headers.get("x-request-id");
  return {
    status,
    headers,
    ...(etag === null ? {} : { etag }),
    ...(requestId === null ? {} : { requestId }),
  };
}

function buildUrl(url: string, { path }: OperationSpec, { params = {}, query = {} }: Call): string {
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) pairs.set(name, String(value));
  const search = pairs.size === 0 ? "" : `?${pairs.toString()}`;
  return `${url.replace(/(?<!\/)\/+$/u, "")}${filled}${search}`;
}

function toForm(files: Readonly<Record<string, Blob>>): FormData {
  const form = new FormData();
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  return form;
}

/** A browser does not tell where it is sent on to, and shows the status as 0. */
async function toError(response: Response): Promise<ApiError> {
  if (response.type === "opaqueredirect" || REDIRECTS.has(response.status)) {
    await response.body?.cancel();
    const to = URL.parse(response.headers.get("location") ?? "", response.url)?.href;
    return new ApiError(
      `The server sends on to ${to ?? "another address"}, where nothing was sent.`,
      response,
    );
  }
  const text = await response.text().catch(() => "");
  const detail = parseDetail(text);
  if (typeof detail === "string") return new ApiError(detail, response);
  if (typeof detail === "object" && detail !== null && "message" in detail) {
    const field = "field" in detail ? String(detail.field) : undefined;
    return new ApiError(String(detail.message), response, field);
  }
  return new ApiError(`The server answered with the status ${response.status}.`, response);
}

function parseDetail(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "detail" in value ? value.detail : value;
  } catch {
    return undefined;
  }
}
