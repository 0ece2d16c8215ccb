export type { BodyView, CodeFence, Link } from "./lint/body.ts";
export type { ConfigOverride, LintConfig, RuleLevel, RuleLevels } from "./lint/config.ts";
export { createLinter, lint, type Linter, type LintOptions } from "./lint/engine.ts";
export { type AppliedFix, type FixedText, type FixOptions, fixText } from "./lint/fix.ts";
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
