export type {
  Acceptance,
  Accepted,
  AppliedBaseline,
  BaselineOptions,
  BaselineResult,
  Digest,
  ScannedSkill,
} from "./apply.ts";
export { acceptFindings, evidenceOf, openBaseline } from "./apply.ts";
export { type BaselineCode, baselineCodes } from "./diagnostics.ts";
export type { Baseline, BaselineEntry } from "./format.ts";
export { BASELINE_FILE, baselineSchema, readBaseline, writeBaseline } from "./format.ts";
