import type { Hono } from "hono";
import {
  openFolderStore,
  openMemoryStore,
  openS3Store,
  type Store,
} from "../../library/store/index.ts";
import { type Clock, newSecret } from "../../platform/machine/index.ts";
import { localEmbeddings, type TokenCounter } from "../../run/knowledge/index.ts";
import { openModels } from "../../run/models/index.ts";
import type { Diagnostic } from "../../skill/index.ts";
import { listUsers, register } from "../accounts/index.ts";
import { type ApiPorts, apiRoutes, createApi, createLimiter } from "../api/index.ts";
import { type Database, openDatabase } from "../data/index.ts";
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
}

export interface Platform {
  readonly ports: ApiPorts;
  readonly app: Hono;
  /** The account that was made because there was none. */
  readonly firstAccount?: { readonly email: string; readonly password: string };
  /** Ends streams, waits for what is under way, and lets go of everything. */
  readonly close: () => Promise<void>;
}

export const FIRST_EMAIL = "admin@skillwright.local";

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
    const background = startBackground(options.onProblem);
    const ports = makePorts(options, { database, skills, documents, background });
    const firstAccount = await ensureAccount(ports);
    return {
      ports,
      app: createApi(ports, apiRoutes),
      ...(firstAccount === undefined ? {} : { firstAccount }),
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

interface Background {
  readonly work: ApiPorts["work"];
  readonly stopping: AbortSignal;
  readonly stop: () => Promise<void>;
}

function startBackground(onProblem: PlatformOptions["onProblem"]): Background {
  const stopping = new AbortController();
  const tasks = new Set<Promise<void>>();
  return {
    stopping: stopping.signal,
    work: (task) => {
      const running = task().catch((error: unknown) => {
        onProblem(toDiagnostic(error));
      });
      tasks.add(running);
      void running.finally(() => tasks.delete(running));
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(tasks);
    },
  };
}

interface Parts {
  readonly database: Database;
  readonly skills: Store;
  readonly documents: Store;
  readonly background: Background;
}

function makePorts(options: PlatformOptions, parts: Parts): ApiPorts {
  const { settings, version, clock, environment, countTokens, onProblem } = options;
  const { database, skills, documents, background } = parts;
  const models = openModels({ settings: settings.models, environment, clock });
  const embeddings = models.embeddings ?? localEmbeddings();
  return {
    version,
    clock,
    database,
    accounts: { database, clock, issuer: "skillwright" },
    shelf: { store: skills, database, clock },
    knowledge: {
      database,
      store: documents,
      clock,
      countTokens,
      ...(embeddings === undefined ? {} : { embeddings }),
      onProblem: (error) => {
        onProblem(toDiagnostic(error));
      },
    },
    models,
    limiter: createLimiter({ database, clock, limits: settings.limits }),
    allowsRegistration: settings.registration,
    onProblem,
    stopping: background.stopping,
    work: background.work,
  };
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
async function ensureAccount({ accounts }: ApiPorts): Promise<Platform["firstAccount"]> {
  if ((await listUsers(accounts)).length > 0) return undefined;
  const account = { email: FIRST_EMAIL, password: newSecret() };
  await register(accounts, account, "admin");
  return account;
}

function toDiagnostic(error: unknown): Diagnostic {
  if (error instanceof Error && "diagnostic" in error) return error.diagnostic as Diagnostic;
  return {
    code: "api/internal",
    severity: "error",
    message: "Unexpected fault in the server itself.",
    cause: error,
  };
}
