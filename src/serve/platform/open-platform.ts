import type { Hono } from "hono";
import {
  openFolderStore,
  openMemoryStore,
  openS3Store,
  type Store,
} from "../../library/store/index.ts";
import { cacheFolder } from "../../platform/index.ts";
import { type Clock, newSecret } from "../../platform/machine/index.ts";
import { localEmbeddings, type TokenCounter } from "../../run/knowledge/index.ts";
import type { RunPorts } from "../../run/execute/index.ts";
import { openModels } from "../../run/models/index.ts";
import type { RunCode } from "../../run/workflow/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import { ensureFirst } from "../accounts/index.ts";
import {
  type ApiPorts,
  apiRoutes,
  createApi,
  createLimiter,
  createMetrics,
  type RequestEntry,
} from "../api/index.ts";
import { type Database, openDatabase } from "../data/index.ts";
import { resumeDocuments } from "../knowledge/index.ts";
import { mountFaces } from "../market/faces.ts";
import type { OpenMarket } from "../market/index.ts";
import { forgetRuns } from "../runs/index.ts";
import { createSkillCache } from "../skills/index.ts";
import { openWorkflows } from "../workflows/index.ts";
import { type Background, startBackground, toDiagnostic } from "./background.ts";
import { createDrain, type Drain } from "./drain.ts";
import { openRegistry } from "./registry.ts";
import type { BucketSettings, PlatformSettings } from "./settings.ts";

export interface PlatformOptions {
  readonly settings: PlatformSettings;
  /** Holds everything that is not in a database or bucket elsewhere. */
  readonly dataFolder: string;
  readonly version: string;
  readonly clock: Clock;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly countTokens: () => Promise<TokenCounter>;
  /** Hears of what went wrong, with the id of the request where there was one. */
  readonly onProblem: (problem: Diagnostic, requestId?: string) => void;
  /** Hears of every request. */
  readonly onRequest?: (entry: RequestEntry) => void;
}

export interface Platform {
  readonly ports: ApiPorts;
  readonly app: Hono;
  /** The account that was made because there was none; without a password where the settings name it. */
  readonly firstAccount?: { readonly email: string; readonly password?: string };
  /** Begins nothing that takes long any more, and waits for streams that are open, but not for ever. */
  readonly drain: () => Promise<void>;
  /** Ends streams, waits for what is under way, and lets go of everything. */
  readonly close: () => Promise<void>;
}

/** In place of a data folder: nothing is kept when the server ends. */
export const IN_MEMORY = ":memory:";

/** Brings everything up that the API needs; what fails here has left nothing open. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { settings, dataFolder } = options;
  const closers: (() => Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    const address = settings.database ?? inFolder(dataFolder, "state.db");
    const database = await openDatabase({ address });
    closers.push(() => database.close());
    const skills = await openStore(options, "skills", closers);
    const documents = await openStore(options, "knowledge", closers);
    const market = openRegistry(options, database, await openStore(options, "registry", closers));
    const background = startBackground(options.onProblem);
    const metrics = createMetrics(options.version);
    const drain = createDrain({
      clock: options.clock,
      seconds: settings.stopSeconds,
      activeStreams: metrics.activeStreams,
    });
    const parts = { database, address, skills, documents, market, background, metrics, drain };
    const ports = await makePorts(options, parts);
    closers.push(() => ports.workflows.engine.close(ENGINE_GRACE_MS));
    const firstAccount = await ensureAccount(ports, settings);
    background.repeat(options.clock, RESUME_MS, () =>
      resumeDocuments(ports.knowledge, background.stopping),
    );
    background.repeat(options.clock, SWEEP_MS, async () => {
      await market.sweep();
    });
    if (settings.keepDays > 0)
      background.repeat(options.clock, DAY_MS / 4, async () => {
        const before = new Date(options.clock.now() - settings.keepDays * DAY_MS).toISOString();
        await forgetRuns(database, before, background.stopping);
      });
    ports.workflows.engine.begin();
    const app = createApi(ports, apiRoutes);
    closers.push(mountFaces(app, { ...ports, publicUrl: settings.publicUrl }).close);
    return {
      ports,
      app,
      ...(firstAccount === undefined ? {} : { firstAccount }),
      drain: async () => {
        await drain.drain();
        background.halt();
      },
      close: async () => {
        await background.stop();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Nodes of workflows that take longer are broken off, and begun anew at the next start. */
const ENGINE_GRACE_MS = 5000;

const DAY_MS = 86_400_000;

/** How often documents are looked for whose processing was broken off. */
const RESUME_MS = 60_000;

