/** Everything that is fuzzed. A new target is a file here and a line below. */
import type { FuzzTarget } from "../target.ts";
import { archiveBytesTarget, archiveEntriesTarget } from "./archive.ts";
import { configTarget } from "./config.ts";
import { convertTarget } from "./convert.ts";
import { documentTarget } from "./document.ts";
import { fixTarget } from "./fix.ts";
import { httpTarget } from "./http.ts";
import { lockTarget } from "./lock.ts";
import { mcpTarget } from "./mcp.ts";
import { readTarget } from "./read.ts";
import { scanTarget } from "./scan.ts";
import { workflowTarget } from "./workflow.ts";

export const fuzzTargets: readonly FuzzTarget[] = [
  readTarget,
  fixTarget,
  convertTarget,
  scanTarget,
  archiveEntriesTarget,
  archiveBytesTarget,
  documentTarget,
  lockTarget,
  workflowTarget,
  configTarget,
  mcpTarget,
  httpTarget,
];
