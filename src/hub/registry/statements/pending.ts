import type { Query } from "../ports.ts";

/** Notes that something is to be stated of versions of a skill, in the transaction that changes them. */
export async function markPending(
  query: Query,
  skillId: string,
  wanted: { readonly ids: readonly string[] } | { readonly version: string },
): Promise<void> {
  await query
    .insertInto("market_pending")
    .columns(["skill_id", "version_id"])
    .expression((from) => {
      const versions = from
        .selectFrom("market_versions")
        .select(["skill_id", "id"])
        .where("skill_id", "=", skillId);
      return "ids" in wanted
        ? versions.where("id", "in", wanted.ids)
        : versions.where("version", "=", wanted.version);
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The same of the skill itself. */
export async function markSkillPending(query: Query, skillId: string): Promise<void> {
  await query
    .insertInto("market_pending")
    .values({ skill_id: skillId, version_id: "" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
