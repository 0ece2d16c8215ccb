import type { RequirementName } from "../../skill/index.ts";
import type { Reason } from "./reasons.ts";
import type { Step } from "./recorder.ts";

/** By list of requirements, the names that are not met. */
export type MissingRequirements = { readonly [Name in RequirementName]?: readonly string[] };

export interface Verdict {
  readonly isEligible: boolean;
  readonly reasons: readonly Reason[];
  readonly missing: MissingRequirements;
  /** Hosts that can serve it; on this machine, the nodes that stand in for it. */
  readonly hosts: readonly string[];
  /** Only where a recorder listened. */
  readonly steps?: readonly Step[];
}

const NOTHING: MissingRequirements = {};
const NONE: readonly never[] = [];

/** Most skills end here, so that they share it. */
export const eligible: Verdict = {
  isEligible: true,
  reasons: NONE,
  missing: NOTHING,
  hosts: NONE,
};

export function eligibleOn(hosts: readonly string[]): Verdict {
  return { isEligible: true, reasons: NONE, missing: NOTHING, hosts };
}

export function excluded(
  reasons: readonly Reason[],
  missing: MissingRequirements = NOTHING,
  hosts: readonly string[] = NONE,
): Verdict {
  return { isEligible: false, reasons, missing, hosts };
}
