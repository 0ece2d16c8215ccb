import {
  marketCodes,
  marketRefusal,
  type PublisherRecord,
  type Viewer,
} from "../../registry/contract/index.ts";
import { quarantineOf } from "./change-state.ts";
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
  await query
    .updateTable("market_publishers")
    .set({ ban_reason: isBanned ? reason : null })
    .where("handle", "=", handle)
    .execute();
  const publisher = await findPublisher(query, handle);
  if (!isBanned) return toPublisher(publisher);
  const skills = await query
    .selectFrom("market_skills")
    .select("id")
    .where("publisher", "=", handle)
    .execute();
  const ids = skills.map(({ id }) => id);
  await quarantineOf(ports, ids, () => true, { by: "moderator", actor, reason });
  return toPublisher(await findPublisher(query, handle));
}
