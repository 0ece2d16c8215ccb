import { sql } from "kysely";
import {
  type Page,
  type QueueRequest,
  readSkillName,
  type VersionRecord,
  type Viewer,
} from "../../registry/contract/index.ts";
import { findEarlierCases } from "./earlier-cases.ts";
import { findLookAlikes } from "./look-alikes.ts";
import type { MarketPorts } from "./ports.ts";
import { toVersion } from "./records.ts";
import { afterPage, rowsOfPage, toPage } from "./requests.ts";
import { requireModerator } from "./viewer.ts";

/** Versions in a state that moderators decide on, the oldest first. */
export async function listQueue(
  ports: MarketPorts,
  viewer: Viewer,
  request: QueueRequest = {},
): Promise<Page<VersionRecord>> {
  requireModerator(viewer);
  const rows = await ports.database.query
    .selectFrom("market_versions")
    .innerJoin("market_skills", "market_skills.id", "market_versions.skill_id")
    .selectAll("market_versions")
    .select(["market_skills.slug", "market_skills.publisher"])
    .where("market_versions.state", "=", request.state ?? "in-review")
    .where("market_skills.deleted_at", "is", null)
    .$if(request.isAppealed !== undefined, (found) =>
      found.where(
        sql<boolean>`(select count(*) from market_reports
          where market_reports.version_id = market_versions.id
          and market_reports.kind = 'appeal' and market_reports.state = 'open')
          ${request.isAppealed === true ? sql`> 0` : sql`= 0`}`,
      ),
    )
    .where(afterPage("market_versions", request))
    .orderBy("market_versions.created_at")
    .orderBy("market_versions.id")
    .limit(rowsOfPage(request))
    .execute();
  const page = toPage(request, rows, (row) => toVersion(row, row));
  const items: VersionRecord[] = [];
  for (const item of page.items) {
    const { publisher = "", slug = item.slug } = readSkillName(item.fullName) ?? {};
    const row = rows.find(({ id }) => id === item.id);
    const lookAlikes = await findLookAlikes(ports.database.query, { slug, publisher }, viewer);
    const earlierCases = row && (await findEarlierCases(ports.database.query, row));
    items.push({ ...item, lookAlikes, ...(earlierCases === undefined ? {} : { earlierCases }) });
  }
  return { ...page, items };
}
