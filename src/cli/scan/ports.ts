import type { ScanPorts } from "../../check/scan/index.ts";
import { openScanEngines } from "../../platform/scanning/index.ts";

/** The engines of this machine; each is loaded when a skill first needs it. */
export function scanPorts(): ScanPorts {
  return openScanEngines();
}
