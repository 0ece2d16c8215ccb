export type { AppliedBaseline, Digest } from "./apply.ts";
export { acceptFindings, openBaseline } from "./apply.ts";
export type { Baseline, BaselineEntry } from "./format.ts";
export { baselineSchema, readBaseline, writeBaseline } from "./format.ts";
