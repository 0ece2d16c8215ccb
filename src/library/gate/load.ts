import {
  type EffectivePolicy,
  type GatingRules,
  getPath,
  type JsonObject,
  type Reading,
  type RequirementName,
  type Skill,
  skillOf,
  findViolations,
} from "../../skill/index.ts";
import { slotIndex, systemKey } from "./hosts.ts";
import { type Reason, formatReason } from "./reasons.ts";
import type { Recorder } from "./recorder.ts";
import type { Verdict } from "./verdict.ts";

/** A file in which a system may find a skill. */
export interface Candidate {
  /** One of the sources that the rules put in order. */
  readonly source: string;
  readonly path: string;
  readonly reading: Reading;
  /** The key under which configuration knows it, where the file names none. */
  readonly configKey?: string;
  readonly bytes?: number;
  /** The root in which it was found, and its folder inside that, with `/` between parts. */
  readonly root?: string;
  readonly folder?: string;
}

/** One list of requirements, ready to be compared. */
export interface Demand {
  readonly list: RequirementName;
  readonly slot: number;
  /** One of the names is enough. */
  readonly isAny: boolean;
  /** As people read them, and as they are looked up. */
  readonly names: readonly string[];
  readonly keys: readonly string[];
}

/** What a skill asks for, with the lists that `always` skips already left out. */
export interface Demands {
  /**
   * What is asked of hosts once more in one row: before the keys of each list stands a number that tells
   * how many they are, where to look them up, and whether one is enough. See `toRow`.
   */
  readonly row: readonly (number | string)[];
  readonly isInvalid: boolean;
  /** Other skills may have the very same, so that a verdict is worth remembering. */
  readonly isShared: boolean;
  readonly isAlways: boolean;
  /** Asked of hosts, in the order of the rules. */
  readonly ofHosts: readonly Demand[];
  /** Asked of the surroundings: variables and configuration. */
  readonly env: Demand | undefined;
  readonly config: Demand | undefined;
  /** By the list at which the last host drops out, the verdict: the same whatever the hosts are. */
  readonly refusals: (Verdict | undefined)[];
}

/** A skill that the system can use, made ready once for any number of gates. */
export interface LoadedSkill {
  readonly candidate: Candidate;
  readonly skill: Skill;
  readonly name: string;
  readonly description: string;
  readonly configKeys: readonly string[];
  readonly primaryEnv: string | undefined;
  readonly demands: Demands;
  readonly isOfferedToModel: boolean;
  readonly isOfferedToUser: boolean;
}

const ANY: ReadonlySet<RequirementName> = new Set([
  "hostRoles",
  "anyCapabilities",
  "os",
  "anyBins",
]);

const NO_POLICY: EffectivePolicy = {
  isEnabled: true,
  isAlways: false,
  isInvalid: false,
  requires: null,
  configKeys: [],
};

export function collectRequirements(policy: EffectivePolicy, rules: GatingRules): Demands {
  const { isAlways, requires } = policy;
  const kept = isAlways
    ? rules.checks.filter((list) => rules.alwaysKeeps.includes(list))
    : rules.checks;
  const demands = kept.flatMap((list): readonly Demand[] => {
    const names = requires?.[list] ?? [];
    if (names.length === 0) return [];
    const keys = list === "os" ? names.map((name) => systemKey(name, rules.systems)) : names;
    return [{ list, slot: slotIndex(list), isAny: ANY.has(list), names, keys }];
  });
  const isOfMachine = rules.hosts === "this-machine";
  const env = isOfMachine ? demands.find(({ list }) => list === "env") : undefined;
  const config = demands.find(({ list }) => list === "config");
  const ofHosts = demands.filter((demand) => demand !== env && demand !== config);
  return {
    row: toRow(ofHosts),
    isInvalid: policy.isInvalid && !isAlways,
    isShared: false,
    isAlways,
    ofHosts,
    env,
    config,
    refusals: [],
  };
}

/** Bits of the number before the keys of a list: where to look, one is enough, and how many they are. */
export const ROW: { readonly slot: number; readonly any: number; readonly shift: number } = {
  slot: 7,
  any: 8,
  shift: 4,
};

/** One array instead of several objects: thousands of skills are gated as fast as memory is read. */
function toRow(demands: readonly Demand[]): readonly (number | string)[] {
  return demands.flatMap(({ slot, isAny, keys }) => [
    slot | (isAny ? ROW.any : 0) | (keys.length << ROW.shift),
    ...keys,
  ]);
}

