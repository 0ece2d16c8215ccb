import { type Dialect, requireDialect, type Severity } from "../../skill/index.ts";
import type { LintConfig, RuleLevel, RuleLevels } from "./config.ts";
import { configurableCodes } from "./diagnostics.ts";
import type { CollectionRule, FileRule, Rule } from "./rule.ts";
import { compileGlob as compile } from "../../skill/model/index.ts";

/** The rules that run for a file, and what the user configured for each code. */
export interface Plan {
  readonly fileRules: readonly PlannedRule[];
  readonly levelOf: (code: string) => RuleLevel | undefined;
}

export interface PlannedRule {
  readonly rule: FileRule;
  /** What the user configured for it. */
  readonly level: Severity | undefined;
}

export interface DialectChoice {
  readonly dialect: Dialect;
  readonly reason: string;
}

/** What the configuration means for each file. */
export interface Planner {
  readonly collectionRules: readonly CollectionRule[];
  readonly collectionCodes: ReadonlySet<string>;
  /** Codes that a comment in a file may name. */
  readonly knownCodes: ReadonlySet<string>;
  isIgnored(path: string): boolean;
  /** Undefined: the file itself must tell. */
  dialectFor(path: string): DialectChoice | undefined;
  planFor(path: string, dialect: Dialect): Plan;
}

export interface PlannerOptions {
  readonly dialect?: string | undefined;
  readonly config: LintConfig;
  readonly rules: readonly Rule[];
  readonly base: string;
  readonly inner?: string | undefined;
}

interface Override {
  readonly globs: readonly Glob[];
  readonly dialect: Dialect | undefined;
  readonly rules: RuleLevels;
}

export function createPlanner(options: PlannerOptions): Planner {
  const { config, rules } = options;
  const collectionRules = rules.filter((rule) => rule.scope === "collection");
  const isOn = (rule: Rule): boolean => rule.isOptIn !== true || isNamed(config, rule.code);
  const overrides = (config.overrides ?? []).map((override) => ({
    globs: override.paths.map(compileGlob),
    dialect: override.dialect === undefined ? undefined : requireDialect(override.dialect),
    rules: override.rules ?? {},
  }));
  const matching = (path: string): readonly Override[] =>
    overrides.filter(({ globs }) => fits(globs, path, options));
  const ignored = (config.ignore ?? []).map(compileGlob);
  return {
    collectionRules: collectionRules.filter(isOn),
    collectionCodes: new Set(collectionRules.map((rule) => rule.code)),
    knownCodes: new Set([...configurableCodes(), ...rules.map((rule) => rule.code)]),
    isIgnored: (path) => fits(ignored, path, options),
    dialectFor: chooser(options, matching),
    planFor: planMaker(options, matching),
  };
}

/** Whether a configuration gives a level to a code, for whichever files. */
function isNamed({ rules, dialects, overrides = [] }: LintConfig, code: string): boolean {
  const levels = [
    rules,
    ...Object.values(dialects ?? {}).map((one) => one.rules),
    ...overrides.map((one) => one.rules),
  ];
  return levels.some((one) => one?.[code] !== undefined && one[code] !== "off");
}

function fits(globs: readonly Glob[], path: string, options: PlannerOptions): boolean {
  return globs.some((glob) => glob(localPath(path, options)));
}

function chooser(
  { dialect, config }: PlannerOptions,
  matching: (path: string) => readonly Override[],
): Planner["dialectFor"] {
  const asked = dialect === undefined ? undefined : requireDialect(dialect);
  const general = config.dialect === undefined ? undefined : requireDialect(config.dialect);
  return (path) => {
    if (asked !== undefined) return { dialect: asked, reason: "it was asked for" };
    const match = matching(path).findLast((override) => override.dialect !== undefined);
    if (match?.dialect !== undefined)
      return { dialect: match.dialect, reason: "the configuration says so for its path" };
    if (general === undefined) return undefined;
    return { dialect: general, reason: "the configuration says so" };
  };
}

/** Plans are few: one for each dialect and each set of overrides that meet in a file. */
function planMaker(
  { config, rules }: PlannerOptions,
  matching: (path: string) => readonly Override[],
): Planner["planFor"] {
  const fileRules = rules.filter((rule) => rule.scope === "file");
  const optIn = new Set(rules.filter(({ isOptIn }) => isOptIn).map(({ code }) => code));
  const made: { dialect: Dialect; overrides: readonly Override[]; plan: Plan }[] = [];
  return (path, dialect) => {
    const overrides = matching(path);
    const known = made.find(
      (item) =>
        item.dialect === dialect &&
        item.overrides.length === overrides.length &&
        item.overrides.every((override, index) => override === overrides[index]),
    );
    if (known !== undefined) return known.plan;
    const levels: RuleLevels = Object.assign(
      {},
      config.rules,
      config.dialects?.[dialect.id]?.rules,
      ...overrides.map((override) => override.rules),
    );
    const levelOf = (code: string): RuleLevel | undefined =>
      levels[code] ?? (optIn.has(code) ? "off" : undefined);
    const plan: Plan = {
      fileRules: fileRules.flatMap((rule): readonly PlannedRule[] => {
        if (levels[rule.code] === "off" || rule.appliesTo?.(dialect) === false) return [];
        const level = levelOf(rule.code);
        return [{ rule, level: level === "off" ? undefined : level }];
      }),
      levelOf,
    };
    made.push({ dialect, overrides, plan });
    return plan;
  };
}

/**
 * The path as patterns mean it: from the folder of the configuration. That lies below the paths of the
 * inputs (`base`), or above them (`inner`, the way back from there).
 */
function localPath(path: string, { base, inner }: PlannerOptions): string {
  if (base !== "" && path.startsWith(`${base}/`)) return path.slice(base.length + 1);
  return inner === undefined || inner === "" || path.startsWith("/") ? path : `${inner}/${path}`;
}

/** A pattern made ready: `**`, `*`, `?` and `{a,b}`, over paths with `/` between the parts. */
type Glob = (path: string) => boolean;

/** Without a slash the pattern fits a file or folder of that name at any depth, as in ignore files. */
export function compileGlob(pattern: string): Glob {
  const clean = pattern.replace(/^\.?\//, "");
  const inner = clean.replace(/\/$/, "");
  const isAnchored = clean !== pattern || inner.includes("/");
  const whole = isAnchored ? inner : `**/${inner}`;
  // A folder stands for all that lies in it.
  const globs = [whole, `${whole}/**`].map((glob) => compile(glob, { hasChoices: true }));
  return (path) => {
    const plain = path.replaceAll("\\", "/").replace(/^\.\//, "");
    return globs.some((glob) => glob(plain));
  };
}
