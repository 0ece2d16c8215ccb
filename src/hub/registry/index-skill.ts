import { prerelease } from "semver";
import type { Clock } from "../../platform/machine/index.ts";
import {
  isGiven,
  newestFirst,
  computeQuality,
  computeReputation,
} from "../../registry/contract/index.ts";
import { timestampAt } from "../accounts/index.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { fromJson, type SkillRow, type VersionRow } from "./records.ts";
import { writeTerms } from "./search/write-terms.ts";

type Data = Pick<MarketPorts, "database">;

/** The newest version that nobody has to be warned of, as package managers choose it. */
function latestOf<T extends { readonly version: string }>(versions: readonly T[]): T | undefined {
  const newest = newestFirst(versions);
  return newest.find(({ version }) => prerelease(version) === null) ?? newest[0];
}

/**
 * Brings everything up to date that follows from the versions of a skill: which is the latest, what lists say
 * of it, and by which words it is found. Runs in the transaction of whatever changed them.
 */
export async function refreshSkill(
  { database }: Data,
  query: Query,
  skillId: string,
): Promise<void> {
  const skill = await query
    .selectFrom("market_skills")
    .selectAll()
    .where("id", "=", skillId)
    .executeTakeFirstOrThrow();
  const versions = await query
    .selectFrom("market_versions")
    .select(["id", "version", "state", "held_by"])
    .where("skill_id", "=", skillId)
    .execute();
  // What users have reported stays the latest: in its place they would bring back what it mended.
  const chosen = latestOf(
    versions.filter(({ state, held_by }) => state !== "yanked" && isGiven(state, held_by)),
  );
  const latest =
    chosen &&
    (await query
      .selectFrom("market_versions")
      .selectAll()
      .where("id", "=", chosen.id)
      .executeTakeFirstOrThrow());
  const isListed =
    latest?.state === "listed" && skill.deleted_at === null && skill.merged_into === null;
  await query
    .updateTable("market_skills")
    .set({
      latest_id: latest?.id ?? null,
      is_listed: isListed ? 1 : 0,
      ...(latest === undefined
        ? {}
        : { tier: latest.tier, summary: latest.description, topics: latest.topics }),
      tags: tagsOf(skill, versions, latest?.version),
      versions: versions.filter(({ state }) => isGiven(state)).length,
    })
    .where("id", "=", skillId)
    .execute();
  await writeFacets(query, skillId, isListed ? facetsOf(latest) : []);
  await writeTerms(database.kind, query, [skillId]);
  await placeSkill(query, skillId);
}

/** Words that stand for versions which somebody may hear of; `latest` follows by itself. */
function tagsOf(
  skill: SkillRow,
  versions: readonly Pick<VersionRow, "version" | "state">[],
  latest: string | undefined,
): string {
  const told = new Set(
    versions
      .filter(({ state }) => isGiven(state) || state === "in-review")
      .map(({ version }) => version),
  );
  const { latest: _before, ...others } = fromJson<Record<string, string>>(skill.tags);
  return JSON.stringify({
    ...(latest === undefined ? {} : { latest }),
    ...Object.fromEntries(Object.entries(others).filter(([, version]) => told.has(version))),
  });
}

/** A skill is found by so many of its permissions; each of them is counted in every search. */
const MOST_PERMISSIONS = 50;

function facetsOf(version: VersionRow): readonly string[] {
  const permissions = fromJson<readonly string[]>(version.permissions).slice(0, MOST_PERMISSIONS);
  return [
    ...new Set([
      `dialect=${version.dialect}`,
      `tier=${version.tier}`,
      ...permissions.flatMap((permission) => [
        `permission=${permission}`,
        // Without its scope, so that `network:read` finds every one that reads the network.
        `permission=${permission.split(":", 2).join(":")}`,
      ]),
      ...fromJson<readonly string[]>(version.works_on).map((system) => `works-on=${system}`),
      ...fromJson<readonly string[]>(version.topics).map((topic) => `topic=${topic}`),
    ]),
  ];
}

