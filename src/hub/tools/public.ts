/** For programs that call the tools of skills: what `skillwright tools call` does, as functions. */
import { cacheFolder, fileExists, joinPath, readText } from "../../platform/index.ts";
import { homeFolder, ownVariables, workingFolder } from "../../platform/process/index.ts";
import { createBubblewrapRunner } from "../../platform/sandbox/index.ts";
import { verifyInstalled } from "../../registry/lock/index.ts";
import { readTrust } from "../../registry/sign/index.ts";
import { joinRules } from "../../run/authority/index.ts";
import { readOrganisation } from "../../run/grants/index.ts";
import { createRunner, listOwnPlaces, realPlace } from "../../run/sandbox/index.ts";
import {
  adaptSkill as adapt,
  type AgentManifest,
  type Attest,
  type Consent,
  loadAgent as load,
  type LoadedAgent,
  type LoadedSkill,
  type LoadOptions,
  loadSkill as loadOne,
  policyFor,
  requireWhole,
} from "../../run/tools/index.ts";

export {
  type AgentManifest,
  type Consent,
  type LoadedAgent,
  LoadedSkill,
  readManifest,
  ToolRegistry,
  type ToolResult,
} from "../../run/tools/index.ts";

/** Everything has a usual value; without consent, an experimental skill is refused. */
export interface ToolOptions extends Partial<Omit<LoadOptions, "authorize">> {
  readonly consent?: Omit<Consent, "attestedTier">;
  /** Who vouches for the files of a skill; else its lock and its signature, with the keys that the user trusts. */
  readonly attest?: Attest;
}

/** Loads a skill by name or path; whoever loads it closes it. */
export async function loadSkill(word: string, options: ToolOptions = {}): Promise<LoadedSkill> {
  return await loadOne(word, withDefaults(options));
}

/** Loads an older skill of OpenClaw by its actions, always as experimental. */
export async function adaptSkill(word: string, options: ToolOptions = {}): Promise<LoadedSkill> {
  return await adapt(word, withDefaults(options));
}

/** Loads the skills of an agent in order, all or nothing. */
export async function loadAgent(
  manifest: AgentManifest,
  options: ToolOptions = {},
  set?: string,
): Promise<LoadedAgent> {
  return await load(manifest, withDefaults(options), set);
}

function withDefaults({ consent = {}, attest, ...options }: ToolOptions): LoadOptions {
  const environment = options.environment ?? ownVariables();
  const home = options.home ?? homeFolder();
  const folder = options.folder ?? workingFolder();
  return {
    folder,
    home,
    environment,
    packagesRoot: joinPath(cacheFolder(environment), "tools"),
    now: () => performance.now(),
    ...options,
    runner:
      options.runner ??
      createRunner(
        createBubblewrapRunner({
          path: environment["PATH"] ?? "",
          now: Date.now,
          random: Math.random,
        }),
        listOwnPlaces(homeFolder(), workingFolder(), environment),
      ),
    authorize: async (skill) => {
      const attestedTier = await (attest ?? attestIn(home))(skill.folder);
      const rules = readOrganisation({ folder, environment });
      const given = [
        ...(rules === undefined ? [] : [rules]),
        ...[consent.organisation ?? []].flat(),
      ];
      const found = policyFor(skill, {
        around: {
          homes: [home, realPlace(home)],
          folders: [folder, realPlace(folder)],
          realOf: realPlace,
        },
        ...consent,
        attestedTier,
        ...(given.length === 0 ? {} : { organisation: joinRules(given) }),
      });
      requireWhole(skill, found, consent);
      return found;
    },
  };
}

/** By the keys that the user trusts. */
function attestIn(home: string): Attest {
  return async (folder) => {
    const file = joinPath(home, ".skillwright", "trusted-keys.json");
    return await verifyInstalled(
      folder,
      readTrust(fileExists(file) ? readText(file) : undefined, file),
    );
  };
}
