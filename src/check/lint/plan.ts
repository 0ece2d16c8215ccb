import { type Dialect, dialects, findDialect, profiles, SkillError } from "../../skill/index.ts";
import type { LintConfig, RuleLevel } from "./config.ts";
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
}

/** Finds a dialect that a person named; a wrong name is told with the right ones. */
export function requireDialect(id: string): Dialect {
  const dialect = findDialect(id);
  if (dialect !== undefined) return dialect;
  const known = [...dialects, ...profiles].map((item) => `\`${item.id}\``).join(", ");
  throw new SkillError({
    code: "config/unknown-dialect",
    severity: "error",
    message: `Unexpected dialect \`${id}\`, expected a known one.`,
    hint: `Known dialects are ${known}.`,
  });
}

export function createPlanner(options: PlannerOptions): Planner {
  const { config, rules } = options;
  const fileRules = rules.filter((rule) => rule.scope === "file");
  const overrides = (config.overrides ?? []).map((override) => ({
    ...override,
    globs: override.paths.map(compileGlob),
    choice: override.dialect === undefined ? undefined : requireDialect(override.dialect),
  }));
  const ignored = (config.ignore ?? []).map(compileGlob);
  const asked = options.dialect === undefined ? undefined : requireDialect(options.dialect);
  const general = config.dialect === undefined ? undefined : requireDialect(config.dialect);
  const plans = new Map<string, Plan>();
  const fits = (globs: readonly Glob[], path: string): boolean =>
    globs.some((glob) => glob(localPath(path, options.base)));
  const collectionRules = rules.filter((rule) => rule.scope === "collection");
  return {
    collectionRules,
    collectionCodes: new Set(collectionRules.map((rule) => rule.code)),
    knownCodes: new Set([...configurableCodes(), ...rules.map((rule) => rule.code)]),
    isIgnored: (path) => ignored.length > 0 && fits(ignored, path),
    dialectFor: (path) => {
      if (asked !== undefined) return { dialect: asked, reason: "it was asked for" };
      const match = overrides.findLast(
        (item) => item.choice !== undefined && fits(item.globs, path),
      );
      if (match?.choice !== undefined)
        return { dialect: match.choice, reason: "the configuration says so for its path" };
      if (general === undefined) return undefined;
      return { dialect: general, reason: "the configuration says so" };
    },
    planFor: (path, dialect) => {
      const matching = overrides.filter(
        (item) => item.rules !== undefined && fits(item.globs, path),
      );
      const key = `${dialect.id} ${matching.map((item) => overrides.indexOf(item)).join()}`;
      const known = plans.get(key);
      if (known !== undefined) return known;
      const levels = {
        ...config.rules,
        ...config.dialects?.[dialect.id]?.rules,
        ...Object.assign({}, ...matching.map((item) => item.rules)),
      } as { readonly [code: string]: RuleLevel };
      const plan: Plan = {
        fileRules: fileRules.filter(
          (rule) => levels[rule.code] !== "off" && rule.appliesTo?.(dialect) !== false,
        ),
        levelOf: (code) => levels[code],
      };
      plans.set(key, plan);
      return plan;
    },
  };
}

/** The path as patterns mean it: from the folder of the configuration. */
function localPath(path: string, base: string): string {
  return base !== "" && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path;
}
