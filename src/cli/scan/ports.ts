import type { ScanPorts } from "../../check/scan/index.ts";
import { TreeSitterReader } from "../../platform/syntax/index.ts";

/** The engines of this machine; grammars are loaded when a skill first needs them. */
export function scanPorts(): ScanPorts {
  return { syntax: new TreeSitterReader() };
}
