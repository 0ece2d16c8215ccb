/** Scans a whole skill for what is dangerous in it. Nothing is executed or fetched, and it runs in a browser. */
export { type ScanOptions, type ScanReport, scan } from "./engine.ts";
export type { ScanFinding } from "./finding.ts";
export type { ScanPorts } from "./ports.ts";
export { htmlScan, jsonScan, prettyScan, sarifScan, type ScannedSkill } from "./report/index.ts";
export type { ScanFile, ScanInput } from "./skill-files.ts";
export type { ScanTier, ScanVerdict } from "./verdict.ts";
