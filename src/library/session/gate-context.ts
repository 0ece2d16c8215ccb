import type { Environment } from "../../platform/index.ts";
import type { Machine } from "../../platform/machine/index.ts";
import { type Dialect, type GatingRules, getPath, isObject } from "../../skill/index.ts";
import { type LibraryConfig, unresolvedSecrets } from "../config/index.ts";
import { prepareGate, type GateContext, type GateInput } from "../gate/index.ts";
import { binsToProbe, type HostFacts, type HostInventory, type LocalHost } from "../hosts/index.ts";
import type { RootScan, DiscoveredSkill } from "../roots/index.ts";
import type { EnvironmentOptions } from "./environment.ts";
import type { StartedMachine } from "./start.ts";

/** What skills are held against in a library. */
export interface LibraryEnvironment {
  readonly dialect: Dialect;
  readonly rules: GatingRules;
  readonly config: LibraryConfig;
  readonly machine: Machine;
  readonly local: LocalHost;
  /** Which file or folder gives a variable or a program, where the system added it when it started. */
  readonly originOf: StartedMachine["originOf"];
  /** Hosts besides this machine; where absent, it is the only one. */
  readonly inventory?: HostInventory;
  readonly resolveSecret?: EnvironmentOptions["resolveSecret"];
  readonly whyRefused?: GateInput["whyRefused"];
}

/** The environment of the system: that of the machine, and what its settings set. */
export function environmentOf({
  machine,
  config,
}: Pick<LibraryEnvironment, "machine" | "config">): Environment {
  const own = machine.environment();
  if (config.variables.size === 0) return own;
  const merged: Record<string, string | undefined> = { ...own };
  for (const [name, value] of config.variables)
    if ((own[name] ?? "").trim() === "") merged[name] = value.reveal();
  return merged;
}

/** Everything around the skills at this moment: hosts, variables, settings. */
export function createGateContext(
  libraryEnvironment: LibraryEnvironment,
  bins: readonly string[],
  agent: string,
  switches?: { readonly [key: string]: boolean },
): GateContext {
  const { rules, config, local, resolveSecret, whyRefused, originOf } = libraryEnvironment;
  const environment = environmentOf(libraryEnvironment);
  return prepareGate(rules, {
    hosts: hostsOf(libraryEnvironment, bins),
    thisHost: local.id,
    environment,
    hasProgram: local.hasBin,
    config: config.facts,
    agentId: agent,
    ...(switches === undefined ? {} : { switches }),
    ...(whyRefused === undefined ? {} : { whyRefused }),
    unresolvedSecrets: unresolvedSecrets(config.entries, environment, resolveSecret),
    originOf: (kind, name) =>
      originOf(kind, name) ??
      (kind === "variable" ? variableFromSettings(name, config) : undefined),
  });
}

function variableFromSettings(
  name: string,
  { variables, file }: LibraryConfig,
): string | undefined {
  return variables.has(name) ? (file ?? "the settings") : undefined;
}

/** By skill, the programs that it waits for under some settings. */
export type BinMemory = WeakMap<DiscoveredSkill, readonly string[]>;

/** Programs that some skill waits for. */
export function neededBins(
  { dialect, rules, config }: LibraryEnvironment,
  seen: RootScan,
  memory: BinMemory,
): readonly string[] {
  const entries = getPath(config.facts, rules.entries.path);
  const { policy } = dialect;
  if (policy === undefined) return [];
  const known = isObject(entries) && rules.entries.path.length > 0 ? entries : {};
  const all = new Set<string>();
  for (const skill of seen.skills) {
    let bins = memory.get(skill);
    if (bins === undefined) {
      const asking = policy(skill.reading, known);
      // This machine is looked at for nothing; what is said of a skill that is switched off must be true as well.
      const isOwn = rules.hosts !== "one-host";
      bins = binsToProbe([isOwn ? { ...asking, isEnabled: true, isAlways: false } : asking]);
      memory.set(skill, bins);
    }
    for (const bin of bins) all.add(bin);
  }
  return [...all].sort();
}

function hostsOf(
  { rules, inventory, local }: LibraryEnvironment,
  bins: readonly string[],
): readonly HostFacts[] {
  const own = local.facts(bins);
  if (rules.hosts === "one-host")
    return (inventory?.hosts() ?? [own]).map((host) =>
      // This machine need not be asked for what can be looked up at once.
      host.id === own.id ? { ...host, bins: { ...own.bins, ...host.bins } } : host,
    );
  const others = (inventory?.remembered() ?? []).filter(({ id }) => id !== local.id);
  return [own, ...others];
}
