export { htmlScan } from "./html.ts";
export { jsonScan, type PublicFinding, type PublicScan, publicScan } from "./json.ts";
export { prettyScan } from "./pretty.ts";
export { fileResults, sarifScan } from "./sarif.ts";
export type { ReportedSkill, ScannedSkill, ScanReporter } from "./scanned.ts";
