/** What is missing on which connected host, where each skill needs one host that has everything. */
import type { RequirementName } from "../../skill/index.ts";
import { meets } from "./by-hosts.ts";
import { effectiveDemands, entryOf } from "./gate.ts";
import type { PreparedHost } from "./hosts.ts";
import { installersFor, installRemedy, type InstallRemedy } from "./installers.ts";
import type { Demand, LoadedSkill } from "./load.ts";
import { type Reason, type ReasonCode, unmetCodes } from "./reasons.ts";
import type { Evaluation } from "./select.ts";
import type { GateContext } from "./context.ts";
import type { MissingRequirements } from "./verdict.ts";

/** What one host lacks of what a skill asks for. */
export interface HostGap {
  readonly host: string;
  /** By list of requirements; of `anyBins` and others of which one is enough, all names. */
  readonly missing: MissingRequirements;
  /** Programs among them that the host was not asked for, or has not answered for. */
  readonly unknown?: readonly string[];
}

interface Gap {
  readonly host: PreparedHost;
  readonly unmet: readonly Demand[];
}

/** What can be brought to a host; its system, role and capabilities are what they are. */
const MENDABLE: ReadonlySet<RequirementName> = new Set(["env", "bins", "anyBins"]);

const MENDABLE_CODES: ReadonlySet<ReasonCode> = new Set(
  [...MENDABLE].map((list) => unmetCodes[list]),
);

/** Hosts that are offered beside the one that lacks the least. */
const MOST_OTHERS = 2;

/** The host that would be ready soonest comes first. */
function findGaps(skill: LoadedSkill, context: GateContext): readonly Gap[] {
  const { ofHosts } = effectiveDemands(skill, context, entryOf(skill, context));
  return context.hosts
    .map((host) => ({
      host,
      unmet: ofHosts.filter((demand) => !meets(demand, host.facts[demand.slot] ?? new Set())),
    }))
    .toSorted(
      (a, b) =>
        Number(!isFixable(a)) - Number(!isFixable(b)) ||
        a.unmet.length - b.unmet.length ||
        countNames(a) - countNames(b),
    );
}

function isFixable({ unmet }: Gap): boolean {
  return unmet.every(({ list }) => MENDABLE.has(list));
}

function countNames({ host, unmet }: Gap): number {
  return unmet.reduce((sum, demand) => sum + lackingOn(host, demand).length, 0);
}

/** Names of a list that a host does not have; where one is enough, all of them. */
function lackingOn({ facts }: PreparedHost, demand: Demand): readonly string[] {
  if (demand.isAny) return demand.names;
  return demand.names.filter(
    (_name, at) => facts[demand.slot]?.has(demand.keys[at] ?? "") !== true,
  );
}

function isOfBins({ list }: Demand): boolean {
  return list === "bins" || list === "anyBins";
}

/** Nobody knows whether the program is there. */
function isUnknown(name: string, { view }: PreparedHost): boolean {
  return view.namesAllBins !== true && !Object.hasOwn(view.bins ?? {}, name);
}

/** As data, host by host in the order of their ids; none where hosts do not keep the skill away. */
export function hostGaps(
  { loaded, verdict }: Evaluation,
  context: GateContext,
): readonly HostGap[] {
  if (loaded === undefined || !verdict.reasons.some(({ isOfHosts }) => isOfHosts === true))
    return [];
  return findGaps(loaded, context)
    .map(({ host, unmet }): HostGap => {
      const unknown = unmet
        .filter(isOfBins)
        .flatMap((demand) => lackingOn(host, demand).filter((name) => isUnknown(name, host)));
      return {
        host: host.id,
        missing: Object.fromEntries(unmet.map((demand) => [demand.list, lackingOn(host, demand)])),
        ...(unknown.length === 0 ? {} : { unknown }),
      };
    })
    .toSorted((a, b) => (a.host < b.host ? -1 : 1));
}

/**
 * What to do on the host that lacks the least, each remedy with the reason that it undoes, and at the last reason what
 * the others lack. Undefined where another host must be connected, and the reason says which.
 */
