import type { Machine } from "../../platform/machine/index.ts";
import { type Dialect, type GatingRules, getPath, isObject } from "../../skill/index.ts";
import { type LibraryConfig, unresolvedSecrets } from "../config/index.ts";
import { prepareSurroundings, type Surroundings, type SurroundingsInput } from "../gate/index.ts";
import { binsToProbe, type HostFacts, type HostInventory, type LocalHost } from "../hosts/index.ts";
import type { Seen, SeenSkill } from "../roots/index.ts";
import type { EnvironmentOptions } from "./environment.ts";

/** What skills are held against in a library. */
export interface Circumstances {
  readonly dialect: Dialect;
  readonly rules: GatingRules;
  readonly config: LibraryConfig;
  readonly machine: Machine;
  readonly local: LocalHost;
  /** Hosts besides this machine; where absent, it is the only one. */
  readonly inventory?: HostInventory;
  readonly resolveSecret?: EnvironmentOptions["resolveSecret"];
  readonly whyRefused?: SurroundingsInput["whyRefused"];
}

/** Everything around the skills at this moment: hosts, variables, settings. */
export function surroundingsOf(
  circumstances: Circumstances,
  bins: readonly string[],
  agent: string,
  switches?: { readonly [key: string]: boolean },
): Surroundings {
  const { rules, config, machine, local, resolveSecret, whyRefused } = circumstances;
  return prepareSurroundings(rules, {
    hosts: hostsOf(circumstances, bins),
    thisHost: local.id,
    environment: machine.environment(),
    hasProgram: local.hasBin,
    config: config.facts,
    agentId: agent,
    ...(switches === undefined ? {} : { switches }),
    ...(whyRefused === undefined ? {} : { whyRefused }),
    unresolvedSecrets: unresolvedSecrets(config.entries, machine.environment(), resolveSecret),
  });
}

/** By skill, the programs that it waits for under some settings. */
export type BinMemory = WeakMap<SeenSkill, readonly string[]>;

/** Programs that some skill waits for. */
export function neededBins(
  { dialect, rules, config }: Circumstances,
  seen: Seen,
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
      bins = binsToProbe([policy(skill.reading, known)]);
      memory.set(skill, bins);
    }
    for (const bin of bins) all.add(bin);
  }
  return [...all].sort();
}

function hostsOf(
  { rules, inventory, local }: Circumstances,
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
