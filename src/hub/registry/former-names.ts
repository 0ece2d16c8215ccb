/** Names that skills had before they were renamed, handed over or merged: they lead to them for good. */
import { toFullName } from "../../registry/contract/index.ts";
import { timestampAt } from "../accounts/index.ts";
import type { MarketPorts, Query } from "./ports.ts";
import type { SkillRow } from "./records.ts";

/** So many full names a skill can have had: all of them stand in the statement on it. */
export const MOST_FORMER_NAMES = 50;

/** The skills that had these names, by the names. */
export async function findFormer(
  query: Query,
  names: readonly string[],
): Promise<ReadonlyMap<string, SkillRow>> {
  if (names.length === 0) return new Map();
  const rows = await query
    .selectFrom("market_names")
    .innerJoin("market_skills", "market_skills.id", "market_names.skill_id")
    .selectAll("market_skills")
    .select("market_names.name as former")
    .where("market_names.name", "in", names)
    .execute();
  return new Map(rows.map(({ former, ...row }) => [former, row]));
}

/** The full names that a skill had before. */
export async function formerNames(query: Query, skillId: string): Promise<readonly string[]> {
  const rows = await query
    .selectFrom("market_names")
    .select("name")
    .where("skill_id", "=", skillId)
    .orderBy("created_at")
    .orderBy("name")
    .execute();
  return rows.map(({ name }) => name).filter((name) => name.startsWith("@"));
}

/** Lets names lead to a skill from now on. */
export async function keepNames(
  { clock }: Pick<MarketPorts, "clock">,
  query: Query,
  skillId: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names)
    await query
      .insertInto("market_names")
      .values({ name, skill_id: skillId, created_at: timestampAt(clock) })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ skill_id: skillId }))
      .execute();
}

export function namesOf({
  publisher,
  slug,
  plain_name: plain,
}: Pick<SkillRow, "publisher" | "slug" | "plain_name">): readonly string[] {
  return [toFullName(publisher, slug), ...(plain === null ? [] : [plain])];
}
