import type { ScanRule } from "../rule.ts";

/** Every rule of the scanner; a new one is a line here. */
export const scanRules: readonly ScanRule[] = [];
