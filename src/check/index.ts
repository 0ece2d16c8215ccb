export { CONFIG_FILE, type LintConfig } from "./lint/config.ts";
export { configSchema } from "./lint/config-schema.ts";
export { allCodes, type CodeEntry, collectionCodes } from "./lint/diagnostics.ts";
export { createLinter, lint, type Linter, type LintOptions } from "./lint/engine.ts";
export { type AppliedFix, type FixedText, fixText } from "./lint/fix.ts";
export {
  decodeResult,
  encodeResult,
  packResult,
  renderPacked,
  withDiagnostics,
} from "./lint/packed.ts";
export { parseConfig } from "./lint/read-config.ts";
export type { FileResult, LintReport } from "./lint/result.ts";
export type { LintInput } from "./lint/rule.ts";
