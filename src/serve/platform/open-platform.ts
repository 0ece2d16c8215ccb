import type { Hono } from "hono";
import type { Store } from "../../library/store/index.ts";
import { cacheFolder, freeSpace, IN_MEMORY, totalMemory } from "../../platform/index.ts";
import { createTurns, type Clock, type PasswordHasher } from "../../platform/machine/index.ts";
import { loadTelemetry, type Telemetry } from "../../platform/telemetry/index.ts";
import { createNameResolver, type NameResolver } from "../../platform/network/index.ts";
import type { OpenToolsFor } from "../../hub/tools/index.ts";
import type { EmbeddingModel } from "../../run/models/index.ts";
import type { RunCode } from "../../run/workflow/index.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import { type AccountPorts, createSignOn, LoginLinks } from "../../hub/accounts/index.ts";
import {
  type ApiPorts,
  loadApiRoutes,
  createApi,
  createMetrics,
  figuresOf,
  type RequestEntry,
} from "../api/index.ts";
import { loadTokenCounter, openEmbeddings } from "../../hub/knowledge/index.ts";
import { type Database, inFolder, openDatabase, openStore } from "../../hub/data/index.ts";
import { type Feature, type FeaturePorts, isFeatureEnabled } from "../../hub/features/index.ts";
import { openJobs } from "../../app/jobs/index.ts";
import type { Jobs } from "../../hub/jobs/index.ts";
import { createLimiter } from "../../hub/requests/index.ts";
import { StreamLimiter } from "../api/stream-room.ts";
import { clientDocuments } from "../registry/client-document.ts";
import { mountProtocols } from "../registry/protocol-routes.ts";
import type { OpenMarket } from "../../hub/registry/index.ts";
import type { LibraryView } from "../../hub/library/index.ts";
import { type HubModels, openHubModels } from "../../hub/models/index.ts";
import { endLeftRuns, type RunRecord } from "../../hub/runs/index.ts";
import { openStoredSkills, recountSkills, surveySkills } from "../../hub/skills/index.ts";
import { openWorkflows, type WorkflowOptions } from "../../hub/workflows/index.ts";
import { type Background, startBackground, toDiagnostic } from "./background.ts";
import { protectDataFolder } from "./data-folder.ts";
import { createDrain, type Drain } from "./drain.ts";
import { ensureAccount, type FirstAccount } from "./first-account.ts";
import { startMaintenance } from "./maintenance.ts";
import { openAccounts } from "./open-accounts.ts";
import { openRegistry } from "./registry.ts";
import type { PlatformSettings } from "./settings.ts";

export interface PlatformOptions {
  readonly settings: PlatformSettings;
  /** Holds everything that is not in a database or bucket elsewhere. */
  readonly dataFolder: string;
  /** Other files of the server that are closed to all code of users, such as its settings. */
  readonly closedFiles?: readonly string[];
  readonly version: string;
  readonly clock: Clock;
  /** Skills in folders that the server keeps evaluated, where it does. */
  readonly library?: LibraryView;
  readonly environment: { readonly [name: string]: string | undefined };
  /** The server listens on this machine alone. */
  readonly isLocal?: boolean;
  /** Keeps the data to itself where it is a file of SQLite, as a server does that listens. */
  readonly ownsData?: boolean;
  /** Gives the account of the administrator a new password, whoever has forgotten the old one. */
  readonly resetsAdmin?: boolean;
  /** Hashes passwords; a test in this process may give one that costs less. */
  readonly passwords?: PasswordHasher;
  /** What reads untrusted bytes, closed with the platform. Default: processes of their own. */
  readonly jobs?: Jobs;
  /** Hears of what went wrong, with the id of the request where there was one. */
  readonly onProblem: (problem: Diagnostic, requestId?: string) => void;
  /** Hears of every request. */
  readonly onRequest?: (entry: RequestEntry) => void;
}

export interface Platform {
  readonly ports: ApiPorts;
  readonly app: Hono;
  readonly firstAccount?: FirstAccount;
  /** The model by which documents are found by their meaning; without one, by words alone. */
  readonly embeddingModel?: string;
  /** Begins nothing that takes long any more, and waits for streams that are open, but not for ever. */
  readonly drain: () => Promise<void>;
  /** Ends streams, waits for what is under way, and lets go of everything. */
  readonly close: () => Promise<void>;
}

