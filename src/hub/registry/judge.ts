import {
  isGiven,
  type Judgement,
  newestFirst,
  type VersionJudgement,
  type Viewer,
} from "../../registry/contract/index.ts";
import { findKnown, type FoundSkill, noSkill, noVersion, versionRow } from "./find.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { toSummaries, toVersion, type VersionRow } from "./records.ts";

/** Those who have a version want to know what is wrong with it most of all when it is kept from everybody. */
export async function judge(
  ports: MarketPorts,
  viewer: Viewer,
  name: string,
  version: string,
): Promise<Judgement> {
  const { query } = ports.database;
  const found = await findKnown(ports, viewer, name);
  const row =
    (await versionRow(query, found.row, version)) ??
    (version === "latest" ? await newestHeld(query, found) : undefined);
  const isHidden = found.row.is_listed === 0 && !found.seesAll;
  if (row === undefined || !isTold(found, row))
    throw isHidden ? noSkill(name) : noVersion(found.row.slug, version);
  const [summary] = await toSummaries(query, [found.row]);
  if (summary === undefined) throw new Error("A skill has no summary.");
  return {
    // What a skill in quarantine says of itself may be what it was put there for.
    skill: isHidden ? { ...summary, summary: "", topics: [], latest: undefined } : summary,
    isDeleted: found.row.deleted_at !== null,
    version: toJudgement(found, row),
  };
}

function isTold({ seesAll }: FoundSkill, { state, held_by }: VersionRow): boolean {
  return seesAll || isGiven(state, held_by) || state === "quarantined";
}

/** The one for which the skill is not offered: in quarantine, or else yanked. */
async function newestHeld(query: Query, { row }: FoundSkill): Promise<VersionRow | undefined> {
  const rows = await query
    .selectFrom("market_versions")
    .selectAll()
    .where("skill_id", "=", row.id)
    .where("state", "in", ["quarantined", "yanked"])
    .execute();
  const newest = newestFirst(rows);
  return newest.find(({ state }) => state === "quarantined") ?? newest[0];
}

function toJudgement(found: FoundSkill, row: VersionRow): VersionJudgement {
  const record = toVersion(found.row, row);
  const { version, state, tier, createdAt, archives, fingerprint, signature, source } = record;
  const byPerson = state === "quarantined" && row.held_by === "moderator";
  const reason = byPerson ? "A moderator has put it into quarantine." : record.audit.reason;
  return {
    version,
    state,
    tier,
    createdAt,
    archives,
    fingerprint,
    signature,
    source,
    audit: { ...record.audit, reason },
    fileCount: record.files.length,
  };
}
