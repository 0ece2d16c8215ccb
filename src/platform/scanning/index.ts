export { openScanEngines, type ScanEngines } from "./engines.ts";
