/** The platform without a socket, on a database and a store of the test's choice. */
import { createNameResolver } from "../../src/platform/network/index.ts";
import { inspect } from "node:util";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { openMemoryStore } from "../../src/library/store/index.ts";
import { type Clock, createTurns, systemClock } from "../../src/platform/machine/index.ts";
import {
  type EmbeddingModel,
  type ModelSettings,
  readModelSettings,
} from "../../src/run/models/index.ts";
import {
  type ApiPorts,
  loadApiRoutes,
  createApi,
  createMetrics,
  figuresOf,
} from "../../src/serve/api/index.ts";
import { createLimiter } from "../../src/hub/requests/index.ts";
import type { Database } from "../../src/hub/data/index.ts";
import {
  DEFAULT_MARKET,
  type MarketSettings,
  openMarket,
  type OpenMarket,
} from "../../src/hub/registry/index.ts";
import { openHubModels } from "../../src/hub/models/index.ts";
import type { AccountPorts } from "../../src/hub/accounts/index.ts";
import type { Quotas } from "../../src/hub/quotas/index.ts";
import { openStoredSkills } from "../../src/hub/skills/index.ts";
import { openWorkflows, type WorkflowOptions } from "../../src/hub/workflows/index.ts";
import type { Store } from "../../src/library/store/store.ts";
import type { ClientEnv } from "../../src/serve/http/client-env.ts";
import { createAccounts } from "./accounts.ts";
import { joinAs } from "./users.ts";
import type { Jobs } from "../../src/hub/jobs/index.ts";
import { sharedJobs } from "./jobs.ts";

export interface PlatformOptions {
  /** Default: the pool that all tests share. */
  readonly jobs?: Jobs;
  readonly database: Database;
  readonly store?: Store;
  /** Where former texts of skills are kept. */
  readonly history?: Store;
  readonly clock?: Clock;
  /** Where language models answer; without it there is none. */
  readonly modelUrl?: string;
  /** Or the models themselves. */
  readonly models?: ModelSettings;
  /** Names and addresses of the own network at which providers may be added. */
  readonly privateHosts?: readonly string[];
  readonly workflows?: Partial<WorkflowOptions>;
  readonly market?: Partial<MarketSettings>;
  readonly quotas?: Quotas;
  readonly mail?: AccountPorts["mail"];
  /** Compares descriptions in searches; without it there is none. */
  readonly embeddings?: EmbeddingModel;
  /** Where the registry keeps bytes. */
  readonly packages?: Store;
  readonly more?: Partial<ApiPorts>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON, where it is some. */
  readonly json: unknown;
}

export interface Platform {
  readonly ports: ApiPorts;
  readonly market: OpenMarket;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Sends a request with the token of somebody, and waits for all of the answer. */
  readonly send: (method: string, path: string, options?: SendOptions) => Promise<Answered>;
  /** Waits for what the platform does on its own. */
  readonly settle: () => Promise<void>;
  /** Makes an account and gives its token. */
  readonly join: (email: string) => Promise<string>;
}

export interface SendOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the request comes from; without it that is not known. */
  readonly address?: string;
}

/** Lets everybody ask as often as they like. */
export function unlimited(database: Database): ApiPorts["limiter"] {
  return createLimiter({ database, clock: systemClock, limits: {} });
}

