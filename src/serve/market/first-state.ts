import type { ReviewState } from "../../registry/market/index.ts";
import type { KeptAudit } from "./records.ts";

/** What the audit makes of a version that nobody has looked at. */
export function stateFor(
  isDraft: boolean,
  { kept: { verdict } }: { readonly kept: Pick<KeptAudit, "verdict"> },
): ReviewState {
  if (isDraft) return "draft";
  return verdict === "block" ? "quarantined" : verdict === "review" ? "in-review" : "listed";
}
