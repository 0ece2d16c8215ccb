export { openScanEngines } from "./engines.ts";
