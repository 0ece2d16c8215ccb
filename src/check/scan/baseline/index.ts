export type { Acceptance, AppliedBaseline, BaselineOptions, Digest } from "./apply.ts";
export { acceptFindings, evidenceOf, openBaseline } from "./apply.ts";
export type { Baseline, BaselineEntry } from "./format.ts";
export { BASELINE_FILE, baselineSchema, readBaseline, writeBaseline } from "./format.ts";
