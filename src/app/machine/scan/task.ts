import {
  type Feed,
  knownBadRule,
  scan,
  type ScannedSkill,
  type ScanPorts,
  type ScanRule,
  scanRules,
  type ScanTier,
} from "../../../check/scan/index.ts";
import { expectLargePatterns, type FoundFile, sha256Of } from "../../../platform/index.ts";
import type { Task } from "../threads/task.ts";
import { contentOf } from "./content.ts";
import type { ScanTaskOptions } from "./options.ts";
import { openScanEngines } from "../../../platform/scanning/index.ts";

export function createScanTask(options: ScanTaskOptions): Task<ScannedSkill> {
  expectLargePatterns();
  const ports = openScanEngines();
  const rules = rulesWith(options.feeds);
  return {
    work: (file) => scanOne(file, options.tier, rules, ports),
    pack: (skill) => JSON.stringify(skill),
    unpack: (text) => JSON.parse(text) as ScannedSkill,
  };
}

/** The rules, and one for what the feeds list. */
export function rulesWith(feeds: readonly Feed[]): readonly ScanRule[] {
  return feeds.length === 0 ? scanRules : [...scanRules, knownBadRule(feeds, sha256Of)];
}

async function scanOne(
  file: FoundFile,
  tier: ScanTier,
  rules: readonly ScanRule[],
  ports: ScanPorts,
): Promise<ScannedSkill> {
  const { files, directory, path } = contentOf(file);
  const report = await scan({ files, directory, ports }, { tier, rules });
  return { path, report };
}
