import { computeSha256 } from "../../platform/index.ts";
import { trendAfter, type Viewer } from "../../registry/contract/index.ts";
import { timestampAt } from "../accounts/index.ts";
import { locate } from "./describe.ts";
import { placeSkill } from "./index-skill.ts";
import type { MarketPorts } from "./ports.ts";

/**
 * Counts a download once for each account, or address without one, a day and version. Of them only a digest is kept,
 * and not for long.
 */
export async function countDownload(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
): Promise<boolean> {
  const { skill, row } = await locate(ports, viewer, name, version);
  const day = timestampAt(ports.clock).slice(0, 10);
  const client = computeSha256(`${day} ${clientOf(viewer)}`).slice(0, 32);
  return await ports.database.query.transaction().execute(async (transaction) => {
    const added = await transaction
      .insertInto("market_downloads")
      .values({ version_id: row.id, day, client })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (Number(added.numInsertedOrUpdatedRows ?? 0) === 0) return false;
    await transaction
      .updateTable("market_versions")
      .set((set) => ({ downloads: set("downloads", "+", 1) }))
      .where("id", "=", row.id)
      .execute();
    await transaction
      .updateTable("market_skills")
      .set((set) => ({ downloads: set("downloads", "+", 1) }))
      .where("id", "=", skill.row.id)
      .execute();
    const { trend } = await transaction
      .selectFrom("market_skills")
      .select("trend")
      .where("id", "=", skill.row.id)
      .executeTakeFirstOrThrow();
    await transaction
      .updateTable("market_skills")
      .set({ trend: trendAfter(trend, ports.clock.now()) })
      .where("id", "=", skill.row.id)
      .execute();
    await placeSkill(transaction, skill.row.id);
    return true;
  });
}

/** An account counts once wherever it asks from, else addresses could be collected. */
function clientOf({ userId, client = "" }: Viewer): string {
  return userId === undefined ? `address ${client}` : `account ${userId}`;
}
