import {
  loadConfig,
  ownSettings,
  settingsCodes,
  settingsProblem,
} from "../../library/config/index.ts";
import type { Places } from "../../library/roots/index.ts";
import {
  FIRST_AGENT,
  findSettings as findUsual,
  type FoundSettings,
  settingsEnvironment,
  usualPlaces as placesOf,
} from "../../library/session/index.ts";
import { findHome } from "../../platform/process/index.ts";
import { type Diagnostic, type Dialect, type HomeRules, quoteForShell } from "../../skill/index.ts";
import type { Computer } from "./selection.ts";

export { chooseDialect } from "../../skill/index.ts";
export type { FoundSettings };

type ComputerContext = Pick<Computer, "environment" | "folder">;

/**
 * The settings that apply to an agent: those of the given file, or those of the system with our own over them. Where
 * the system would not say for which agent they are, or does not know the agent, there are none.
 */
export function findAgentSettings(
  dialect: Dialect,
  file: string | undefined,
  here: ComputerContext,
  agent: string | undefined,
): FoundSettings {
  const found = findSettings(dialect, file, here);
  const { config } = found;
  const isRefused = config === undefined && found.file !== undefined;
  if (isRefused || dialect.homes?.hasRoster !== true) return found;
  const named = [...(config?.agents.keys() ?? [])];
  const problem = agentProblem(named.length === 0 ? [FIRST_AGENT] : named, agent, dialect);
  if (problem === undefined) return found;
  const { config: _, ...rest } = found;
  return { ...rest, diagnostics: [problem, ...found.diagnostics] };
}

function agentProblem(
  known: readonly string[],
  agent: string | undefined,
  { title }: Dialect,
): Diagnostic | undefined {
  const ids = known.map((id) => `\`${id}\``).join(", ");
  if (agent === undefined)
    return known.length < 2
      ? undefined
      : settingsProblem(settingsCodes.refused, `${title} has several agents here: ${ids}.`, {
          hint: `Name one of them, for example \`--agent ${quoteForShell(known[0] ?? "")}\`.`,
        });
  if (known.some((id) => id.toLowerCase() === agent.toLowerCase())) return undefined;
  return settingsProblem(
    settingsCodes.refused,
    `${title} has no agent \`${agent}\` here; its agents are ${ids}.`,
    { hint: "Choose one of those, or add the agent to `agents.entries`." },
  );
}

/** The same for whatever does not depend on an agent. */
export function findSettings(
  dialect: Dialect,
  file: string | undefined,
  { environment, folder }: ComputerContext,
): FoundSettings {
  const { homes } = dialect;
  if (homes === undefined) return { diagnostics: [] };
  if (file === undefined)
    return findUsual(homes, { environment, folder, home: findHome(environment) });
  // A system that has no settings of its own takes those that we know.
  const rules = homes.settings.fields.length === 0 ? ownSettings() : homes.settings;
  const variables = settingsEnvironment(homes, {
    environment,
    folder,
    home: findHome(environment),
  });
  const { value, diagnostics } = loadConfig(file, rules, variables);
  return { file, diagnostics, ...(value === undefined ? {} : { config: value }) };
}

/** The folders of a system by their names, before its settings are applied. */
export function usualPlaces(homes: HomeRules, { environment, folder }: ComputerContext): Places {
  return placesOf(homes, { environment, folder, home: findHome(environment) });
}
