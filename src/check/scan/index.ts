export type { AppliedBaseline, Baseline, BaselineEntry } from "./baseline/index.ts";
export { acceptFindings, openBaseline, readBaseline, writeBaseline } from "./baseline/index.ts";
export type { ObservedUse } from "./declared/seen.ts";
export { textOfEntry } from "./artifacts/inspect.ts";
export { textOfFile } from "./decode.ts";
export { scanCodes } from "./diagnostics.ts";
export type { ScanReport } from "./engine.ts";
export { judge, scan, withFindings } from "./engine.ts";
export { FEED_CODE, FEED_FILE, readFeed } from "./feed/index.ts";
export type { ScanFinding, ScanSeverity } from "./finding.ts";
export { isAtLeast } from "./finding.ts";
export { secondOpinion } from "./opinion/index.ts";
export type { ScanPorts } from "./ports.ts";
export { scanRules } from "./rules/index.ts";
export { RULES_VERSION } from "./rules-version.ts";
export { hideSecrets } from "./secrets/hide.ts";
export type { ScanFile, ScanLimits } from "./skill-files.ts";
export type { ScanTier, ScanVerdict } from "./verdict.ts";
export type {
  PublicFinding,
  PublicScan,
  ReportedSkill,
  ScannedSkill,
  ScanReporter,
} from "./report/index.ts";
export { fileResults, htmlScan, prettyScan, publicScan, sarifScan } from "./report/index.ts";
