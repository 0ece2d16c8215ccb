/** Secrets that were planted all over a server, and a provider that repeats its key: none is told to anybody. */
import { IN_MEMORY } from "../../src/platform/index.ts";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../src/platform/machine/index.ts";
import { loadApiRoutes } from "../../src/serve/api/index.ts";
import { startServer } from "../../src/serve/http/index.ts";
import {
  createLog,
  openPlatform,
  readPlatformSettings,
  readSecrets,
} from "../../src/serve/platform/index.ts";
import { lentJobs } from "../support/jobs.ts";
import { skillText } from "../support/registry-server.ts";

const apiRoutes = await loadApiRoutes();

const SECRETS = {
  OPENAI_API_KEY: "sk-planted-openai-5b1f0c77a2",
  SKILLWRIGHT_METRICS_TOKEN: "planted-metrics-token-91ce",
  SKILLWRIGHT_ADMIN_PASSWORD: "planted-admin-password-4d2a",
  SKILLWRIGHT_HOST_TOKEN: "planted-host-token-0a7b3c",
} as const;
const PASSWORD = "planted-user-password-77e1";

const log: string[] = [];
const told: string[] = [];
let url = "";
let close: () => Promise<void>;

beforeAll(async () => {
  const provider = createServer((request, response) => {
    const key = request.headers.authorization ?? "";
    response.writeHead(401, { "content-type": "application/json", "x-echo": key });
    response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } }));
  });
  await new Promise<void>((done) => provider.listen(0, "127.0.0.1", done));
  // A server that listens on a port has an address with one.
  const base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const environment = { ...SECRETS, OPENAI_BASE_URL: base, SKILLWRIGHT_MODEL: "openai:gpt-5-mini" };
  const settings = readPlatformSettings({ value: { registration: true }, environment });
  const { problem, request } = createLog({
    clock: systemClock,
    write: (line) => void log.push(line),
    secrets: readSecrets(settings, environment),
    tellsRequests: true,
  });
  const platform = await openPlatform({
    settings,
    dataFolder: IN_MEMORY,
    jobs: lentJobs(),
    version: "0.0.0",
    clock: systemClock,
    environment,
    onProblem: problem,
    onRequest: request,
  });
  const server = await startServer({
    token: SECRETS.SKILLWRIGHT_HOST_TOKEN,
    version: "0.0.0",
    platform: platform.app,
  });
  ({ url } = server);
  close = async () => {
    await server.close();
    await platform.close();
    provider.close();
  };
});
afterAll(() => close());

async function send(method: string, path: string, token?: string, json?: unknown): Promise<string> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const isEndless = path.endsWith("/library/events") && answer.ok;
  if (isEndless) await answer.body?.cancel();
  const text = isEndless ? "" : await answer.text();
  told.push(`${method} ${path} ${JSON.stringify([...answer.headers])} ${text}`);
  return text;
}

/** The values that are nowhere to be found. */
function leaked(places: readonly string[]): readonly string[] {
  return [...Object.values(SECRETS), PASSWORD].flatMap((secret) =>
    places.filter((place) => place.includes(secret)).map((place) => place.slice(0, 400)),
  );
}

it("[BX-14] tells no secret in answers, streams, records, metrics or the log", async () => {
  const email = "ann@example.org";
  const { token } = JSON.parse(
    await send("POST", "/api/v1/auth/register", undefined, { email, password: PASSWORD }),
  ) as { readonly token: string };
  const admin = JSON.parse(
    await send("POST", "/api/v1/auth/login", undefined, {
      email: "admin@skillwright.local",
      password: SECRETS.SKILLWRIGHT_ADMIN_PASSWORD,
    }),
  ) as { readonly token: string };
  const wrong = { email, password: `${PASSWORD}-wrong` };
  await send("POST", "/api/v1/auth/login", undefined, wrong);
  await send("POST", "/api/v1/auth/register", undefined, { email, password: PASSWORD });
  await send("POST", "/api/v1/auth/password", token, { current_password: "x", password: PASSWORD });
  await send("POST", "/api/v1/skills", token, { name: "greet", content: skillText("greet") });
  await send("POST", "/api/v1/skills/greet/run", token, { inputs: {} });
  await send("POST", "/api/v1/chat/completions", token, { session_id: "s", message: "Hello" });
  await send("GET", "/metrics", SECRETS.SKILLWRIGHT_METRICS_TOKEN);
  await send("GET", "/metrics");
  await send("GET", "/api/hosts", "wrong");
  const reads = apiRoutes.filter(({ method, path }) => method === "GET" && !path.includes("{"));
  for (const { path } of reads)
    for (const who of [token, admin.token]) await send("GET", path, who);
  const runs = JSON.parse(await send("GET", "/api/v1/runs", token)) as {
    readonly runs: readonly { readonly id: string }[];
  };
  expect(runs.runs.length).toBeGreaterThan(0);
  for (const { id } of runs.runs) await send("GET", `/api/v1/runs/${id}`, token);
  await send("GET", "/api/v1/chat/sessions/s", token);
  expect(leaked(told)).toEqual([]);
  // The provider has repeated its key in two answers, and the log tells of both.
  expect(log.filter((line) => line.includes("Incorrect API key provided")).length).toBe(2);
  expect(leaked(log)).toEqual([]);
});