async function writeFacets(
  query: Query,
  skillId: string,
  facets: readonly string[],
): Promise<void> {
  await query.deleteFrom("market_facets").where("skill_id", "=", skillId).execute();
  if (facets.length > 0)
    await query
      .insertInto("market_facets")
      .values(facets.map((facet) => ({ facet, skill_id: skillId })))
      .execute();
}

/** Gives a skill the quality that its standing earns. */
export async function placeSkill(query: Query, skillId: string): Promise<void> {
  await placeSkills(query, [skillId]);
}

/** Where a skill stays, there is nothing to write: so for most downloads. */
export async function placeSkills(query: Query, skillIds: readonly string[]): Promise<void> {
  const rows = await query
    .selectFrom("market_skills")
    .innerJoin("market_publishers", "market_publishers.handle", "market_skills.publisher")
    .select([
      "market_skills.id",
      "tier",
      "downloads",
      "stars",
      "rating_sum",
      "ratings",
      "deprecation",
      "quality",
      "reputation",
      "is_official",
    ])
    .where("market_skills.id", "in", skillIds)
    .execute();
  for (const row of rows) {
    const quality = computeQuality({
      tier: row.tier,
      downloads: row.downloads,
      stars: row.stars,
      ratingSum: row.rating_sum,
      ratings: row.ratings,
      reputation: row.reputation,
      isOfficial: row.is_official === 1,
      isDeprecated: row.deprecation !== null,
    });
    if (quality !== row.quality)
      await query.updateTable("market_skills").set({ quality }).where("id", "=", row.id).execute();
  }
}

/** What a publisher has earned. Whether it changed. */
export async function refreshReputation(query: Query, handle: string): Promise<boolean> {
  const tiers = await query
    .selectFrom("market_skills")
    .select((select) => ["tier", select.fn.countAll().as("count")])
    .where("publisher", "=", handle)
    .where("is_listed", "=", 1)
    .groupBy("tier")
    .execute();
  const listed = new Map(tiers.map(({ tier, count }) => [tier, Number(count)]));
  const states = await query
    .selectFrom("market_versions")
    .innerJoin("market_skills", "market_skills.id", "market_versions.skill_id")
    .select((select) => select.fn.countAll().as("count"))
    .where("market_skills.publisher", "=", handle)
    .where("market_versions.state", "=", "quarantined")
    .executeTakeFirstOrThrow();
  const upheld = await query
    .selectFrom("market_reports")
    .innerJoin("market_versions", "market_versions.id", "market_reports.version_id")
    .innerJoin("market_skills", "market_skills.id", "market_versions.skill_id")
    .select((select) => select.fn.countAll().as("count"))
    .where("market_skills.publisher", "=", handle)
    .where("market_reports.kind", "=", "report")
    .where("market_reports.state", "=", "upheld")
    .executeTakeFirstOrThrow();
  const rated = await query
    .selectFrom("market_publishers")
    .select(["raters", "rater_sum"])
    .where("handle", "=", handle)
    .executeTakeFirst();
  const reputation = computeReputation({
    verified: listed.get("verified") ?? 0,
    community: listed.get("community") ?? 0,
    ratingSum: rated?.rater_sum ?? 0,
    ratings: rated?.raters ?? 0,
    quarantined: Number(states.count),
    upheldReports: Number(upheld.count),
  });
  const { numUpdatedRows } = await query
    .updateTable("market_publishers")
    .set({ reputation })
    .where("handle", "=", handle)
    .where("reputation", "<>", reputation)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** What a publisher has earned; its skills move with it soon after. */
export async function refreshPublisher(
  { clock }: Pick<MarketPorts, "clock">,
  query: Query,
  handle: string,
): Promise<void> {
  if (await refreshReputation(query, handle)) await countSoon(clock, query, handle);
}

/** A publisher is counted anew at most this often, however many opinions come in. */
const COUNT_EVERY_MS = 60_000;

/** A request changes what it is about; what follows for everything else of a publisher is worked off behind it. */
export async function countSoon(clock: Clock, query: Query, handle: string): Promise<void> {
  const soon = timestampAt(clock, COUNT_EVERY_MS);
  await query
    .updateTable("market_publishers")
    .set({ count_at: soon })
    .where("handle", "=", handle)
    .where((where) => where.or([where("count_at", "is", null), where("count_at", ">", soon)]))
    .execute();
}
