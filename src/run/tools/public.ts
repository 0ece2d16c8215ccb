/** For programs that call the tools of skills: what `skillwright tools call` does, as functions. */
import { cacheFolder, joinPath } from "../../platform/index.ts";
import { homeFolder, ownVariables, workingFolder } from "../../platform/process/index.ts";
import { createBubblewrapRunner } from "../../platform/sandbox/index.ts";
import { createRunner } from "../sandbox/index.ts";
import {
  adaptSkill as adapt,
  type AgentManifest,
  type Consent,
  loadAgent as load,
  type LoadedAgent,
  type LoadedSkill,
  type LoadOptions,
  loadSkill as loadOne,
  policyFor,
  requireWhole,
} from "./index.ts";

export {
  type AgentManifest,
  type Consent,
  dispatchCommand,
  type LoadedAgent,
  LoadedSkill,
  readManifest,
  readSkillTools,
  type RegisteredTool,
  toolCodes,
  ToolRegistry,
  type ToolResult,
} from "./index.ts";

/** Everything has a usual value; without consent, an experimental skill is refused. */
export interface ToolOptions extends Partial<Omit<LoadOptions, "authorize">> {
  readonly consent?: Consent;
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

function withDefaults({ consent = {}, ...options }: ToolOptions): LoadOptions {
  const environment = options.environment ?? ownVariables();
  return {
    folder: workingFolder(),
    home: homeFolder(),
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
      ),
    authorize: async (skill) => {
      const found = policyFor(skill, consent);
      requireWhole(skill, found, consent);
      return found;
    },
  };
}