export function adviseHosts(
  reason: Reason,
  evaluation: Evaluation,
  context: GateContext,
): readonly InstallRemedy[] | undefined {
  const gaps = evaluation.loaded === undefined ? [] : findGaps(evaluation.loaded, context);
  const [nearest, ...others] = gaps.filter(isFixable);
  if (nearest === undefined) return MENDABLE_CODES.has(reason.code) ? [] : undefined;
  const codes = evaluation.verdict.reasons.flatMap(({ code, isOfHosts }) =>
    isOfHosts === true ? [code] : [],
  );
  const isFirst = reason.code === codes[0];
  // A list that another host meets has no reason of its own.
  const own = nearest.unmet.filter(
    ({ list }) =>
      unmetCodes[list] === reason.code || (isFirst && !codes.includes(unmetCodes[list])),
  );
  return [
    ...own.flatMap((demand) => suggestFix(demand, nearest.host, evaluation, context)),
    ...(reason.code === codes.at(-1) ? others.slice(0, MOST_OTHERS).map(suggestOther) : []),
  ];
}

/** What keeps the nodes that are there from standing in for this machine; empty where there is none of that system. */
export function adviseNodes(
  { loaded }: Evaluation,
  { rules, input, nodes }: GateContext,
): readonly InstallRemedy[] {
  const { platform, countsOffline = false } = rules.nodes ?? {};
  const own = input.thisHost ?? input.hosts[0]?.id;
  return input.hosts
    .filter((host) => host.id !== own && (host.platform ?? host.os) === platform)
    .flatMap((host): readonly InstallRemedy[] => {
      if (host.isConnected === false && !countsOffline)
        return [{ say: `Connect the node \`${host.id}\` again.` }];
      if (host.allowsCommands !== true)
        return [{ say: `Allow commands on the node \`${host.id}\`.` }];
      const node = nodes.find(({ id }) => id === host.id);
      if (node === undefined) return [];
      return (loaded?.demands.ofHosts ?? [])
        .filter(
          (demand) => isOfBins(demand) && !meets(demand, node.facts[demand.slot] ?? new Set()),
        )
        .map((demand) => {
          const names = lackingOn(node, demand);
          const unknown = names.filter((name) => isUnknown(name, node));
          if (unknown.length > 0) return { say: sayUnknown(unknown, demand, "node", node) };
          return { say: `Install ${quoted(names, demand)} on the node \`${node.id}\`.` };
        });
    });
}

function suggestFix(
  demand: Demand,
  host: PreparedHost,
  evaluation: Evaluation,
  context: GateContext,
): readonly InstallRemedy[] {
  const lacking = lackingOn(host, demand);
  if (!isOfBins(demand))
    return lacking.map((name) => ({ say: `Set \`${name}\` on the host \`${host.id}\`.` }));
  const unknown = lacking.filter((name) => isUnknown(name, host));
  const absent = lacking.filter((name) => !unknown.includes(name));
  return [
    ...(absent.length === 0 ? [] : [install(absent, demand, host, evaluation, context)]),
    ...(unknown.length === 0 ? [] : [{ say: sayUnknown(unknown, demand, "host", host) }]),
  ];
}

function install(
  names: readonly string[],
  demand: Demand,
  host: PreparedHost,
  evaluation: Evaluation,
  context: GateContext,
): InstallRemedy {
  const what = `${quoted(names, demand)} on the host \`${host.id}\``;
  const ways = installersFor(names, evaluation, host, context).map((option) =>
    installRemedy(what, option, host, context),
  );
  // One that can be followed, since nobody has to choose before the host is known to be the right one.
  const first = ways.find(({ command }) => command !== undefined) ?? ways[0];
  return first ?? { say: `Install ${what}, so that it is found on the \`PATH\`.` };
}

function sayUnknown(
  names: readonly string[],
  demand: Demand,
  what: "host" | "node",
  { id }: PreparedHost,
): string {
  return `Ask the ${what} \`${id}\` again: it has not said whether it has ${quoted(names, demand)}.`;
}

/** In one sentence, since nothing of it helps without the rest. */
function suggestOther({ host, unmet }: Gap): InstallRemedy {
  const parts = unmet.map((demand) => {
    const names = quoted(lackingOn(host, demand), demand);
    return isOfBins(demand) ? `install ${names}` : `set ${names}`;
  });
  return { say: `Or use the host \`${host.id}\`: ${parts.join(", and ")}.` };
}

function quoted(names: readonly string[], { isAny }: Demand): string {
  return names.map((name) => `\`${name}\``).join(isAny ? " or " : " and ");
}