/** The most bytes that one unit of text becomes in UTF-8. */
const MAX_BYTES_A_UNIT = 3;

function isLarger(candidate: Candidate, limit: number): boolean {
  if (candidate.bytes !== undefined) return candidate.bytes > limit;
  const { text } = candidate.reading.document;
  if (text.length * MAX_BYTES_A_UNIT <= limit) return false;
  return new TextEncoder().encode(text).length > limit;
}

function sizeLimit(candidate: Candidate, rules: GatingRules, config: JsonObject): number {
  const path = rules.discovery?.limits.maxFileBytes;
  const own = path === undefined ? undefined : getPath(config, path);
  return typeof own === "number" ? own : (candidate.reading.dialect.maxFileBytes ?? Infinity);
}

function tooLarge({ bytes }: Candidate, limit: number): Reason {
  const reason: Reason = { code: "too-large", names: [String(limit)] };
  if (bytes === undefined) return reason;
  return { ...reason, detail: `The file has ${bytes} bytes; at most ${limit} are allowed.` };
}

function unusableReason(
  candidate: Candidate,
  rules: GatingRules,
  config: JsonObject,
): Reason | undefined {
  const { reading } = candidate;
  const limit = sizeLimit(candidate, rules, config);
  if (isLarger(candidate, limit)) return tooLarge(candidate, limit);
  const refusal = reading.refusals[0];
  if (refusal !== undefined) return { code: "unreadable", names: [], detail: refusal.message };
  if (rules.needsValid === true) {
    const violation = findViolations(reading).find(({ severity }) => severity === "error");
    if (violation !== undefined)
      return { code: "unreadable", names: [], detail: violation.message };
  }
  const described = reading.dialect.describe(reading);
  const absent = rules.needs.find((need) => described[need] === undefined);
  if (absent === undefined) return undefined;
  return {
    code: "unreadable",
    names: [absent],
    detail: `Missing required field \`${absent}\` in the frontmatter.`,
  };
}

/** Demands by what they ask for: skills that ask for the same share one. */
export type DemandCache = Map<string, Demands>;

/** What a policy asks for by the rules of a system. */
export function sharedDemands(
  policy: EffectivePolicy | undefined,
  rules: GatingRules,
  cache: DemandCache | undefined,
): Demands {
  const asked = policy ?? NO_POLICY;
  if (cache === undefined) return collectRequirements(asked, rules);
  const key = JSON.stringify([asked.isAlways, asked.isInvalid, asked.requires]);
  const known = cache.get(key) ?? { ...collectRequirements(asked, rules), isShared: true };
  cache.set(key, known);
  return known;
}

export interface LoadOptions {
  readonly recorder?: Recorder | undefined;
  /** One for all skills that are loaded by the same rules. */
  readonly cache?: DemandCache | undefined;
}

export type LoadResult =
  | { readonly ok: true; readonly loaded: LoadedSkill }
  | { readonly ok: false; readonly reason: Reason };

/** Makes a candidate ready, or says why the system cannot use it. */
export function loadCandidate(
  candidate: Candidate,
  rules: GatingRules,
  config: JsonObject,
  options: LoadOptions = {},
): LoadResult {
  const { recorder, cache } = options;
  const reason = unusableReason(candidate, rules, config);
  recorder?.record({
    stage: "read",
    check: "file",
    wanted: rules.needs,
    found: reason === undefined ? "a skill" : (reason.detail ?? formatReason(reason)),
    isPassed: reason === undefined,
  });
  if (reason !== undefined) return { ok: false, reason };
  const { reading } = candidate;
  const { name = candidate.path, description = "" } = reading.dialect.describe(reading);
  const policy = reading.dialect.policy?.(reading, {}) ?? NO_POLICY;
  const skill = skillOf(reading);
  const ownKey = skill.identity.configKey === undefined ? candidate.configKey : undefined;
  return {
    ok: true,
    loaded: {
      // First, since gates ask for it alone.
      demands: sharedDemands(policy, rules, cache),
      candidate,
      skill,
      name,
      description,
      configKeys: ownKey === undefined ? policy.configKeys : [ownKey],
      primaryEnv: policy.primaryEnv,
      isOfferedToModel: skill.invocation.byModel !== false,
      isOfferedToUser: skill.invocation.byUser !== false,
    },
  };
}
