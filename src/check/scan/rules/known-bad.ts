import type { ScanRule } from "../rule.ts";
import { knownBadRule, SHIPPED_FEED } from "../feed/index.ts";

/** What public reports name; digests and other feeds are added by whoever scans. */
export const knownBad: ScanRule = knownBadRule([SHIPPED_FEED]);
