/** Requirements that one connected host must meet by itself. */
import type { PreparedHost } from "./hosts.ts";
import { type Demand, type Demands, ROW } from "./load.ts";
import { recordConfig, recordDemand } from "./record-demand.ts";
import { type Reason, unmetCodes } from "./reasons.ts";
import type { Recorder } from "./recorder.ts";
import type { GateContext } from "./context.ts";
import { eligibleOn, excluded, type MissingRequirements, type Verdict } from "./verdict.ts";

export function meets(demand: Demand, facts: ReadonlySet<string>): boolean {
  const { keys, isAny } = demand;
  for (let at = 0; at < keys.length; at++)
    // Indexes stay below the length; a loop without iterators costs nothing per skill.
    if (facts.has(keys[at] as string) === isAny) return isAny;
  return !isAny;
}

/** All lists are met. */
const ALL = -1;

/** The first list that a host does not meet, by its place in their order. */
function reach({ row, ofHosts }: Demands, host: PreparedHost, recorder?: Recorder): number {
  let first = ALL;
  let list = 0;
  for (let at = 0; at < row.length; list++) {
    const head = row[at++] as number; // A number stands before the keys of each list.
    const facts = host.facts[head & ROW.slot] as ReadonlySet<string>;
    const isAny = (head & ROW.any) !== 0;
    const end = at + (head >> ROW.shift);
    let isMet = !isAny;
    for (; at < end; at++) {
      if (facts.has(row[at] as string) !== isAny) continue;
      isMet = isAny;
      break;
    }
    at = end;
    if (recorder !== undefined) recordDemand(recorder, ofHosts[list] as Demand, host, isMet);
    if (isMet) continue;
    if (recorder === undefined) return list;
    if (first === ALL) first = list;
  }
  return first;
}

/**
 * Hosts drop out list by list. The list at which the last one goes is unmet, and so is each one
 * after it, since nobody is left to meet it.
 */
export function gateByHosts(demands: Demands, context: GateContext, recorder?: Recorder): Verdict {
  const { hosts } = context;
  const { config } = demands;
  if (hosts.length === 0) {
    recorder?.record({
      stage: "requirements",
      check: "hosts",
      wanted: [],
      found: "no connected host",
      isPassed: false,
    });
    return excluded([{ code: "no-connected-host", names: [] }]);
  }
  let furthest = 0;
  let first: PreparedHost | undefined;
  let several: string[] | undefined;
  for (let at = 0; at < hosts.length; at++) {
    const host = hosts[at] as PreparedHost;
    const reached = reach(demands, host, recorder);
    if (reached !== ALL) {
      if (reached > furthest) furthest = reached;
    } else if (first === undefined) first = host;
    else (several ??= [first.id]).push(host.id);
  }
  const absent = config === undefined ? undefined : absentPaths(config, context, recorder);
  if (first === undefined)
    return absent === undefined
      ? (demands.refusals[furthest] ??= refuse(demands.ofHosts.slice(furthest)))
      : refuse(demands.ofHosts.slice(furthest), absent);
  const isAll = hosts.length === (several?.length ?? 1);
  const ids = isAll ? context.hostIds : (several ?? first.ids);
  return absent === undefined ? eligibleOn(ids) : refuse([], absent, ids);
}

function refuse(
  unmet: readonly Demand[],
  absent?: readonly string[],
  hosts?: readonly string[],
): Verdict {
  const reasons: Reason[] = unmet.map(({ list, names }) => ({
    code: unmetCodes[list],
    names,
    isOfHosts: true,
  }));
  const missing: { -readonly [Name in keyof MissingRequirements]: MissingRequirements[Name] } = {};
  for (const { list, names } of unmet) missing[list] = names;
  if (absent !== undefined) {
    reasons.push({ code: unmetCodes.config, names: absent });
    missing.config = absent;
  }
  return excluded(reasons, missing, hosts);
}

/** Paths that are not true in the configuration; undefined where all of them are. */
export function absentPaths(
  demand: Demand,
  context: GateContext,
  recorder?: Recorder,
): readonly string[] | undefined {
  let absent: string[] | undefined;
  for (let at = 0; at < demand.keys.length; at++) {
    const path = demand.keys[at] as string;
    const isTrue = context.isConfigTrue(path);
    if (recorder !== undefined) recordConfig(recorder, path, context, isTrue);
    if (!isTrue) (absent ??= []).push(path);
  }
  return absent;
}
