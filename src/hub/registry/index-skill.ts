import { type RawBuilder, sql } from "kysely";
import { prerelease } from "semver";
import { sha256Of } from "../../platform/index.ts";
import {
  isGiven,
  MOST_QUALITY,
  newestFirst,
  qualityOf,
  reputationOf,
} from "../../registry/contract/index.ts";
import type { DatabaseKind } from "../data/index.ts";
import type { MarketPorts, Query } from "./ports.ts";
import { fromJson, type SkillRow, type VersionRow } from "./records.ts";
import { marketWords } from "./words.ts";

type Data = Pick<MarketPorts, "database">;

/** A plain word for a facet, so that the index of words finds it like any other. */
export function facetWord(facet: string): string {
  return `f${sha256Of(facet).slice(0, 16)}`;
}

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
    .select(["id", "version", "state"])
    .where("skill_id", "=", skillId)
    .execute();
  const chosen = latestOf(versions.filter(({ state }) => state === "listed"));
  const latest =
    chosen &&
    (await query
      .selectFrom("market_versions")
      .selectAll()
      .where("id", "=", chosen.id)
      .executeTakeFirstOrThrow());
  const isListed = latest !== undefined && skill.deleted_at === null;
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
  await writeTexts(query, skill, latest);
  await placeSkill({ database }, query, skillId, true);
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

function facetsOf(version: VersionRow): readonly string[] {
  const permissions = fromJson<readonly string[]>(version.permissions);
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

async function writeTexts(
  query: Query,
  { id, slug, publisher, display_name }: SkillRow,
  latest: VersionRow | undefined,
): Promise<void> {
  const topics = latest === undefined ? [] : fromJson<readonly string[]>(latest.topics);
  const texts = {
    name: marketWords([slug, display_name, publisher].join(" ")).join(" "),
    about: marketWords([latest?.description ?? "", ...topics].join(" ")).join(" "),
    body: latest?.body_words ?? "",
    facets: latest === undefined ? "" : facetsOf(latest).map(facetWord).join(" "),
  };
  await query
    .insertInto("market_texts")
    .values({ skill_id: id, ...texts })
    .onConflict((conflict) => conflict.column("skill_id").doUpdateSet(texts))
    .execute();
}

/**
 * Gives a skill the place that its standing earns. Where neither the words nor the quality have changed,
 * there is nothing to do: that is so for most downloads.
 */
export async function placeSkill(
  { database: { kind } }: Data,
  query: Query,
  skillId: string,
  haveWordsChanged: boolean,
): Promise<void> {
  const row = await query
    .selectFrom("market_skills")
    .innerJoin("market_publishers", "market_publishers.handle", "market_skills.publisher")
    .select([
      "tier",
      "downloads",
      "stars",
      "rating_sum",
      "ratings",
      "deprecation",
      "quality",
      "is_listed",
      "reputation",
      "is_official",
    ])
    .where("market_skills.id", "=", skillId)
    .executeTakeFirstOrThrow();
  const quality = qualityOf({
    tier: row.tier,
    downloads: row.downloads,
    stars: row.stars,
    ratingSum: row.rating_sum,
    ratings: row.ratings,
    reputation: row.reputation,
    isOfficial: row.is_official === 1,
    isDeprecated: row.deprecation !== null,
  });
  if (!haveWordsChanged && quality === row.quality) return;
  await query.updateTable("market_skills").set({ quality }).where("id", "=", skillId).execute();
  if (haveWordsChanged || kind === "sqlite")
    await writeWords(kind, query, skillId, row.is_listed === 1 ? quality : undefined);
}

/** Leaves room for more skills than there will be. */
const PLACES = 2 ** 32;

/** Without a quality the skill is found no more. */
async function writeWords(
  kind: DatabaseKind,
  query: Query,
  skillId: string,
  quality: number | undefined,
): Promise<void> {
  if (kind === "postgres") {
    // Where the words stand does not matter, and without that they take half of the room.
    const from = (columns: string): RawBuilder<unknown> =>
      quality === undefined
        ? sql`null`
        : sql`(select strip(to_tsvector('simple', ${sql.raw(columns)}))
            from market_texts where skill_id = ${skillId})`;
    await sql`update market_skills set words = ${from("name || ' ' || about || ' ' || body")},
      name_words = ${from("name")}, facet_words = ${from("facets")} where id = ${skillId}`.execute(
      query,
    );
    return;
  }
  await sql`delete from market_words where rowid =
    (select position from market_skills where id = ${skillId})`.execute(query);
  if (quality === undefined) {
    await sql`update market_skills set position = null where id = ${skillId}`.execute(query);
    return;
  }
  const before = (MOST_QUALITY - quality) * PLACES;
  await sql`update market_skills set position = ${before} + number where id = ${skillId}`.execute(
    query,
  );
  await sql`insert into market_words (rowid, name, about, body, facets)
    select position, name, about, body, facets
    from market_skills join market_texts on skill_id = id where id = ${skillId}`.execute(query);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

/** What a publisher has earned; skills move with it where it changed. */
export async function refreshPublisher(
  ports: Data,
  query: Query,
  handle: string,
  isForced = false,
): Promise<void> {
  const skills = await query
    .selectFrom("market_skills")
    .select(["id", "tier", "is_listed", "rating_sum", "ratings"])
    .where("publisher", "=", handle)
    .execute();
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
  const listed = skills.filter(({ is_listed }) => is_listed === 1);
  const reputation = reputationOf({
    verified: listed.filter(({ tier }) => tier === "verified").length,
    community: listed.filter(({ tier }) => tier === "community").length,
    ratingSum: sum(skills.map(({ rating_sum }) => rating_sum)),
    ratings: sum(skills.map(({ ratings }) => ratings)),
    quarantined: Number(states.count),
    upheldReports: Number(upheld.count),
  });
  const { numUpdatedRows } = await query
    .updateTable("market_publishers")
    .set({ reputation })
    .where("handle", "=", handle)
    .where("reputation", "<>", reputation)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0 && !isForced) return;
  for (const { id } of skills) await placeSkill(ports, query, id, false);
}
