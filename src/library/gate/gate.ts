import {
  getKey,
  isObject,
  type JsonObject,
  type Reading,
  type RequirementName,
  findViolations,
} from "../../skill/index.ts";
import { type Demands, collectRequirements, type LoadedSkill } from "./load.ts";
import { gateByHosts } from "./by-hosts.ts";
import { gateByMachine, isUnresolved } from "./by-machine.ts";
import type { Reason } from "./reasons.ts";
import type { StepRecorder, Recorder } from "./recorder.ts";
import type { GateContext } from "./context.ts";
import { eligible, excluded, type Verdict } from "./verdict.ts";

/**
 * Decides whether a skill is eligible, and with a recorder tells every step. There is no second
 * way to decide: explaining is this function with a recorder.
 */
export function gate(skill: LoadedSkill, context: GateContext, recorder?: StepRecorder): Verdict {
  const verdict = decide(skill, context, recorder);
  return recorder === undefined ? verdict : { ...verdict, steps: recorder.steps };
}

function decide(skill: LoadedSkill, context: GateContext, recorder?: Recorder): Verdict {
  const refusal = context.input.whyRefused?.(skill.candidate.path);
  if (refusal !== undefined) {
    const { says: detail, isTakenDown } = refusal;
    const code = isTakenDown ? "taken-down" : "changed-since-install";
    const step = { stage: "switches", check: "lock", wanted: [skill.name], found: detail } as const;
    recorder?.record({ ...step, isPassed: false });
    return excluded([{ code, names: [skill.name], detail }]);
  }
  const entry = entryOf(skill, context);
  const demands = effectiveDemands(skill, context, entry);
  const off =
    context.hasSwitches || recorder !== undefined
      ? whySwitchedOff(skill, context, entry, recorder)
      : undefined;
  if (off !== undefined && !context.rules.checksWhenOff) return excluded([off]);
  const verdict =
    demands.isShared && entry === undefined && recorder === undefined
      ? remembered(skill, context, demands)
      : judge(skill, context, entry, demands, recorder);
  if (off === undefined) return verdict;
  return excluded([off, ...verdict.reasons], verdict.missing);
}

/** Without an entry of its own, a skill is judged by its demands alone, which many skills share. */
function remembered(skill: LoadedSkill, context: GateContext, demands: Demands): Verdict {
  const known = context.verdicts.get(demands);
  if (known !== undefined) return known;
  const verdict = judge(skill, context, undefined, demands, undefined);
  context.verdicts.set(demands, verdict);
  return verdict;
}

function judge(
  skill: LoadedSkill,
  context: GateContext,
  entry: JsonObject | undefined,
  demands: Demands,
  recorder: Recorder | undefined,
): Verdict {
  if (recorder !== undefined) recordPolicy(skill, demands, recorder);
  if (demands.isInvalid) return excluded([{ code: "requirement-invalid", names: [] }]);
  const { row, env, config } = demands;
  if (row.length === 0 && env === undefined && config === undefined) return eligible;
  return context.rules.hosts === "one-host"
    ? gateByHosts(demands, context, recorder)
    : gateByMachine(skill, demands, context, entry, recorder);
}

/** The entry of the configuration that speaks of the skill. */
export function entryOf(skill: LoadedSkill, context: GateContext): JsonObject | undefined {
  if (context.entries.size === 0) return undefined;
  for (const key of skill.configKeys) {
    const entry = context.entries.get(key);
    // An entry that is no map still hides those under the later keys.
    if (entry !== undefined) return isObject(entry) ? entry : undefined;
  }
  return undefined;
}

/** What the file asks for, or what the configuration makes of it. */
export function effectiveDemands(
  skill: LoadedSkill,
  context: GateContext,
  entry: JsonObject | undefined,
): Demands {
  if (entry === undefined || !context.rules.entries.overrides) return skill.demands;
  if (!Object.hasOwn(entry, "always") && !Object.hasOwn(entry, "requires")) return skill.demands;
  const { reading } = skill.candidate;
  const policy = reading.dialect.policy?.(reading, context.entriesObject);
  return policy === undefined ? skill.demands : collectRequirements(policy, context.rules);
}

function whySwitchedOff(
  skill: LoadedSkill,
  context: GateContext,
  entry: JsonObject | undefined,
  recorder: Recorder | undefined,
): Reason | undefined {
  const key = skill.configKeys[0] ?? skill.name;
  const isDisabled = entry !== undefined && getKey(entry, "enabled") === false;
  if (recorder !== undefined && context.rules.entries.path.length > 0)
    recordSwitch(recorder, "enabled", [key], isDisabled ? "switched off" : "not switched off");
  if (isDisabled) return { code: "disabled-by-config", names: [keyOf(skill, context)] };
  if (isUnresolved(skill, context)) {
    if (recorder !== undefined) recordSwitch(recorder, "secret", [key], "not resolved");
    return { code: "secret-unresolved", names: [key] };
  }
  const { allowed, rules } = context;
  if (allowed === undefined || rules.allowList === undefined) return undefined;
  if (!rules.allowList.sources.includes(skill.candidate.source)) return undefined;
  const isAllowed = allowed.has(key) || allowed.has(skill.name);
  if (recorder !== undefined)
    recordSwitch(recorder, "allow-list", [skill.name], isAllowed ? "listed" : "not listed");
  return isAllowed ? undefined : { code: "not-in-allow-list", names: [skill.name] };
}

/** The key under which the configuration does speak of the skill. */
export function keyOf(skill: LoadedSkill, context: GateContext): string {
  return (
    skill.configKeys.find((key) => context.entries.has(key)) ?? skill.configKeys[0] ?? skill.name
  );
}

const REFUSALS: ReadonlySet<string> = new Set(["switched off", "not resolved", "not listed"]);

function recordSwitch(
  recorder: Recorder,
  check: string,
  wanted: readonly string[],
  found: string,
): void {
  recorder.record({ stage: "switches", check, wanted, found, isPassed: !REFUSALS.has(found) });
}

/** What the file asks for that means nothing; undefined where the configuration does. */
export function invalidRequirement(reading: Reading): string | undefined {
  return findViolations(reading).find(({ path }) => path.includes("requires"))?.message;
}

function recordPolicy({ candidate }: LoadedSkill, demands: Demands, recorder: Recorder): void {
  const base = { stage: "requirements", wanted: [] } as const;
  if (demands.isAlways) {
    const kept: readonly RequirementName[] = demands.ofHosts.map(({ list }) => list);
    const rest = kept.length === 0 ? "" : ` but ${kept.join(", ")}`;
    recorder.record({ ...base, check: "always", found: `true, skips all${rest}`, isPassed: true });
  }
  if (demands.isInvalid)
    recorder.record({
      ...base,
      check: "requires",
      found: invalidRequirement(candidate.reading) ?? "a malformed name in the configuration",
      isPassed: false,
    });
}