export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { database, clock = systemClock } = options;
  const store = options.store ?? (await openMemoryStore());
  const works: Promise<void>[] = [];
  const jobs = options.jobs ?? sharedJobs();
  const quotas = options.quotas === undefined ? {} : { quotas: options.quotas };
  const storedSkills = openStoredSkills({
    store,
    history: options.history ?? (await openMemoryStore()),
    database,
    clock,
    ...quotas,
    jobs,
  });
  const accounts = createAccounts(
    database,
    clock,
    options.mail === undefined ? {} : { mail: options.mail },
  );
  const settings = options.models ?? modelSettingsAt(options.modelUrl);
  const models = openHubModels({
    settings,
    environment: {},
    database,
    clock,
    cipher: accounts.cipher,
    privateHosts: options.privateHosts ?? [],
    resolve: createNameResolver().forOwner("administrators"),
    taken: new Set(Object.keys(settings.providers)),
  });
  const knowledge = {
    database,
    store: await openMemoryStore(),
    clock,
    ...quotas,
    jobs,
    searchTurns: createTurns(),
    countTokens: () => Promise.resolve((text: string) => Math.ceil(text.length / 4)),
    onProblem: () => {},
  };
  const metrics = createMetrics("0.0.0");
  const workflows = await openWorkflows({
    database,
    clock,
    modelsFor: models.forUser,
    storedSkills,
    knowledge,
    ...quotas,
    onProblem: () => {},
    onRun: (run) => {
      metrics.ran(figuresOf(run));
    },
    ...options.workflows,
  });
  const market = openMarket({
    database,
    accounts,
    store: options.packages ?? (await openMemoryStore()),
    clock,
    ...quotas,
    jobs,
    version: "0.0.0",
    workFolder: joinPath(tmpdir(), "skillwright-market"),
    settings: { ...DEFAULT_MARKET, ...options.market },
    ...(options.embeddings === undefined ? {} : { embeddings: options.embeddings }),
  });
  const ports: ApiPorts = {
    version: "0.0.0",
    clock,
    database,
    accounts,
    ...quotas,
    storedSkills,
    knowledge,
    features: { database, available: new Set(["ENABLE_PUBLIC_EMBED"]) },
    jobs: knowledge.jobs,
    workflows,
    market,
    work: (task) => {
      const work = task();
      // Who waits for it hears of a failure; a test that closes the database first does not.
      work.catch(() => {});
      works.push(work);
    },
    models,
    modelSettings: settings,
    limiter: createLimiter({ database, clock }),
    keepsAnswers: true,
    countRun: (run) => metrics.ran(figuresOf(run)),
    allowsRegistration: true,
    // A test sees the status alone; what was behind it is told to whoever reads the log of the tests.
    onProblem: ({ code, message, cause }) => {
      if (code === "api/internal") process.stderr.write(`${message} ${inspect(cause)}\n`);
    },
    onRequest: () => {},
    metrics,
    cors: [],
    isDraining: () => false,
    stopping: new AbortController().signal,
    ...options.more,
  };
  const app = createApi(ports, await loadApiRoutes());
  const fetch = async (request: Request): Promise<Response> => await app.fetch(request);
  const send: Platform["send"] = async (method, path, sent = {}) => {
    const { token, body, headers = {}, address } = sent;
    const env: ClientEnv = address === undefined ? {} : { clientAddress: address };
    const response = await app.fetch(
      new Request(`http://platform.test${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined || body instanceof FormData
            ? {}
            : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
      }),
      env,
    );
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  };
  const settle = async (): Promise<void> => {
    await Promise.all(works);
  };
  return { ports, market, fetch, send, join: (email) => joinAs(ports.accounts, email), settle };
}

function isRaw(body: unknown): body is string | FormData {
  return typeof body === "string" || body instanceof FormData;
}

function modelSettingsAt(url: string | undefined): ModelSettings {
  const settings =
    url === undefined
      ? {}
      : {
          default: "local:small",
          providers: { local: { kind: "openai-compatible", baseUrl: url, models: ["small"] } },
        };
  return readModelSettings(settings);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The events of a stream, in order; comments are left out. */
export function eventsOf(
  text: string,
): readonly { readonly event: string; readonly data: unknown }[] {
  return text
    .split("\n\n")
    .filter((block) => block.startsWith("event: "))
    .map((block) => {
      const [first = "", second = ""] = block.split("\n");
      return {
        event: first.slice("event: ".length),
        data: JSON.parse(second.slice("data: ".length)) as unknown,
      };
    });
}