/** How often the registry throws away what nobody needs. */
const SWEEP_MS = 3_600_000;

interface Parts {
  readonly database: Database;
  readonly address: string;
  readonly skills: Store;
  readonly documents: Store;
  readonly market: OpenMarket;
  readonly background: Background;
  readonly metrics: ApiPorts["metrics"];
  readonly drain: Drain;
}

async function makePorts(options: PlatformOptions, parts: Parts): Promise<ApiPorts> {
  const { settings, version, clock, environment, countTokens, onProblem } = options;
  const { database, address, skills, documents, market, background, metrics, drain } = parts;
  const models = openModels({ settings: settings.models, environment, clock });
  const embeddings = models.embeddings ?? localEmbeddings();
  const shelf = { store: skills, database, clock, cache: createSkillCache() };
  const knowledge = {
    database,
    store: documents,
    clock,
    countTokens,
    ...(embeddings === undefined ? {} : { embeddings }),
    onProblem: (error: unknown) => {
      onProblem(toDiagnostic(error));
    },
  };
  const openTools = await toolsOf(options, skills);
  const workflows = await openWorkflows({
    database,
    address,
    clock,
    models,
    shelf,
    knowledge,
    openTools,
    onProblem,
    ...(settings.httpNodes ? { http: { allowPrivate: settings.httpPrivate } } : {}),
    ...(settings.codeNodes ? { runCode: await codeRunner(options) } : {}),
  });
  return {
    version,
    clock,
    database,
    accounts: { database, clock, issuer: "skillwright" },
    shelf,
    knowledge,
    workflows,
    market,
    openTools,
    models,
    limiter: createLimiter({ database, clock, limits: settings.limits }),
    allowsRegistration: settings.registration,
    onProblem,
    onRequest: options.onRequest ?? (() => {}),
    metrics,
    ...(settings.metricsToken === undefined ? {} : { metricsToken: settings.metricsToken }),
    cors: settings.cors,
    isDraining: drain.isDraining,
    stopping: background.stopping,
    work: background.work,
  };
}

/** Tools of skills for their runs; the sandbox is there only where the settings allow them. */
async function toolsOf(
  { settings: { tools }, environment, dataFolder, clock }: PlatformOptions,
  store: Store,
): Promise<NonNullable<RunPorts["openTools"]>> {
  const { openSkillTools } = await import("../tools/index.ts");
  if (tools === undefined) return openSkillTools({ store });
  const sandbox = {
    allow: tools.allow,
    path: environment["PATH"] ?? "",
    packagesRoot: dataFolder === IN_MEMORY ? cacheFolder(environment) : `${dataFolder}/packages`,
    now: clock.now,
  };
  return openSkillTools({ store, sandbox });
}

/** Loaded only where it is asked for: most servers run no code. */
async function codeRunner({ environment, clock }: PlatformOptions): Promise<RunCode> {
  const path = environment["PATH"] ?? "";
  const [{ createBubblewrapRunner }, { createCodeRunner, createRunner }] = await Promise.all([
    import("../../platform/sandbox/index.ts"),
    import("../../run/sandbox/index.ts"),
  ]);
  const confined = createBubblewrapRunner({ path, now: clock.now, random: Math.random });
  return createCodeRunner(createRunner(confined), path);
}

function inFolder(dataFolder: string, name: string): string {
  return dataFolder === IN_MEMORY ? IN_MEMORY : `${dataFolder}/${name}`;
}

async function openStore(
  { settings: { bucket }, dataFolder }: PlatformOptions,
  folder: string,
  closers: (() => Promise<void>)[],
): Promise<Store> {
  const store =
    bucket === undefined
      ? await openLocalStore(inFolder(dataFolder, folder))
      : await openS3Store(bucketOptions(bucket, folder));
  closers.push(() => store.close());
  return store;
}

async function openLocalStore(path: string): Promise<Store> {
  return path === IN_MEMORY ? await openMemoryStore() : await openFolderStore(path);
}

function bucketOptions(
  { name, endpoint, region, prefix = "" }: BucketSettings,
  folder: string,
): Parameters<typeof openS3Store>[0] {
  return {
    bucket: name,
    prefix: `${prefix}${folder}/`,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
  };
}

/** On the first start there is nobody who could let anybody in. */
async function ensureAccount(
  { accounts }: ApiPorts,
  { admin: { email, password } }: PlatformSettings,
): Promise<Platform["firstAccount"]> {
  const made = password ?? newSecret();
  if (!(await ensureFirst(accounts, { email, password: made }))) return undefined;
  return { email, ...(password === undefined ? { password: made } : {}) };
}
