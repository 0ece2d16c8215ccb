import {
  credentialGroup,
  type Environment,
  isOfGroup,
  isSensitiveName,
  refusedGroups,
} from "../../platform/index.ts";
import type { Diagnostic, GatingRules, RunEnvironmentRules } from "../../skill/index.ts";
import {
  type LibraryConfig,
  type ResolveSecret,
  Secret,
  secretFrom,
  type SkillEntry,
} from "../config/index.ts";
import { isSet } from "../gate/index.ts";
import { sessionCodes, sessionProblem } from "./diagnostics.ts";

/** What the environment of a run needs to know of a skill. */
export interface EnvironmentSkill {
  readonly name: string;
  /** Keys under which the configuration may speak of it; the first that is there counts. */
  readonly configKeys: readonly string[];
  readonly primaryEnv?: string;
  /** Variables that it says it needs. */
  readonly requiredEnv: readonly string[];
}

/** The environment for one run. Whoever prints it sees names; `reveal` gives the values. */
export interface RunEnvironment {
  /** Variables that come from the configuration. */
  readonly added: readonly string[];
  /** Variables of the configuration that are not in it, and why. */
  readonly problems: readonly Diagnostic[];
  /** All variables, for the process that is started for the skill. */
  readonly reveal: () => Record<string, string>;
  /** Only those that were added. */
  readonly revealAdded: () => ReadonlyMap<string, string>;
}

export interface EnvironmentOptions extends Partial<RunEnvironmentRules> {
  /** Gets a secret that is kept elsewhere; undefined where it cannot be had. */
  readonly resolveSecret?: ResolveSecret;
  /** When a variable of the process counts as set, as the gates see it; where absent, always. */
  readonly countsAsSet?: GatingRules["environment"];
  /** Names of variables do not differ by case on Windows. */
  readonly platform?: string;
}

/** The entry of the configuration for a skill, with the key it stands under. */
function entryFor(
  skill: Pick<EnvironmentSkill, "configKeys">,
  config: LibraryConfig,
): readonly [string, SkillEntry] | undefined {
  for (const key of skill.configKeys) {
    const entry = config.entries.get(key);
    if (entry !== undefined) return [key, entry];
  }
  return undefined;
}

/**
 * The environment for the process that runs a skill: what is there already, and what the configuration
 * gives for this skill alone. A variable that counts as set keeps its value.
 */
export function skillEnvironment(
  skill: EnvironmentSkill,
  config: LibraryConfig,
  base: Environment,
  options: EnvironmentOptions = {},
): RunEnvironment {
  const found = entryFor(skill, config);
  const problems: Diagnostic[] = [];
  const added = new Map<string, string>();
  if (found !== undefined && found[1].isEnabled) {
    const judge = createJudge(skill, found[0], base, options);
    for (const [name, value] of wantedValues(skill, found, base, options, problems)) {
      const why = judge(name, value);
      if (why === undefined) added.set(name, value);
      const problem = why ?? oddValue(name, value, found[0]);
      if (problem !== undefined) problems.push(problem);
    }
  }
  const all = new Secret({ ...defined(base), ...Object.fromEntries(added) });
  const own = new Secret<ReadonlyMap<string, string>>(added);
  return {
    added: [...added.keys()],
    problems,
    reveal: () => ({ ...all.reveal() }),
    revealAdded: () => own.reveal(),
  };
}

function defined(base: Environment): Record<string, string> {
  const entries = Object.entries(base).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Values that the entry has for the skill; its API key comes last, where nothing else fills its place. */
function wantedValues(
  skill: EnvironmentSkill,
  [key, entry]: readonly [string, SkillEntry],
  base: Environment,
  options: EnvironmentOptions,
  problems: Diagnostic[],
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, secret] of entry.env) {
    const value = secret.reveal();
    if (value !== "") values.set(name, value);
  }
  const primary = skill.primaryEnv?.trim() ?? "";
  const { apiKey } = entry;
  if (primary === "" || apiKey === undefined || values.has(primary)) return values;
  const value = apiKeyFrom(apiKey, base, options);
  if (value !== undefined) values.set(primary, value);
  else
    problems.push(
      sessionProblem(
        sessionCodes.secretUnresolved,
        `The secret for \`skills.entries.${key}.apiKey\` is not where the settings point to.`,
        { hint: "Check that the secret's provider has it, and that the id is right." },
      ),
    );
  return values;
}

