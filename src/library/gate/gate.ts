import {
  getKey,
  isObject,
  type JsonObject,
  type Reading,
  type RequirementName,
  violationsOf,
} from "../../skill/index.ts";
import { type Demands, demandsOf, type LoadedSkill } from "./load.ts";
import { gateByHosts } from "./by-hosts.ts";
import { gateByMachine, isUnresolved } from "./by-machine.ts";
import type { Reason } from "./reasons.ts";
import type { KeptSteps, Recorder } from "./recorder.ts";
import type { Surroundings } from "./surroundings.ts";
import { eligible, excluded, type Verdict } from "./verdict.ts";

/**
 * Decides whether a skill is eligible, and with a recorder tells every step. There is no second
 * way to decide: explaining is this function with a recorder.
 */
export function gate(skill: LoadedSkill, around: Surroundings, recorder?: KeptSteps): Verdict {
  const verdict = decide(skill, around, recorder);
  return recorder === undefined ? verdict : { ...verdict, steps: recorder.steps };
}

function decide(skill: LoadedSkill, around: Surroundings, recorder?: Recorder): Verdict {
  const detail = around.input.whyRefused?.(skill.candidate.path);
  if (detail !== undefined) {
    const step = { stage: "switches", check: "lock", wanted: [skill.name], found: detail } as const;
    recorder?.record({ ...step, isPassed: false });
    return excluded([{ code: "changed-since-install", names: [skill.name], detail }]);
  }
  const entry = entryOf(skill, around);
  const demands = effectiveDemands(skill, around, entry);
  const off =
    around.hasSwitches || recorder !== undefined
      ? whySwitchedOff(skill, around, entry, recorder)
      : undefined;
  if (off !== undefined && !around.rules.checksWhenOff) return excluded([off]);
  const verdict =
    demands.isShared && entry === undefined && recorder === undefined
      ? remembered(skill, around, demands)
      : judge(skill, around, entry, demands, recorder);
  if (off === undefined) return verdict;
  return excluded([off, ...verdict.reasons], verdict.missing);
}

/** Without an entry of its own, a skill is judged by its demands alone, which many skills share. */
function remembered(skill: LoadedSkill, around: Surroundings, demands: Demands): Verdict {
  const known = around.verdicts.get(demands);
  if (known !== undefined) return known;
  const verdict = judge(skill, around, undefined, demands, undefined);
  around.verdicts.set(demands, verdict);
  return verdict;
}

function judge(
  skill: LoadedSkill,
  around: Surroundings,
  entry: JsonObject | undefined,
  demands: Demands,
  recorder: Recorder | undefined,
): Verdict {
  if (recorder !== undefined) recordPolicy(skill, demands, recorder);
  if (demands.isInvalid) return excluded([{ code: "requirement-invalid", names: [] }]);
  const { row, env, config } = demands;
  if (row.length === 0 && env === undefined && config === undefined) return eligible;
  return around.rules.hosts === "one-host"
    ? gateByHosts(demands, around, recorder)
    : gateByMachine(skill, demands, around, entry, recorder);
}

/** The entry of the configuration that speaks of the skill. */
export function entryOf(skill: LoadedSkill, around: Surroundings): JsonObject | undefined {
  if (around.entries.size === 0) return undefined;
  for (const key of skill.configKeys) {
    const entry = around.entries.get(key);
    // An entry that is no map still hides those under the later keys.
    if (entry !== undefined) return isObject(entry) ? entry : undefined;
  }
  return undefined;
}

/** What the file asks for, or what the configuration makes of it. */
export function effectiveDemands(
  skill: LoadedSkill,
  around: Surroundings,
  entry: JsonObject | undefined,
): Demands {
  if (entry === undefined || !around.rules.entries.overrides) return skill.demands;
  if (!Object.hasOwn(entry, "always") && !Object.hasOwn(entry, "requires")) return skill.demands;
  const { reading } = skill.candidate;
  const policy = reading.dialect.policy?.(reading, around.entriesObject);
  return policy === undefined ? skill.demands : demandsOf(policy, around.rules);
}

function whySwitchedOff(
  skill: LoadedSkill,
  around: Surroundings,
  entry: JsonObject | undefined,
  recorder: Recorder | undefined,
): Reason | undefined {
  const key = skill.configKeys[0] ?? skill.name;
  const isDisabled = entry !== undefined && getKey(entry, "enabled") === false;
  if (recorder !== undefined && around.rules.entries.path.length > 0)
    recordSwitch(recorder, "enabled", [key], isDisabled ? "switched off" : "not switched off");
  if (isDisabled) return { code: "disabled-by-config", names: [keyOf(skill, around)] };
  if (isUnresolved(skill, around)) {
    if (recorder !== undefined) recordSwitch(recorder, "secret", [key], "not resolved");
    return { code: "secret-unresolved", names: [key] };
  }
  const { allowed, rules } = around;
  if (allowed === undefined || rules.allowList === undefined) return undefined;
  if (!rules.allowList.sources.includes(skill.candidate.source)) return undefined;
  const isAllowed = allowed.has(key) || allowed.has(skill.name);
  if (recorder !== undefined)
    recordSwitch(recorder, "allow-list", [skill.name], isAllowed ? "listed" : "not listed");
  return isAllowed ? undefined : { code: "not-in-allow-list", names: [skill.name] };
}

/** The key under which the configuration does speak of the skill. */
export function keyOf(skill: LoadedSkill, around: Surroundings): string {
  return (
    skill.configKeys.find((key) => around.entries.has(key)) ?? skill.configKeys[0] ?? skill.name
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
  return violationsOf(reading).find(({ path }) => path.includes("requires"))?.message;
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
