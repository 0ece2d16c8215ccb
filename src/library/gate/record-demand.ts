/** Puts what a gate looked at into words; called with a recorder only. */
import { configValue, describeValue } from "./config.ts";
import type { PreparedHost } from "./hosts.ts";
import type { Demand } from "./load.ts";
import type { Recorder } from "./recorder.ts";
import type { GateContext } from "./context.ts";

type OriginOf = GateContext["input"]["originOf"];

function describeFacts(demand: Demand, host: PreparedHost, originOf: OriginOf): string {
  const { role, os, platform, bins = {}, namesAllBins = false } = host.view;
  const facts = host.facts[demand.slot] ?? new Set<string>();
  if (demand.list === "hostRoles") return role ?? "no role";
  if (demand.list === "os") return [...facts].join(", ") || (os ?? platform ?? "unknown");
  const isBins = demand.list === "bins" || demand.list === "anyBins";
  const absence = (name: string): string =>
    isBins && !namesAllBins && !Object.hasOwn(bins, name) ? "not looked for" : "not there";
  const presence = (name: string): string => {
    const origin = isBins ? originOf?.("program", name) : undefined;
    return origin === undefined ? "there" : `there (in ${origin}, which is added to PATH)`;
  };
  return demand.keys
    .map((name) => `${name}: ${facts.has(name) ? presence(name) : absence(name)}`)
    .join(", ");
}

export function recordDemand(
  recorder: Recorder,
  demand: Demand,
  host: PreparedHost,
  isPassed: boolean,
  originOf?: OriginOf,
): void {
  recorder.record({
    stage: "requirements",
    check: demand.list,
    ...(host.id === "" ? {} : { host: host.id }),
    wanted: demand.names,
    found: describeFacts(demand, host, originOf),
    isPassed,
  });
}

export function recordConfig(
  recorder: Recorder,
  path: string,
  context: GateContext,
  isPassed: boolean,
): void {
  recorder.record({
    stage: "requirements",
    check: "config",
    wanted: [path],
    found: describeValue(configValue(context.config, path, context.rules.config)),
    isPassed,
  });
}
