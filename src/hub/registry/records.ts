import type { Selectable } from "kysely";
import {
  type BuildClaims,
  type ArchiveRecord,
  type AuditSummary,
  toFullName,
  type FileRecord,
  isGiven,
  isHeld,
  type PublisherRecord,
  type SignatureRecord,
  type SkillSummary,
  type VersionRecord,
  type VersionSummary,
} from "../../registry/contract/index.ts";
import type { Tier } from "../../registry/sign/index.ts";
import type { ReleaseJudgement } from "../../skill/compare/index.ts";
import type { Json } from "../../skill/index.ts";
import type { Tables } from "../data/index.ts";
import type { Query } from "./ports.ts";

export type PublisherRow = Selectable<Tables["market_publishers"]>;
export type SkillRow = Selectable<Tables["market_skills"]>;
export type VersionRow = Selectable<Tables["market_versions"]>;

export function toPublisher(row: PublisherRow): PublisherRecord {
  return {
    handle: row.handle,
    displayName: row.display_name,
    kind: row.team_id === null ? "user" : "team",
    isOfficial: row.is_official === 1,
    reputation: row.reputation,
    isBanned: row.ban_reason !== null,
    createdAt: row.created_at,
  };
}

/** What the audit of a version is kept as beside the version. */
export interface KeptAudit extends AuditSummary {
  readonly verdicts: Readonly<Record<Tier, "allow" | "review" | "block">>;
  /** Of the scanner; absent in audits from before it was kept. */
  readonly rules?: number;
}

/** Text that this program wrote into a column; its type is what was written. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T;
}

export const SUMMARY_COLUMNS = [
  "market_versions.id",
  "market_versions.version",
  "market_versions.state",
  "market_versions.held_by",
  "market_versions.tier",
  "market_versions.claimed_tier",
  "market_versions.changelog",
  "market_versions.license",
  "market_versions.dialect",
  "market_versions.permissions",
  "market_versions.works_on",
  "market_versions.deprecation",
  "market_versions.created_at",
  "market_versions.tree",
  "market_versions.size",
  "market_versions.stated_version",
] as const;

type SummaryRow = Pick<
  VersionRow,
  | "version"
  | "state"
  | "held_by"
  | "tier"
  | "claimed_tier"
  | "changelog"
  | "license"
  | "dialect"
  | "permissions"
  | "works_on"
  | "deprecation"
  | "created_at"
  | "tree"
  | "size"
  | "stated_version"
>;

/** Characters of what is new that lists show. */
const LISTED_CHANGELOG = 1000;

export function toVersionSummary(row: SummaryRow): VersionSummary {
  return {
    version: row.version,
    state: row.state,
    isHeld: row.state !== "listed" && isHeld(row.held_by),
    isGiven: isGiven(row.state, row.held_by),
    tier: row.tier,
    claimedTier: row.claimed_tier ?? undefined,
    changelog: row.changelog.slice(0, LISTED_CHANGELOG),
    license: row.license ?? undefined,
    dialect: row.dialect,
    permissions: fromJson<readonly string[]>(row.permissions),
    worksOn: fromJson<readonly string[]>(row.works_on),
    deprecation: row.deprecation ?? undefined,
    createdAt: row.created_at,
    tree: row.tree,
    size: row.size,
    statedVersion: row.stated_version ?? undefined,
  };
}

export function toVersion(
  skill: Pick<SkillRow, "slug" | "publisher">,
  row: VersionRow,
): VersionRecord {
  return {
    ...toVersionSummary(row),
    changelog: row.changelog,
    id: row.id,
    slug: skill.slug,
    fullName: toFullName(skill.publisher, skill.slug),
    name: row.name,
    description: row.description,
    author: row.author ?? undefined,
    semver: row.semver === null ? undefined : fromJson<ReleaseJudgement>(row.semver),
    files: fromJson<readonly FileRecord[]>(row.files),
    archives: {
      folder: toArchive(row.folder_digest, row.folder_size),
      flat: toArchive(row.flat_digest, row.flat_size),
    },
    contentDigest: row.content_digest,
    fingerprint: row.fingerprint,
    signature: row.signature === null ? undefined : fromJson<SignatureRecord>(row.signature),
    dependencies: fromJson<VersionRecord["dependencies"]>(row.dependencies),
    frontmatter: fromJson<Json>(row.frontmatter),
    source: row.source === null ? undefined : fromJson<Json>(row.source),
    provenance: row.provenance === null ? undefined : fromJson<BuildClaims>(row.provenance),
    publishedBy: row.published_by,
    downloads: row.downloads,
    audit: auditIn(row),
  };
}

/** What is told of an audit. */
export function auditIn({ audit: text }: Pick<VersionRow, "audit">): AuditSummary {
  const { verdicts: _verdicts, rules: _rules, ...audit } = fromJson<KeptAudit>(text);
  return audit;
}

/** Kept as hexadecimal digits alone. */
export function toArchive(sha256: string, size: number): ArchiveRecord {
  return {
    digest: `sha256:${sha256}`,
    integrity: `sha256-${Buffer.from(sha256, "hex").toString("base64")}`,
    size,
  };
}

/** Skills with their publishers and latest versions, in the order of the rows. */
export async function toSummaries(
  query: Query,
  rows: readonly SkillRow[],
): Promise<readonly SkillSummary[]> {
  if (rows.length === 0) return [];
  const latestIds = rows.flatMap(({ latest_id }) => (latest_id === null ? [] : [latest_id]));
  const [publishers, versions] = await Promise.all([
    query
      .selectFrom("market_publishers")
      .selectAll()
      .where("handle", "in", [...new Set(rows.map(({ publisher }) => publisher))])
      .execute(),
    latestIds.length === 0
      ? []
      : query
          .selectFrom("market_versions")
          .select(SUMMARY_COLUMNS)
          .where("id", "in", latestIds)
          .execute(),
  ]);
  const byHandle = new Map(publishers.map((row) => [row.handle, row]));
  const byId = new Map(versions.map((row) => [row.id, toVersionSummary(row)]));
  return rows.map((row) => {
    const publisher = byHandle.get(row.publisher);
    if (publisher === undefined) throw new Error("A skill has no publisher.");
    return toSummary(row, publisher, row.latest_id === null ? undefined : byId.get(row.latest_id));
  });
}

export function toSummary(
  row: SkillRow,
  publisher: PublisherRow,
  latest: VersionSummary | undefined,
): SkillSummary {
  return {
    id: row.id,
    slug: row.slug,
    fullName: toFullName(row.publisher, row.slug),
    hasPlainName: row.plain_name !== null,
    publisher: toPublisher(publisher),
    displayName: row.display_name,
    summary: row.summary,
    topics: fromJson<readonly string[]>(row.topics),
    visibility: row.visibility,
    stats: {
      downloads: row.downloads,
      stars: row.stars,
      ratings: row.ratings,
      rating: row.rating,
      versions: row.versions,
    },
    latest,
    tags: fromJson<Readonly<Record<string, string>>>(row.tags),
    deprecation: row.deprecation ?? undefined,
    successor: row.successor ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
