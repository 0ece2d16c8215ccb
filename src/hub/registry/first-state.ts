import type { ReviewState } from "../../registry/contract/index.ts";
import { type Candidate, findEarlierCases } from "./earlier-cases.ts";
import type { Query } from "./ports.ts";
import type { KeptAudit } from "./records.ts";

/** What the audit makes of a version that nobody has looked at. */
export function stateFor(
  isDraft: boolean,
  { kept: { verdict } }: { readonly kept: Pick<KeptAudit, "verdict"> },
  needsPerson: boolean,
): ReviewState {
  if (isDraft) return "draft";
  if (verdict === "block") return "quarantined";
  return verdict === "review" || needsPerson ? "in-review" : "listed";
}

/** Publishers read it: what it resembles is for moderators to know. */
const LOOKED_AT = "A moderator looks at it before it is listed.";

/** Why a person looks at a version first, whatever its audit says; undefined: nobody needs to. */
export async function holdOf(
  query: Query,
  candidate: Candidate,
  isNewSkill: boolean,
): Promise<string | undefined> {
  if (!isNewSkill && (await isWatched(query, candidate.skill_id))) return LOOKED_AT;
  return (await findEarlierCases(query, candidate)).length > 0 ? LOOKED_AT : undefined;
}

/**
 * Whether a moderator keeps another version of the skill from everybody, or is to decide over one, also since its
 * publisher appealed. The same files under a new number would bring it back, so a person looks at each until that is
 * settled.
 */
async function isWatched(query: Query, skillId: string): Promise<boolean> {
  const held = await query
    .selectFrom("market_versions")
    .select("id")
    .where("skill_id", "=", skillId)
    .where("state", "in", ["quarantined", "in-review"])
    .where("held_by", "=", "moderator")
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}
