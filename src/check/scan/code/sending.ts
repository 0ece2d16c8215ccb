import { hostOf } from "./addresses.ts";
import type { Engine } from "./engine.ts";
import type { Carried, Place, Position, Send } from "./facts.ts";
import type { Value } from "./value.ts";
import { mergeSources, shapeOf, unknown } from "./value.ts";

export interface Request {
  readonly tool: string;
  readonly kind?: Send["kind"];
  readonly method: string;
  readonly url: Value | undefined;
  readonly place: Place;
  readonly headers?: readonly (Value | undefined)[];
  readonly query?: readonly (Value | undefined)[];
  readonly body?: readonly (Value | undefined)[];
}

/** Records that something is sent, and gives what comes back. */
export function send(request: Request, engine: Engine): Value {
  const { tool, place, url, method } = request;
  const shape = shapeOf(url);
  const carried = [
    ...carriedIn("address", [url]),
    ...carriedIn("header", request.headers ?? []),
    ...carriedIn("query", request.query ?? []),
    ...carriedIn("body", request.body ?? []),
  ];
  const host = hostOf(shape) ?? bareHost(shape, request.kind);
  const kind = request.kind ?? "http";
  engine.recorder.send({
    tool,
    kind,
    method,
    url: shape,
    host,
    carried,
    place,
    decoding: engine.decoding,
    ...(engine.isRepeated ? { isRepeated: true } : {}),
  });
  // What a socket says is told apart from pages: nobody keeps it.
  const name = kind === "socket" ? `tcp://${shape ?? ""}` : (shape ?? "");
  const isIdentity = kind === "http" && isMachineIdentity(host, name);
  return {
    ...unknown([{ kind: isIdentity ? "cloud-credentials" : "remote", name, place }]),
    reference: { kind: "path", name: `${tool}()` },
  };
}

const IDENTITY_HOSTS =
  /^(?:169\.254\.169\.254|169\.254\.170\.2|\[fd00:ec2::254\]|100\.100\.100\.200|metadata(?:\.google\.internal|\.azure\.internal)?|instance-data)$/;

/** Clouds hand out the credentials of a machine to whoever asks from within it. */
function isMachineIdentity(host: string | undefined, url: string): boolean {
  if (/AWS_CONTAINER_CREDENTIALS/.test(url)) return true;
  if (host === undefined || !IDENTITY_HOSTS.test(host)) return false;
  // Without a path that is known, whatever lies below may be meant.
  return /security-credentials|credentials|service-accounts|identity|token\b(?!\/?api)|user-data|…/.test(
    url.replace(/\/latest\/api\/token/, ""),
  );
}

/** Sockets and look-ups take the host alone; curl takes addresses without a scheme. */
function bareHost(shape: string | undefined, kind: Send["kind"] | undefined): string | undefined {
  if (shape === undefined) return undefined;
  return kind === undefined && !/^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/.test(shape)
    ? undefined
    : hostOf(`//${shape}`);
}

function carriedIn(position: Position, values: readonly (Value | undefined)[]): readonly Carried[] {
  return values.flatMap((value) => (value?.sources ?? []).map((source) => ({ source, position })));
}

/** Where the entries of an object with the options of a request go. */
export function optionsOf(value: Value | undefined): Pick<Request, "headers" | "query" | "body"> & {
  readonly method?: string;
  readonly url?: Value;
} {
  if (value === undefined) return {};
  const { entries } = value;
  if (entries === undefined) return { body: [value] };
  const at = (names: readonly string[]): Value[] =>
    names.flatMap((name) => entries.get(name) ?? []);
  const method = entries.get("method")?.text?.toUpperCase();
  const url = entries.get("url") ?? entries.get("uri") ?? hostEntry(entries);
  return {
    headers: at(["headers", "auth", "cookies", "token"]),
    query: at(["params", "qs", "searchParams", "query"]),
    body: at(["body", "data", "json", "form", "formData", "multipart", "files", "content"]),
    ...(method === undefined ? {} : { method }),
    ...(url === undefined ? {} : { url }),
  };
}

/** `{ hostname, path }` of Node's own client. */
function hostEntry(entries: ReadonlyMap<string, Value>): Value | undefined {
  const host = entries.get("hostname") ?? entries.get("host");
  const shape = shapeOf(host);
  if (shape === undefined) return undefined;
  const path = shapeOf(entries.get("path")) ?? "";
  const sources = mergeSources([host, entries.get("path")]);
  return { parts: [`https://${shape}${path}`], sources };
}
