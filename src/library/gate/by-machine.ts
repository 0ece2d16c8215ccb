/** Requirements that this machine must meet, with help from nodes where the rules let them. */
import {
  getKey,
  isObject,
  type Json,
  type JsonObject,
  type RequirementName,
} from "../../skill/index.ts";
import { absentPaths, meets } from "./by-hosts.ts";
import { type PreparedHost, slotIndex } from "./hosts.ts";
import type { Demand, Demands, LoadedSkill } from "./load.ts";
import { recordDemand } from "./record-demand.ts";
import { type Reason, unmetCodes } from "./reasons.ts";
import type { Recorder } from "./recorder.ts";
import type { GateContext } from "./context.ts";
import {
  eligible,
  eligibleOn,
  excluded,
  type MissingRequirements,
  type Verdict,
} from "./verdict.ts";

export function gateByMachine(
  skill: LoadedSkill,
  demands: Demands,
  context: GateContext,
  entry: JsonObject | undefined,
  recorder?: Recorder,
): Verdict {
  const { ofHosts, env, config } = demands;
  let unmet: Map<RequirementName, readonly string[]> | undefined;
  for (let at = 0; at < ofHosts.length; at++) {
    const demand = ofHosts[at] as Demand;
    const absent = absentFacts(demand, context.machine, recorder, context);
    if (absent !== undefined) (unmet ??= new Map()).set(demand.list, absent);
  }
  const node = unmet === undefined ? undefined : findNode(ofHosts, context, recorder);
  if (node !== undefined) unmet = undefined;
  const unset = env === undefined ? undefined : unsetNames(env, skill, context, entry, recorder);
  if (unset !== undefined) (unmet ??= new Map()).set("env", unset);
  const untrue = config === undefined ? undefined : absentPaths(config, context, recorder);
  if (untrue !== undefined) (unmet ??= new Map()).set("config", untrue);
  if (unmet !== undefined) return refuse(unmet, context);
  if (node !== undefined) return eligibleOn(node.ids);
  return context.nodes.length === 0 ? eligible : onNodes(ofHosts, context);
}

/** Names that are not there; where one is enough and none is there, all of them. */
function absentFacts(
  demand: Demand,
  host: PreparedHost,
  recorder?: Recorder,
  here?: GateContext,
): readonly string[] | undefined {
  const facts = host.facts[demand.slot] as ReadonlySet<string>;
  const isMet = meets(demand, facts);
  if (recorder !== undefined) recordDemand(recorder, demand, host, isMet, here?.input.originOf);
  if (isMet) return undefined;
  if (demand.isAny) return demand.names;
  return demand.names.filter((_name, at) => !facts.has(demand.keys[at] as string));
}

/** A node that meets everything by itself, for a skill that is made for its system. */
function findNode(
  demands: readonly Demand[],
  context: GateContext,
  recorder?: Recorder,
): PreparedHost | undefined {
  if (context.rules.nodes?.lends !== "whole-skills") return undefined;
  if (!demands.some(({ list }) => list === "os")) return undefined;
  return context.nodes.find((node) =>
    demands.every((demand) => absentFacts(demand, node, recorder) === undefined),
  );
}

/** Nodes whose parts were needed: this machine alone would not have met the demands. */
function onNodes(demands: readonly Demand[], context: GateContext): Verdict {
  if (context.rules.nodes?.lends !== "parts") return eligible;
  const { view } = context.machine;
  const lacks = (demand: Demand): boolean =>
    demand.slot === slotIndex("os")
      ? !demand.keys.includes(view.platform ?? view.os ?? "")
      : demand.isAny
        ? !demand.keys.some((name) => view.bins?.[name] === true)
        : !demand.keys.every((name) => view.bins?.[name] === true);
  const borrowed = demands.filter(lacks);
  if (borrowed.length === 0) return eligible;
  const lends = (node: PreparedHost): boolean =>
    borrowed.some(({ keys, slot }) => keys.some((key) => node.facts[slot]?.has(key)));
  return eligibleOn(context.nodes.filter(lends).map(({ id }) => id));
}

function refuse(
  unmet: ReadonlyMap<RequirementName, readonly string[]>,
  context: GateContext,
): Verdict {
  const missing: { -readonly [Name in keyof MissingRequirements]: MissingRequirements[Name] } = {};
  const reasons: Reason[] = [];
  for (const list of context.rules.checks) {
    const names = unmet.get(list);
    if (names === undefined) continue;
    missing[list] = names;
    reasons.push({ code: unmetCodes[list], names });
  }
  return excluded(reasons, missing);
}

type EnvSource = "environment" | "entry" | "api-key" | "lost-key";

const ENV_WORDS: { readonly [Source in EnvSource]: string } = {
  environment: "set in the environment",
  entry: "given in the configuration",
  "api-key": "given by the configured API key",
  "lost-key": "left to the configured API key, which is not resolved",
};

function isText(value: Json | undefined): boolean {
  return typeof value === "string" && value.trim() !== "";
}

/** A key is text, or a reference to where the secret lies. */
function isSecret(value: Json | undefined): boolean {
  return isObject(value)
    ? isText(getKey(value, "source")) && isText(getKey(value, "id"))
    : isText(value);
}

/** Windows does not tell variables apart by the case of their letters. */
function isInEnvironment(name: string, { facts, view }: PreparedHost): boolean {
  const set = facts[slotIndex("env")] ?? new Set<string>();
  if (set.has(name)) return true;
  if ((view.platform ?? view.os) !== "win32") return false;
  const folded = name.toUpperCase();
  return [...set].some((other) => other.toUpperCase() === folded);
}

/** The configuration points to a secret of the skill that cannot be had. */
export function isUnresolved(skill: LoadedSkill, { unresolvedSecrets }: GateContext): boolean {
  return unresolvedSecrets.size > 0 && unresolvedSecrets.has(skill.configKeys[0] ?? skill.name);
}

/** Who gives a variable. Values are looked at here and go no further. */
function envSource(
  name: string,
  skill: LoadedSkill,
  context: GateContext,
  entry: JsonObject | undefined,
): EnvSource | undefined {
  if (isInEnvironment(name, context.machine)) return "environment";
  if (entry === undefined || !context.rules.entries.givesEnvironment) return undefined;
  const given = getKey(entry, "env");
  if (isObject(given) && isText(getKey(given, name))) return "entry";
  const isFilled = skill.primaryEnv === name && isSecret(getKey(entry, "apiKey"));
  if (!isFilled) return undefined;
  return isUnresolved(skill, context) ? "lost-key" : "api-key";
}

function describeSource(
  name: string,
  source: EnvSource | undefined,
  { input }: GateContext,
): string {
  if (source === undefined) return "not set";
  const origin = source === "environment" ? input.originOf?.("variable", name) : undefined;
  return origin === undefined ? ENV_WORDS[source] : `set by ${origin}`;
}

function unsetNames(
  demand: Demand,
  skill: LoadedSkill,
  context: GateContext,
  entry: JsonObject | undefined,
  recorder?: Recorder,
): readonly string[] | undefined {
  let unset: string[] | undefined;
  for (let at = 0; at < demand.keys.length; at++) {
    const name = demand.keys[at] as string;
    const source = envSource(name, skill, context, entry);
    recorder?.record({
      stage: "requirements",
      check: "env",
      wanted: [name],
      found: describeSource(name, source, context),
      // What keeps the skill out then is the secret, and setting the variable would not help.
      isPassed: source !== undefined && source !== "lost-key",
    });
    if (source === undefined) (unset ??= []).push(name);
  }
  return unset;
}