/** Brings everything up that the API needs; what fails here has left nothing open. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { settings } = options;
  const closers: (() => Promise<void>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    const parts = await openParts(options, closers);
    const ports = await createPorts(options, parts);
    const { market, background, drain } = parts;
    closers.push(() => ports.workflows.engine.close(ENGINE_GRACE_MS));
    const firstAccount = await ensureAccount(ports, settings, options.resetsAdmin ?? false);
    await endLeftRuns(ports.database, ports.workflows.engine);
    startMaintenance(
      { clock: options.clock, keepDays: settings.keepDays },
      ports,
      market,
      background,
    );
    ports.workflows.engine.begin();
    background.work(() =>
      recountSkills(ports.storedSkills, () => surveySkills(ports.storedSkills)),
    );
    const app = createApi(ports, await loadApiRoutes());
    closers.push(
      mountProtocols(app, {
        ...ports,
        fetchClient: clientDocuments(createNameResolver({ servers: settings.nameServers })),
        publicUrl: settings.publicUrl,
        issuer: settings.registry.issuer,
      }).close,
    );
    return {
      ports,
      app,
      ...(firstAccount === undefined ? {} : { firstAccount }),
      ...(ports.knowledge.embeddings === undefined
        ? {}
        : { embeddingModel: ports.knowledge.embeddings.id }),
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

/** Everything that needs nothing but settings; what was opened is told to the closers at once. */
async function openParts(
  options: PlatformOptions,
  closers: (() => Promise<void>)[],
): Promise<PlatformDeps> {
  const { settings, dataFolder } = options;
  if (dataFolder !== IN_MEMORY) protectDataFolder(dataFolder, options.onProblem);
  const jobs = options.jobs ?? openJobs();
  closers.push(() => jobs.close());
  const address = settings.database ?? inFolder(dataFolder, "state.db");
  const database = await openDatabase({ address, isAlone: options.ownsData ?? false });
  closers.push(() => database.close());
  const accounts = await openAccounts(options, database);
  const skills = await openStore(options, "skills", closers);
  const history = await openStore(options, "history", closers);
  const documents = await openStore(options, "knowledge", closers);
  const packages = await openStore(options, "registry", closers);
  // Loaded with the first text that it is given, once for knowledge and searches alike.
  const embeddings = openEmbeddings(dataFolder);
  const limiter = createLimiter({ database, clock: options.clock, limits: settings.limits });
  const market = openRegistry(options, accounts, packages, jobs, embeddings, limiter);
  const background = startBackground(options.onProblem);
  const telemetry = await loadTelemetry(options.version);
  const metrics = createMetrics(options.version, telemetry);
  const drain = createDrain({
    clock: options.clock,
    seconds: settings.stopSeconds,
    activeStreams: metrics.activeStreams,
  });
  return {
    database,
    accounts,
    address,
    skills,
    history,
    documents,
    market,
    limiter,
    background,
    metrics,
    telemetry,
    drain,
    jobs,
    ...(embeddings === undefined ? {} : { embeddings }),
  };
}

const LOOPBACK = ["127.0.0.1", "::1", "localhost"];

/** Nodes of workflows that take longer are broken off, and begun anew at the next start. */
const ENGINE_GRACE_MS = 5000;

interface PlatformDeps {
  readonly database: Database;
  readonly accounts: AccountPorts;
  readonly address: string;
  readonly skills: Store;
  readonly history: Store;
  readonly documents: Store;
  readonly market: OpenMarket;
  readonly limiter: ApiPorts["limiter"];
  readonly background: Background;
  readonly metrics: ApiPorts["metrics"];
  readonly telemetry: Telemetry;
  readonly drain: Drain;
  readonly jobs: Jobs;
  /** The model of this machine. */
  readonly embeddings?: EmbeddingModel;
}

async function createPorts(options: PlatformOptions, parts: PlatformDeps): Promise<ApiPorts> {
  const { settings, version, clock, environment, onProblem } = options;
  const { database, accounts, address, market, limiter, background, metrics, drain } = parts;
  const { telemetry } = parts;
  const models = openHubModels({
    settings: settings.models,
    environment,
    clock,
    telemetry,
    database,
    cipher: accounts.cipher,
    // Whoever reaches a server that listens on its own machine alone is on that machine.
    privateHosts: settings.models.private ?? (options.isLocal === true ? LOOPBACK : []),
    resolve: createNameResolver({ servers: settings.nameServers }).forOwner("administrators"),
    taken: new Set(Object.keys(settings.models.providers)),
  });
  await models.refresh();
  const storedSkills = storedSkillPorts(options, parts);
  const knowledge = knowledgePorts(options, parts, models);
  const names = createNameResolver({ servers: settings.nameServers });
  const openTools = await createToolOpener(options, parts, names);
  const features = featurePorts(options, parts);
  const countRun = (run: RunRecord): void => metrics.ran(figuresOf(run));
  const workflows = await openWorkflows({
    database,
    address,
    clock,
    modelsFor: models.forUser,
    storedSkills,
    knowledge,
    openTools,
    quotas: settings.quotas,
    allowsNow: (kind) =>
      isFeatureEnabled(features, kind === "http" ? "ENABLE_HTTP_NODE" : "ENABLE_CODE_NODE"),
    maxRunBytes: settings.workflowRunBytes,
    telemetry,
    onProblem,
    onRun: countRun,
    ...mcpCalls(options, names),
    ...(settings.httpNodes ? { http: { allowPrivate: settings.httpPrivate, names } } : {}),
    ...(settings.codeNodes ? { runCode: await codeRunner(options) } : {}),
  });
  return {
    version,
    clock,
    database,
    accounts,
    quotas: settings.quotas,
    loginLinks: new LoginLinks(clock),
    ...createSignOnPorts(settings, accounts),
    storedSkills,
    knowledge,
    features,
    ...(settings.publicUrl === undefined ? {} : { publicUrl: settings.publicUrl }),
    jobs: parts.jobs,
    workflows,
    market,
    openTools,
    streams: new StreamLimiter(settings.streams),
    ...(settings.tools === undefined ? {} : { toolsAllowed: settings.tools.allow }),
    models,
    modelSettings: settings.models,
    limiter,
    keepsAnswers: settings.keepAnswers,
    countRun,
    allowsRegistration: settings.registration,
    onProblem,
    onRequest: options.onRequest ?? (() => {}),
    metrics,
    telemetry,
    ...(options.library === undefined ? {} : { library: options.library }),
    ...(settings.metricsToken === undefined ? {} : { metricsToken: settings.metricsToken }),
    cors: settings.cors,
    isDraining: drain.isDraining,
    ...(options.dataFolder === IN_MEMORY ? {} : { freeSpace: () => freeSpace(options.dataFolder) }),
    stopping: background.stopping,
    work: background.work,
  };
}

