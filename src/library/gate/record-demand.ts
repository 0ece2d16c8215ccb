/** Puts what a gate looked at into words; called with a recorder only. */
import { configValue, describeValue } from "./config.ts";
import type { PreparedHost } from "./hosts.ts";
import type { Demand } from "./load.ts";
import type { Recorder } from "./recorder.ts";
import type { Surroundings } from "./surroundings.ts";

function describeFacts(demand: Demand, host: PreparedHost): string {
  const { role, os, platform, bins = {} } = host.view;
  const facts = host.facts[demand.slot] ?? new Set<string>();
  if (demand.list === "hostRoles") return role ?? "no role";
  if (demand.list === "os") return [...facts].join(", ") || (os ?? platform ?? "unknown");
  const isBins = demand.list === "bins" || demand.list === "anyBins";
  const absence = (name: string): string =>
    isBins && !Object.hasOwn(bins, name) ? "not looked for" : "not there";
  return demand.keys
    .map((name) => `${name}: ${facts.has(name) ? "there" : absence(name)}`)
    .join(", ");
}

export function recordDemand(
  recorder: Recorder,
  demand: Demand,
  host: PreparedHost,
  isPassed: boolean,
): void {
  recorder.record({
    stage: "requirements",
    check: demand.list,
    ...(host.id === "" ? {} : { host: host.id }),
    wanted: demand.names,
    found: describeFacts(demand, host),
    isPassed,
  });
}

export function recordConfig(
  recorder: Recorder,
  path: string,
  around: Surroundings,
  isPassed: boolean,
): void {
  recorder.record({
    stage: "requirements",
    check: "config",
    wanted: [path],
    found: describeValue(configValue(around.config, path, around.rules.config)),
    isPassed,
  });
}
