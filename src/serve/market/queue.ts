import { sql } from "kysely";
import type { Page, PageRequest, VersionRecord, Viewer } from "../../registry/market/index.ts";
import { decodeCursor, encodeCursor, limitOf } from "./cursor.ts";
import type { MarketPorts } from "./ports.ts";
import { toVersion } from "./records.ts";
import { requireModerator } from "./viewer.ts";

/** Versions in a state that moderators decide on, the oldest first. */
export async function listQueue(
  ports: MarketPorts,
  viewer: Viewer,
  request: PageRequest & { readonly state?: "in-review" | "quarantined" } = {},
): Promise<Page<VersionRecord>> {
  requireModerator(viewer);
  const limit = limitOf(request);
  const [at, id] = decodeCursor(request.cursor, ["string", "string"]);
  const rows = await ports.database.query
    .selectFrom("market_versions")
    .innerJoin("market_skills", "market_skills.id", "market_versions.skill_id")
    .selectAll("market_versions")
    .select(["market_skills.slug", "market_skills.publisher"])
    .where("market_versions.state", "=", request.state ?? "in-review")
    .where("market_skills.deleted_at", "is", null)
    .$if(at !== undefined, (found) =>
      found.where(
        sql<boolean>`(market_versions.created_at, market_versions.id) > (${String(at)}, ${String(id)})`,
      ),
    )
    .orderBy("market_versions.created_at")
    .orderBy("market_versions.id")
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => toVersion(row, row)),
    cursor:
      rows.length > limit && last !== undefined
        ? encodeCursor([last.created_at, last.id])
        : undefined,
  };
}