/** Where the operator has listed services. */
function createSignOnPorts(
  { signOn: services, publicUrl }: PlatformSettings,
  accounts: AccountPorts,
): Pick<ApiPorts, "signOn"> {
  if (services.length === 0 || publicUrl === undefined) return {};
  return { signOn: createSignOn(accounts, { services, publicUrl }) };
}

/** Where the operator has listed servers. */
function mcpCalls(
  { settings: { mcpServers, httpPrivate: allowPrivate }, environment, version }: PlatformOptions,
  names: NameResolver,
): Pick<WorkflowOptions, "mcp"> {
  const servers = Object.entries(mcpServers).map(([name, { tokenEnv, ...server }]) => {
    const token = tokenEnv === undefined ? undefined : environment[tokenEnv];
    return [name, { ...server, token }] as const;
  });
  if (servers.length === 0) return {};
  return { mcp: { servers: Object.fromEntries(servers), allowPrivate, names, version } };
}

/** Administrators turn on nothing that the settings do not allow. */
function featurePorts(
  { settings: { httpNodes, codeNodes, mcpServers } }: PlatformOptions,
  { database }: PlatformDeps,
): FeaturePorts {
  const available: Feature[] = ["ENABLE_PUBLIC_EMBED"];
  if (httpNodes || Object.keys(mcpServers).length > 0) available.push("ENABLE_HTTP_NODE");
  if (codeNodes) available.push("ENABLE_CODE_NODE");
  return { database, available: new Set(available) };
}

function storedSkillPorts(
  { clock, settings: { quotas } }: PlatformOptions,
  { skills: store, history, database, jobs }: PlatformDeps,
): ApiPorts["storedSkills"] {
  return openStoredSkills({ store, history, database, clock, jobs, quotas });
}

function knowledgePorts(
  { clock, onProblem, settings }: PlatformOptions,
  { database, documents: store, jobs, telemetry, embeddings: local }: PlatformDeps,
  { embeddings: configured, spendOnEmbedding }: HubModels,
): ApiPorts["knowledge"] {
  const embeddings = configured ?? local;
  return {
    database,
    store,
    clock,
    quotas: settings.quotas,
    limits: settings.documents,
    jobs,
    countTokens: loadTokenCounter,
    searchTurns: createTurns(),
    telemetry,
    ...(embeddings === undefined ? {} : { embeddings }),
    // What this machine embeds has no price.
    ...(configured === undefined
      ? {}
      : {
          onEmbed: (userId: string, texts: readonly string[]) =>
            spendOnEmbedding(userId, configured.id, texts),
        }),
    onProblem: (error: unknown) => {
      onProblem(toDiagnostic(error));
    },
  };
}

/** What the tools of one run may take, and as much for everything else. */
const TOOL_MEMORY = 2 * 1024 ** 3;

/** Tools of skills for their runs; the sandbox is there only where the settings allow them. */
async function createToolOpener(
  options: PlatformOptions,
  { skills: store, database, jobs }: PlatformDeps,
  names: NameResolver,
): Promise<OpenToolsFor> {
  const { settings, environment, dataFolder, clock } = options;
  const { tools } = settings;
  const { openSkillTools, ownPlaces } = await import("../../hub/tools/index.ts");
  if (tools === undefined) return openSkillTools({ store, database, jobs });
  const sandbox = {
    allow: tools.allow,
    path: environment["PATH"] ?? "",
    packagesRoot: dataFolder === IN_MEMORY ? cacheFolder(environment) : `${dataFolder}/packages`,
    own: ownPlaces(options),
    now: clock.now,
    names,
    atOnce: tools.atOnce ?? Math.min(16, Math.max(2, Math.floor(totalMemory() / TOOL_MEMORY))),
  };
  return openSkillTools({ store, database, jobs, sandbox });
}

/** Loaded only where it is asked for: most servers run no code. */
async function codeRunner(options: PlatformOptions): Promise<RunCode> {
  const { environment, clock } = options;
  const { openCodeRunner, ownPlaces } = await import("../../hub/tools/index.ts");
  return openCodeRunner({
    path: environment["PATH"] ?? "",
    now: clock.now,
    own: ownPlaces(options),
  });
}
