import type { SkillRequests, Viewer } from "../../registry/contract/index.ts";
import { findForChange } from "./find.ts";
import type { MarketPorts } from "./ports.ts";
import { promotionsOf } from "./promotions.ts";
import { reportsOf } from "./report-rows.ts";

/** What was asked about a skill, and what became of it; for its publisher and moderators. */
export async function listSkillRequests(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
): Promise<SkillRequests> {
  const { row, member } = await findForChange(ports, viewer, name, "publisher", {
    mayBeDeleted: true,
  });
  const { query } = ports.database;
  const [promotions, reports] = await Promise.all([
    promotionsOf(query, row.id),
    reportsOf(ports, query, row.id),
  ]);
  return {
    promotions,
    // What somebody wrote in a report may tell who it was.
    reports: member.isModerator
      ? reports
      : reports.map((one) => (one.kind === "report" ? { ...one, text: "", by: undefined } : one)),
  };
}
