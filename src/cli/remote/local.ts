/** The platform of this machine's data, in this process: what a server would answer, without one. */
import { createClient, type Client } from "../../client/index.ts";
import { fileExists, joinPath } from "../../platform/index.ts";
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
import { IN_MEMORY, openPlatform, type Platform } from "../../serve/platform/index.ts";
import { opened } from "../../app/machine/server.ts";
import type { DataChoice, LocalKnowledge, OpenServer } from "../../app/server/servers.ts";
import type { Context } from "../context.ts";
import { loadTokenCounter } from "../../run/tokens/index.ts";
import { renderFailure } from "../../app/text.ts";
import { accountLines, dataFolderOf } from "../serve/platform.ts";
import { settingsFileOf, settingsOf } from "../serve/settings-file.ts";

interface LocalPlatform extends LocalKnowledge {
  readonly client: Client;
}

/** The data of this machine as a server would give it. */
export async function openHere(context: Context, choice: DataChoice): Promise<OpenServer> {
  const { client, close } = await openLocal(context, choice);
  return opened(client, undefined, close);
}

/** Its knowledge bases; undefined where it has no data. */
export async function openKnowledge(
  context: Context,
  choice: DataChoice,
): Promise<LocalKnowledge | undefined> {
  return hasLocalData(context, choice) ? await openLocal(context, choice) : undefined;
}

/** Whether there is anything to look into; opening would make it. */
function hasLocalData(context: Context, { data, settings }: DataChoice): boolean {
  const folder = dataFolderOf(context, data);
  if (settingsOf(context, settings).database !== undefined) return true;
  return folder !== IN_MEMORY && fileExists(joinPath(folder, "state.db"));
}

async function openLocal(
  context: Context,
  { data, settings: file }: DataChoice,
): Promise<LocalPlatform> {
  const { version, environment, err, paintError } = context;
  const platform = await openPlatform({
    // Nobody has to be kept from asking too often here.
    settings: { ...settingsOf(context, file), limits: {}, quotas: NO_QUOTAS },
    dataFolder: dataFolderOf(context, data),
    closedFiles: [settingsFileOf(context, file) ?? []].flat(),
    version,
    environment,
    clock: systemClock,
    countTokens: loadTokenCounter,
    isLocal: true,
    jobs: openLocalJobs(),
    onProblem: (problem) => {
      err(renderFailure(problem, paintError));
    },
  });
  // Whoever starts a server on this data later on logs in with it.
  for (const line of accountLines(platform.firstAccount)) err(`${line}\n`);
  try {
    return await openAs(platform, await ownerOf(platform));
  } catch (error) {
    await platform.close();
    throw error;
  }
}

/** Whoever can read the folder can do everything with it, so it is an administrator who asks. */
async function ownerOf({ ports }: Platform): Promise<User> {
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
