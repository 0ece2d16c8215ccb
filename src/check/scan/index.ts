export type {
  Acceptance,
  AppliedBaseline,
  Baseline,
  BaselineEntry,
  BaselineOptions,
  Digest,
} from "./baseline/index.ts";
export {
  acceptFindings,
  BASELINE_FILE,
  baselineSchema,
  evidenceOf,
  openBaseline,
  readBaseline,
  writeBaseline,
} from "./baseline/index.ts";
export type { SeenUse } from "./declared/seen.ts";
export { textOfEntry } from "./artifacts/inspect.ts";
export { textOfFile } from "./decode.ts";
export { levelOf, scanCodes } from "./diagnostics.ts";
export type { ScanOptions, ScanReport } from "./engine.ts";
export { judge, scan, withFindings } from "./engine.ts";
export type { Feed, FeedEntry } from "./feed/index.ts";
export { FEED_CODE, knownBadRule, readFeed, treeDigest } from "./feed/index.ts";
export type {
  Confidence,
  DecodeKind,
  Evidence,
  ScanCategory,
  ScanFinding,
  ScanSeverity,
} from "./finding.ts";
export { isAtLeast, isScanSeverity, SCAN_SEVERITIES } from "./finding.ts";
export { secondOpinion, type SecondOpinionOptions } from "./opinion/index.ts";
export type { CodeLanguage, FoundSecret, ScanPorts, SecretPort } from "./ports.ts";
export type { ScanRule } from "./rule.ts";
export { scanRules } from "./rules/index.ts";
export { hideSecrets } from "./secrets/hide.ts";
export type { ScanFile, ScanInput, ScanLimits } from "./skill-files.ts";
export { DEFAULT_LIMITS } from "./skill-files.ts";
export type { ScanDecision, ScanScore, ScanTier, ScanVerdict, ScoreShare } from "./verdict.ts";
export { isScanTier, SCAN_TIERS } from "./verdict.ts";
export type {
  PublicFinding,
  PublicScan,
  ScannedSkill,
  ScanReportContext,
  ScanReporter,
} from "./report/index.ts";
export {
  diagnosticOf,
  fileResults,
  htmlScan,
  jsonScan,
  prettyScan,
  publicScan,
  sarifScan,
} from "./report/index.ts";
