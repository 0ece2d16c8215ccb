import { type Dialect, type GatingRules, openGating } from "../../skill/index.ts";

/** Of a system that says nothing of machines and settings: what reads and is valid is loaded. */
const VALID_ALONE: GatingRules = { ...openGating, needsValid: true };

/** The rules of a dialect; where it has none, nothing but its own form stands in the way of a file. */
export function gatesOf(dialect: Dialect): GatingRules {
  return dialect.gating ?? VALID_ALONE;
}
