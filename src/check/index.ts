export type { BodyView, CodeFence, Link } from "./lint/body.ts";
export {
  CONFIG_FILE,
  type ConfigOverride,
  type LintConfig,
  type RuleLevel,
  type RuleLevels,
} from "./lint/config.ts";
export { configSchema } from "./lint/config-schema.ts";
export { allCodes, type CodeEntry } from "./lint/diagnostics.ts";
export { didYouMean } from "./lint/did-you-mean.ts";
export { createLinter, lint, type Linter, type LintOptions } from "./lint/engine.ts";
export { type AppliedFix, type FixedText, type FixOptions, fixText } from "./lint/fix.ts";
export { compileGlob, type Glob } from "./lint/glob.ts";
export { parseConfig, readConfig } from "./lint/read-config.ts";
export type { FileResult, LintReport } from "./lint/result.ts";
export type {
  CollectionContext,
  CollectionRule,
  FileLookup,
  FileRule,
  Finding,
  LintInput,
  Rule,
  RuleContext,
  RuleMeta,
  SkillFacts,
} from "./lint/rule.ts";
export { rules } from "./lint/rules/index.ts";
export type { Suppression } from "./lint/suppress.ts";