function apiKeyFrom(
  apiKey: NonNullable<SkillEntry["apiKey"]>,
  base: Environment,
  options: EnvironmentOptions,
): string | undefined {
  if (apiKey.kind === "unusable") return undefined;
  return apiKey.kind === "value"
    ? apiKey.secret.reveal()
    : secretFrom(apiKey, base, options.resolveSecret);
}

type Judge = (name: string, value: string) => Diagnostic | undefined;

interface Refusal {
  readonly code: keyof typeof sessionCodes;
  readonly why: string;
  readonly hint: string;
}

const OUTSIDE = "Set the variable where you start the agent.";

/** Says why a variable may not be set, if it may not. */
function createJudge(
  skill: EnvironmentSkill,
  key: string,
  base: Environment,
  options: EnvironmentOptions,
): Judge {
  const declared = new Set([skill.primaryEnv, ...skill.requiredEnv].map((name) => name?.trim()));
  const isWindows = options.platform === "win32";
  const fold = (name: string): string => (isWindows ? name.toUpperCase() : name);
  const { countsAsSet = "present" } = options;
  const names = Object.keys(base).filter((name) => isSet(base[name], countsAsSet));
  const set = new Set(names.map(fold));
  return (name, value) => {
    const refusal: Refusal | undefined = set.has(fold(name))
      ? {
          code: "alreadySet",
          why: "it is already set in the environment",
          hint: "Variables of the environment are never overwritten.",
        }
      : (failureReason(name, value) ?? refusalReason(name, declared.has(name), options));
    if (refusal === undefined) return undefined;
    const message = `The variable \`${name}\` of \`${key}\` is not set: ${refusal.why}.`;
    return sessionProblem(sessionCodes[refusal.code], message, { hint: refusal.hint });
  };
}

function failureReason(name: string, value: string): Refusal | undefined {
  if (!/[=\0]/.test(name) && !value.includes("\0")) return undefined;
  const why = "its value contains NUL or its name contains `=`";
  return { code: "badValue", why, hint: "Correct the entry of the skill." };
}

const MOST_BYTES = 32_768;
const ENCODED = /^[A-Za-z0-9+/=]{80,}$/;

/** A value that is given and may still not be what was meant. */
function oddValue(name: string, value: string, key: string): Diagnostic | undefined {
  const bytes = new TextEncoder().encode(value).length;
  const odd =
    bytes > MOST_BYTES
      ? `has ${bytes} bytes, more than ${MOST_BYTES}`
      : ENCODED.test(value)
        ? "looks like encoded data"
        : undefined;
  if (odd === undefined) return undefined;
  return sessionProblem(
    sessionCodes.oddValue,
    `The value of the variable \`${name}\` of \`${key}\` ${odd}.`,
    { hint: "The value is passed on unchanged; use a file if the program can read one." },
  );
}

function refusalReason(
  name: string,
  isDeclared: boolean,
  options: EnvironmentOptions,
): Refusal | undefined {
  const group = refusedGroups.find((item) => isOfGroup(name, item));
  if (group !== undefined)
    return { code: "refusedName", why: `it can ${group.can}`, hint: OUTSIDE };
  const isCredential = isOfGroup(name, credentialGroup);
  if (isCredential && options.credentials === "never")
    return { code: "refusedName", why: `it can ${credentialGroup.can}`, hint: OUTSIDE };
  if (isDeclared || !(isCredential || isSensitiveName(name))) return undefined;
  const hint = "Name it in `primaryEnv` or `requires.env` of the skill.";
  return { code: "undeclaredName", why: "the skill does not ask for it", hint };
}
