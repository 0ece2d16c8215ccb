/** Fills the tables of a registry as publishing would, without the scan of each: that takes hours for 100,000. */
import { type Insertable, type Kysely, sql } from "kysely";
import { toSkeleton } from "../../src/registry/contract/index.ts";
import type { Database, Tables } from "../../src/hub/data/index.ts";
import { marketWords } from "../../src/hub/registry/words.ts";
import { fillSearch } from "../../src/hub/registry/search/fill.ts";
import { readSkill } from "../../src/skill/index.ts";
import { createRandom, generateSkill } from "../generate.ts";

const BATCH = 250;
const SKILLS_A_PUBLISHER = 40;
const TIERS = ["experimental", "experimental", "experimental", "community", "verified"] as const;
const MOMENT = "2026-01-01T00:00:00.000Z";

/** What a published skill says. */
export interface PublishedText {
  readonly slug: string;
  readonly description: string;
  readonly body: string;
  readonly dialect: string;
}

interface FillOptions {
  /** Default: true. */
  readonly isIndexed?: boolean;
}

/** Generated skills; gives their names. */
export async function fillRegistry(
  database: Database,
  count: number,
  seed: number,
  options: FillOptions = {},
): Promise<readonly string[]> {
  return await fillSkills(database, count, (index) => generatedAt(index, seed), options);
}

export async function fillSkills(
  database: Database,
  count: number,
  textAt: (index: number) => PublishedText,
  { isIndexed = true }: FillOptions = {},
): Promise<readonly string[]> {
  const { query, kind } = database;
  const slugs: string[] = [];
  await query.transaction().execute(async (transaction) => {
    const publishers = Math.ceil(count / SKILLS_A_PUBLISHER);
    for (let index = 0; index < publishers; index += 1) await addPublisher(transaction, index);
    for (let start = 0; start < count; start += BATCH) {
      const indexes = Array.from(
        { length: Math.min(BATCH, count - start) },
        (_, offset) => start + offset,
      );
      const rows = indexes.map((index) => rowsAt(index, textAt(index)));
      slugs.push(...rows.map(({ skill }) => skill.slug));
      await transaction
        .insertInto("market_skills")
        .values(rows.map(({ skill }) => skill))
        .execute();
      await transaction
        .insertInto("market_versions")
        .values(rows.map(({ version }) => version))
        .execute();
      await transaction
        .insertInto("market_facets")
        .values(
          rows.flatMap(({ skill, facets }) =>
            facets.map((facet) => ({ facet, skill_id: skill.id })),
          ),
        )
        .execute();
    }
  });
  if (isIndexed) await fillSearch(database);
  await sql.raw(kind === "sqlite" ? "analyze" : "vacuum analyze").execute(query);
  return slugs;
}

async function addPublisher(query: Kysely<Tables>, index: number): Promise<void> {
  await query
    .insertInto("market_publishers")
    .values({
      handle: `publisher-${index}`,
      skeleton: toSkeleton(`publisher-${index}`),
      display_name: `publisher-${index}`,
      user_id: null,
      team_id: null,
      is_official: 0,
      reputation: 0,
      created_at: MOMENT,
    })
    .execute();
}

interface Rows {
  readonly skill: Insertable<Tables["market_skills"]>;
  readonly version: Insertable<Tables["market_versions"]>;
  readonly facets: readonly string[];
}

/** A name by the rule of the registry, as near to the generated one as can be. */
function slugOf(folder: string, index: number): string {
  const start = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .slice(0, 50)
    .replaceAll(/^-|-$/gu, "");
  return `${start === "" ? "skill" : start}-${index}`;
}

export function generatedAt(index: number, seed: number): PublishedText {
  const random = createRandom(seed ^ Math.imul(index + 1, 0x9e3779b1));
  const { files, dir } = generateSkill(random, { traits: new Set() });
  const manifest = files.find(({ path }) => path === "SKILL.md");
  const { value } = readSkill(manifest?.content ?? "", { path: "SKILL.md" });
  return {
    slug: slugOf(dir, index),
    description: value?.skill.guidance.description ?? "",
    body: value?.skill.body ?? "",
    dialect: value?.dialect.id ?? "",
  };
}

function rowsAt(index: number, { slug, description, body, dialect }: PublishedText): Rows {
  const tier = TIERS[index % TIERS.length] ?? "experimental";
  const permissions = index % 3 === 0 ? ["network:read"] : [];
  const facets = [
    `dialect=${dialect}`,
    `tier=${tier}`,
    ...permissions.map((one) => `permission=${one}`),
  ];
  const downloads = Math.floor(10_000 / (1 + (index % 997)));
  const words = [...new Set(marketWords(body))].slice(0, 300).join(" ");
  const id = `skill-${index}`;
  const publisher = `publisher-${Math.floor(index / SKILLS_A_PUBLISHER)}`;
  return {
    facets,
    skill: {
      id,
      publisher,
      slug,
      skeleton: toSkeleton(slug),
      plain_name: slug,
      display_name: slug,
      summary: description,
      topics: "[]",
      visibility: "public",
      latest_id: `version-${index}`,
      is_listed: 1,
      tier,
      tags: JSON.stringify({ latest: "1.0.0" }),
      deprecation: null,
      fork_of: null,
      downloads,
      stars: 0,
      rating_sum: 0,
      ratings: 0,
      rating: 0,
      versions: 1,
      trend: 0,
      quality: 200 + Math.floor(Math.log2(1 + downloads)) * 15 + TIERS.indexOf(tier) * 50,
      created_at: MOMENT,
      updated_at: MOMENT,
      deleted_at: null,
    },
    version: {
      id: `version-${index}`,
      skill_id: id,
      version: "1.0.0",
      version_key: "1.0.0",
      state: "listed",
      held_by: "registry",
      tier,
      claimed_tier: null,
      name: slug,
      description,
      author: null,
      changelog: "",
      license: null,
      dialect,
      permissions: JSON.stringify(permissions),
      works_on: "[]",
      topics: "[]",
      dependencies: "[]",
      frontmatter: "{}",
      source: null,
      deprecation: null,
      files: "[]",
      size: 0,
      tree: "",
      content_digest: "",
      fingerprint: "",
      package_key: null,
      folder_digest: "",
      folder_size: 0,
      flat_digest: "",
      flat_size: 0,
      signature: null,
      body_words: words,
      audit: "{}",
      downloads,
      published_by: publisher,
      created_at: MOMENT,
    },
  };
}
