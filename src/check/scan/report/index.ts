export { htmlScan } from "./html.ts";
export { jsonScan, type PublicFinding, type PublicScan, publicScan } from "./json.ts";
export { prettyScan } from "./pretty.ts";
export { diagnosticOf, fileResults, sarifScan } from "./sarif.ts";
export type { ScannedSkill, ScanReportContext, ScanReporter } from "./scanned.ts";
