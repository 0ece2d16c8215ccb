import { type Dialect, type GatingRules, openGating } from "../../skill/index.ts";

/** The rules of a dialect; where it has none, nothing stands in the way. */
export function gatesOf(dialect: Dialect): GatingRules {
  return dialect.gating ?? openGating;
}
