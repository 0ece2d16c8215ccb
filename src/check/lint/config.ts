import type { Severity } from "../../skill/index.ts";

export type RuleLevel = "off" | Severity;

export interface RuleLevels {
  readonly [code: string]: RuleLevel;
}

export interface ConfigOverride {
  readonly paths: readonly string[];
  readonly dialect?: string;
  readonly rules?: RuleLevels;
}

/** What `skillwright.config.json` says, checked. */
export interface LintConfig {
  readonly dialect?: string;
  readonly rules?: RuleLevels;
  /** Later ones win over earlier ones. */
  readonly overrides?: readonly ConfigOverride[];
  readonly dialects?: { readonly [id: string]: { readonly rules?: RuleLevels } };
  /** Files that are not looked at. */
  readonly ignore?: readonly string[];
}

export const CONFIG_FILE = "skillwright.config.json";

export const ruleLevels: readonly RuleLevel[] = ["off", "hint", "info", "warning", "error"];
