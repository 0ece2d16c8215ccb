import { type Dialect, requireDialect } from "../../skill/index.ts";
import type { LintConfig, RuleLevel, RuleLevels } from "./config.ts";
import { configurableCodes } from "./diagnostics.ts";
import { compileGlob, type Glob } from "./glob.ts";
import type { CollectionRule, FileRule, Rule } from "./rule.ts";

/** The rules that run for a file, and what the user configured for each code. */
export interface Plan {
  readonly fileRules: readonly FileRule[];
  readonly levelOf: (code: string) => RuleLevel | undefined;
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
  const overrides = (config.overrides ?? []).map((override) => ({
    globs: override.paths.map(compileGlob),
    dialect: override.dialect === undefined ? undefined : requireDialect(override.dialect),
    rules: override.rules ?? {},
  }));
  const matching = (path: string): readonly Override[] =>
    overrides.filter(({ globs }) => fits(globs, path, options));
  const ignored = (config.ignore ?? []).map(compileGlob);
  return {
    collectionRules,
    collectionCodes: new Set(collectionRules.map((rule) => rule.code)),
    knownCodes: new Set([...configurableCodes(), ...rules.map((rule) => rule.code)]),
    isIgnored: (path) => fits(ignored, path, options),
    dialectFor: chooser(options, matching),
    planFor: planMaker(options, matching),
  };
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
    const plan: Plan = {
      fileRules: fileRules.filter(
        (rule) => levels[rule.code] !== "off" && rule.appliesTo?.(dialect) !== false,
      ),
      levelOf: (code) => levels[code],
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
