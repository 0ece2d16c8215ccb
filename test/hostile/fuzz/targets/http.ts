import { createAdapters } from "../../../../src/registry/protocols/index.ts";
import { FACE_OPTIONS } from "../../../support/protocols.ts";
import { type ApiRoute, loadApiRoutes } from "../../../../src/serve/api/index.ts";
import { routes } from "../../../../src/serve/http/routes.ts";
import { isObject } from "../../../../src/skill/index.ts";
import { exampleOf } from "../examples-of-schema.ts";
import { type FuzzServer, openFuzzServer } from "../fuzz-server.ts";
import { bytesOf, type FuzzTarget, must, type OpenTarget, textOf } from "../target.ts";

const apiRoutes = await loadApiRoutes();

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Longer than any answer takes on a busy machine. */
const PATIENCE_MS = 30_000;
/** Accounts and skills get lost on the way, so that the server is a new one now and then. */
const MOST_REQUESTS = 400;
/** What the server may say of itself: not built, full, stopping; and of others: that they did not answer. */
const HONEST: ReadonlySet<number> = new Set([501, 502, 503, 507]);

export const httpTarget: FuzzTarget = {
  name: "http",
  invariants: [
    "No request is answered with a fault of the server, and none is logged.",
    "Every request is answered, and nothing is rejected without somebody who hears of it.",
    "No answer holds a stack, a path of the sources or a hash of a password.",
    "The server is alive afterwards.",
  ],
  kind: "json",
  maxBytes: 64_000,
  maxCpuMs: 8000,
  words: [
    "greet",
    "/api/v1/",
    "/registry/api/v1/skills/greet",
    "1.0.0",
    "?limit=1",
    "&cursor=x",
    "%00",
    "%2e%2e%2f",
    "multipart/form-data; boundary=x",
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.md"\r\n\r\nhi\r\n--x--\r\n',
    "application/json",
    "text/event-stream",
    "gzip",
    "*",
    'W/"x"',
  ],
  seeds: () =>
    [...apiRoutes.map(seedOf), ...otherSeeds()].map((sent) => bytesOf(JSON.stringify(sent))),
  quickRuns: 260,
  open,
};

function seedOf(route: ApiRoute): Sent {
  const path = filled(route.path);
  const query = exampleOf(route.query);
  const pairs = isObject(query)
    ? Object.entries(query)
        .filter(([, value]) => value !== null && typeof value !== "object")
        .map(([name, value]): [string, string] => [name, textIn(value)])
    : [];
  const search = pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`;
  const hasForm = route.form !== undefined;
  const form = `--x\r\ncontent-disposition: form-data; name="${route.form?.[0] ?? ""}"; filename="a.md"\r\n\r\nhi\r\n--x--\r\n`;
  const body = hasForm ? form : JSON.stringify(exampleOf(route.body));
  return {
    method: route.method,
    path: path + search,
    headers: hasForm ? { "content-type": "multipart/form-data; boundary=x" } : {},
    ...(body === undefined ? {} : { body }),
  };
}

function otherSeeds(): readonly Sent[] {
  const adapters = createAdapters(FACE_OPTIONS);
  return [...adapters.flatMap(({ rows }) => rows), ...routes].map(({ method, path }) => ({
    method,
    path: filled(path),
    headers: {},
    ...(method === "GET" ? {} : { body: '{"slug":"greet","version":"1.0.0"}' }),
  }));
}

function filled(path: string): string {
  return path
    .replaceAll(/\{version\}/gu, "1.0.0")
    .replaceAll(/\{\w+\.\.\.\}/gu, "greet/1.0.0")
    .replaceAll(/\{\w+\}/gu, "greet");
}

function open(): OpenTarget {
  let server: FuzzServer | undefined;
  let count = 0;
  const close = async (): Promise<void> => {
    await server?.close();
    server = undefined;
  };
  return {
    check: async (input) => {
      count += 1;
      if (count % MOST_REQUESTS === 0) await close();
      server ??= await openFuzzServer();
      const sent = requestIn(input);
      const status = await send(server, sent);
      const [fault] = server.faults();
      must(fault === undefined, `the log holds a fault: ${fault ?? ""}`);
      return `${sent.method} ${sent.path.split(/[?/]/u).slice(1, 5).join("/").slice(0, 40)} ${status}`;
    },
    close,
  };
}

async function send({ url, token }: FuzzServer, sent: Sent): Promise<number> {
  let response: Response;
  try {
    response = await fetch(new URL(`${url}${sent.path}`), {
      method: sent.method,
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
        ...sent.headers,
      },
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(sent.body === undefined || /^(?:GET|HEAD)$/iu.test(sent.method)
        ? {}
        : { body: sent.body }),
    });
  } catch (error) {
    // What no client would send is no question to the server.
    if (error instanceof TypeError && !/fetch failed/u.test(error.message)) return 0;
    const alive = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    must(alive.ok, "the server is not alive");
    must(isRefusalOfClient(error), `no answer: ${String(error)}`);
    return 0;
  }
  const { status } = response;
  const isEndless = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const text = isEndless ? "" : await response.text();
  if (isEndless) await response.body?.cancel();
  must(status < 500 || HONEST.has(status), `answer ${status} ${text.slice(0, 200)}`);
  must(
    !/\bat .*\/src\/[\w/.-]+:\d+|node_modules\/|scrypt\$/u.test(text),
    "an answer tells too much",
  );
  return status;
}

/** The parser of Node ends connections with headers that nobody may send. */
function isRefusalOfClient(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return code.startsWith("HPE_") || code.startsWith("UND_ERR_") || code === "ERR_INVALID_CHAR";
}

function requestIn(input: Uint8Array): Sent {
  let value: unknown;
  try {
    value = JSON.parse(textOf(input)) as unknown;
  } catch {
    return { method: "POST", path: "/api/v1/skills", headers: {}, body: textOf(input) };
  }
  const { method, path, headers, body } = isObject(value) ? value : {};
  return {
    method: typeof method === "string" && /^[A-Z]{1,12}$/u.test(method) ? method : "POST",
    path: typeof path === "string" && path.startsWith("/") ? path : `/${textIn(path)}`,
    headers: Object.fromEntries(
      Object.entries(isObject(headers) ? headers : {})
        .filter(
          ([name]) =>
            /^[\w-]+$/u.test(name) &&
            !/^(?:connection|expect|upgrade|host|content-length|transfer-encoding|keep-alive)$/iu.test(
              name,
            ),
        )
        .map(([name, item]) => [
          name,
          textIn(item).replaceAll(/[^\u0020-\u007e\u0080-\u00ff]/gu, ""),
        ]),
    ),
    ...(body === undefined ? {} : { body: textIn(body) }),
  };
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
