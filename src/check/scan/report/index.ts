export { htmlScan } from "./html.ts";
export { jsonScan } from "./json.ts";
export { prettyScan } from "./pretty.ts";
export { diagnosticOf, sarifScan } from "./sarif.ts";
export type { ScannedSkill, ScanReportContext, ScanReporter } from "./scanned.ts";
