import {
  marketCodes,
  marketRefusal,
  type PublisherRecord,
  type Viewer,
} from "../../registry/contract/index.ts";
import { changeState } from "./change-state.ts";
import { actorOf } from "./find.ts";
import type { MarketPorts } from "./ports.ts";
import { findPublisher } from "./publishers.ts";
import { toPublisher } from "./records.ts";
import { requireModerator } from "./viewer.ts";

/**
 * Shuts a publisher out: nothing new comes from it, and what others could get of it goes into quarantine. Letting
 * it in again brings nothing back by itself, since somebody has to have looked at each version.
 */
export async function setBan(
  ports: MarketPorts,
  viewer: Viewer,
  handle: string,
  { isBanned, reason }: { readonly isBanned: boolean; readonly reason: string },
): Promise<PublisherRecord> {
  const member = requireModerator(viewer);
  if (reason.trim() === "")
    throw marketRefusal(marketCodes.invalid, "A ban needs a reason.", {
      path: ["reason"],
    });
  const actor = await actorOf(ports, member);
  const { query } = ports.database;
  await query.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("market_publishers")
      .set({ ban_reason: isBanned ? reason : null })
      .where("handle", "=", handle)
      .execute();
    await findPublisher(transaction, handle);
    if (!isBanned) return;
    const skills = await transaction
      .selectFrom("market_skills")
      .selectAll()
      .where("publisher", "=", handle)
      .execute();
    for (const skill of skills) {
      const versions = await transaction
        .selectFrom("market_versions")
        .select("id")
        .where("skill_id", "=", skill.id)
        .where("state", "in", ["listed", "yanked", "in-review"])
        .execute();
      for (const { id } of versions)
        await changeState(ports, transaction, skill, id, {
          event: "quarantine",
          by: "moderator",
          actor,
          reason,
        });
    }
  });
  return toPublisher(await findPublisher(query, handle));
}
