/** The platform of this machine's data, in this process: what a server would answer, without one. */
import { createClient, type Client } from "../../client/index.ts";
import {
  findDataFolder,
  type Environment,
  fileExists,
  IN_MEMORY,
  joinPath,
} from "../../platform/index.ts";
import type { Diagnostic } from "../../skill/model/index.ts";
import { systemClock } from "../../platform/machine/index.ts";
import {
  closeRefresh,
  listUsers,
  openSession,
  type TokenPair,
  type User,
} from "../../hub/accounts/index.ts";
import { retrieveFor } from "../../hub/knowledge/index.ts";
import { openLocalJobs } from "../../app/jobs/index.ts";
import { NO_QUOTAS } from "../../hub/quotas/index.ts";
import { accountLines } from "./first-account.ts";
import { openPlatform, type Platform } from "./open-platform.ts";
import { toOpenServer } from "../../app/machine/server.ts";
import type { DataChoice, LocalKnowledge, OpenServer } from "../../app/server/servers.ts";
import { findSettingsFile, loadSettings } from "./settings-file.ts";

/** The computer on which the data lies, and who hears of what is wrong with it. */
export interface LocalDataContext {
  readonly version: string;
  readonly environment: Environment;
  /** From which paths count. */
  readonly folder: string;
  readonly warn: (problem: Diagnostic) => void;
  /** A line for whoever starts a server on this data later on. */
  readonly say: (line: string) => void;
}

interface LocalPlatform extends LocalKnowledge {
  readonly client: Client;
}

export async function openHere(here: LocalDataContext, choice: DataChoice): Promise<OpenServer> {
  const { client, close } = await openLocal(here, choice);
  return toOpenServer(client, undefined, close);
}

/** Its knowledge bases; undefined where it has no data. */
export async function openKnowledge(
  here: LocalDataContext,
  choice: DataChoice,
): Promise<LocalKnowledge | undefined> {
  return hasLocalData(here, choice) ? await openLocal(here, choice) : undefined;
}

/** Whether there is anything to look into; opening would make it. */
function hasLocalData(here: LocalDataContext, { data, settings }: DataChoice): boolean {
  const folder = findDataFolder(here, data);
  if (loadSettings(here, settings).database !== undefined) return true;
  return folder !== IN_MEMORY && fileExists(joinPath(folder, "state.db"));
}

async function openLocal(
  here: LocalDataContext,
  { data, settings: file }: DataChoice,
): Promise<LocalPlatform> {
  const { version, environment, warn, say } = here;
  const platform = await openPlatform({
    // Nobody has to be kept from asking too often here.
    settings: { ...loadSettings(here, file), limits: {}, quotas: NO_QUOTAS },
    dataFolder: findDataFolder(here, data),
    closedFiles: [findSettingsFile(here, file) ?? []].flat(),
    version,
    environment,
    clock: systemClock,
    isLocal: true,
    jobs: openLocalJobs(),
    onProblem: warn,
  });
  for (const line of accountLines(platform.firstAccount)) say(line);
  try {
    return await openAs(platform, await findOwner(platform));
  } catch (error) {
    await platform.close();
    throw error;
  }
}

/** Whoever can read the folder can do everything with it, so it is an administrator who asks. */
async function findOwner({ ports }: Platform): Promise<User> {
  const owner = (await listUsers(ports.accounts)).find(
    ({ role, isActive }) => role === "admin" && isActive,
  );
  if (owner === undefined) throw new Error("The data of this machine has no administrator.");
  return owner;
}

/** Access tokens are good for a quarter of an hour; a chat may take longer. */
const RENEW_MS = 600_000;

async function openAs(platform: Platform, owner: User): Promise<LocalPlatform> {
  const { accounts, knowledge } = platform.ports;
  let pair = await openSession(accounts, owner);
  let madeAt = systemClock.now();
  const token = async (): Promise<string> => {
    if (systemClock.now() - madeAt > RENEW_MS) pair = await renewed(platform, owner, pair);
    madeAt = systemClock.now();
    return pair.accessToken;
  };
  return {
    client: createClient({
      url: "http://localhost",
      token,
      fetch: async (request) => await platform.app.fetch(request),
    }),
    retrieve: retrieveFor(knowledge, owner),
    close: async () => {
      await closeRefresh(accounts, pair.refreshToken);
      await platform.close();
    },
  };
}

async function renewed({ ports }: Platform, owner: User, last: TokenPair): Promise<TokenPair> {
  await closeRefresh(ports.accounts, last.refreshToken);
  return await openSession(ports.accounts, owner);
}
