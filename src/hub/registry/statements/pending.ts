import type { Query } from "../ports.ts";

/** Notes that something is to be stated of a version, or of its skill, in the transaction that changes it. */
export async function markPending(
  query: Query,
  skillId: string,
  version: string | undefined,
): Promise<void> {
  const found =
    version === undefined
      ? { id: "" }
      : await query
          .selectFrom("market_versions")
          .select("id")
          .where("skill_id", "=", skillId)
          .where("version", "=", version)
          .executeTakeFirst();
  if (found === undefined) return;
  await query
    .insertInto("market_pending")
    .values({ skill_id: skillId, version_id: found.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The same of a skill and of all of its versions. */
export async function markAllPending(query: Query, skillId: string): Promise<void> {
  const rows = await query
    .selectFrom("market_versions")
    .select("id")
    .where("skill_id", "=", skillId)
    .execute();
  for (const id of ["", ...rows.map((row) => row.id)])
    await query
      .insertInto("market_pending")
      .values({ skill_id: skillId, version_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
