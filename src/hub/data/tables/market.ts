import type { ColumnType, Generated } from "kysely";
import type { Flag, Timestamp } from "./accounts.ts";

type Fixed<T> = ColumnType<T, T, never>;
/** Lists and objects are kept as JSON, and are only ever read as a whole. */
type JsonText = string;
type TierText = "experimental" | "community" | "verified";
type StateText = "draft" | "in-review" | "listed" | "quarantined" | "yanked";

export interface MarketPublisherTable {
  readonly handle: Fixed<string>;
  /** The handle without what is easily overlooked. */
  readonly skeleton: Fixed<string>;
  readonly display_name: string;
  /** Whose own it is; null for one of a team. */
  readonly user_id: string | null;
  readonly team_id: string | null;
  readonly is_official: Flag;
  readonly reputation: number;
  /** People whose ratings of its skills count, and the sum of what each of them thinks on average. */
  readonly raters: Generated<number>;
  readonly rater_sum: Generated<number>;
  /** When its ratings are counted and its skills placed anew; null: nothing has changed. */
  readonly count_at: Timestamp | null;
  /** Why a moderator has shut it out; null: nobody has. */
  readonly ban_reason: string | null;
  readonly created_at: Fixed<Timestamp>;
}

export interface MarketMemberTable {
  readonly handle: Fixed<string>;
  readonly user_id: Fixed<string>;
  readonly role: "owner" | "maintainer" | "publisher";
}

export interface MarketKeyTable {
  readonly key_id: Fixed<string>;
  readonly public_key: Fixed<string>;
  readonly role: "publisher" | "amd";
  /** Null for keys of the registry itself. */
  readonly handle: string | null;
  readonly added_at: Fixed<Timestamp>;
}

export interface MarketSkillTable {
  readonly id: Fixed<string>;
  readonly publisher: string;
  readonly slug: string;
  /** The slug without what is easily overlooked. */
  readonly skeleton: string;
  /** The slug, where it leads here without a publisher. */
  readonly plain_name: string | null;
  readonly display_name: string;
  readonly summary: string;
  readonly topics: JsonText;
  readonly visibility: "public" | "team" | "private";
  readonly latest_id: string | null;
  readonly is_listed: Flag;
  readonly tier: TierText;
  readonly tags: JsonText;
  readonly deprecation: string | null;
  /** The full name of the skill to use in its place. */
  readonly successor: string | null;
  /** The id of the skill that it went into; null: it stands for itself. */
  readonly merged_into: string | null;
  readonly fork_of: string | null;
  readonly downloads: number;
  readonly stars: number;
  readonly rating_sum: number;
  readonly ratings: number;
  readonly rating: number;
  readonly versions: number;
  readonly trend: number;
  readonly quality: number;
  readonly created_at: Fixed<Timestamp>;
  readonly updated_at: Timestamp;
  readonly deleted_at: Timestamp | null;
  /** Where a moderator deleted it, a publisher does not bring it back. */
  readonly deleted_by: "moderator" | null;
}

/** A name that a skill had before: full, or plain. */
export interface MarketNameTable {
  readonly name: Fixed<string>;
  readonly skill_id: string;
  readonly created_at: Fixed<Timestamp>;
}

export interface MarketTransferTable {
  readonly id: Fixed<string>;
  readonly skill_id: Fixed<string>;
  readonly from_handle: Fixed<string>;
  readonly to_handle: Fixed<string>;
  readonly requested_by: Fixed<string>;
  readonly created_at: Fixed<Timestamp>;
}

/** A workflow of a repository that publishes for a publisher. */
export interface MarketBuildTable {
  readonly id: Fixed<string>;
  readonly handle: Fixed<string>;
  /** Only this skill; null: every one. */
  readonly slug: Fixed<string | null>;
  readonly issuer: Fixed<string>;
  readonly repository: Fixed<string>;
  readonly workflow: Fixed<string>;
  readonly environment: Fixed<string | null>;
  /** Of the repository that came first under that name; null: none has come. */
  readonly repository_id: string | null;
  readonly user_id: Fixed<string>;
  readonly created_at: Fixed<Timestamp>;
}

/** An address that is told what becomes of skills. */
export interface MarketWebhookTable {
  readonly id: Fixed<string>;
  readonly user_id: Fixed<string>;
  readonly url: Fixed<string>;
  readonly secret: string;
  /** Full names, or handles of publishers; empty: all. */
  readonly skills: Fixed<JsonText>;
  /** The first entry of the log that it was not told of. */
  readonly next_entry: number;
  /** In a row. */
  readonly failures: number;
  /** Nothing is sent before. */
  readonly wait_until: Timestamp;
  readonly last_problem: string | null;
  /** The token that made it, and when that one ends; null: none did, or it does not end by itself. */
  readonly token_id: Fixed<string | null>;
  readonly expires_at: Fixed<Timestamp | null>;
  readonly created_at: Fixed<Timestamp>;
}

export interface MarketFacetTable {
  readonly facet: Fixed<string>;
  readonly skill_id: Fixed<string>;
}

export interface MarketVersionTable {
  readonly id: Fixed<string>;
  readonly skill_id: Fixed<string>;
  readonly version: Fixed<string>;
  readonly version_key: Fixed<string>;
  /** What the SKILL.md says; empty for none, null of versions from before it was kept. */
  readonly stated_version: Fixed<string | null>;
  /** How it differs from the version before it; null where there is none. */
  readonly semver: JsonText | null;
  readonly state: StateText;
  /** Who lets go of it; where that is a moderator, a publisher can undo nothing. */
  readonly held_by: "publisher" | "moderator" | "registry" | "upstream" | "reporters";
  readonly tier: TierText;
  readonly claimed_tier: TierText | null;
  readonly name: Fixed<string>;
  readonly description: Fixed<string>;
  readonly author: string | null;
  readonly changelog: Fixed<string>;
  readonly license: string | null;
  readonly dialect: Fixed<string>;
  readonly permissions: Fixed<JsonText>;
  readonly works_on: Fixed<JsonText>;
  readonly topics: Fixed<JsonText>;
  readonly dependencies: Fixed<JsonText>;
  readonly frontmatter: Fixed<JsonText>;
  readonly source: string | null;
  /** Where it was built, as an issuer has attested it. */
  readonly provenance: Fixed<JsonText | null>;
  readonly deprecation: string | null;
  /** The legal notice that took it away. */
  readonly notice: JsonText | null;
  readonly files: Fixed<JsonText>;
  readonly size: Fixed<number>;
  readonly tree: Fixed<string>;
  readonly content_digest: Fixed<string>;
  readonly fingerprint: Fixed<string>;
  /** Where the bytes lie; null when they were thrown away. */
  readonly package_key: string | null;
  readonly folder_digest: Fixed<string>;
  readonly folder_size: Fixed<number>;
  readonly flat_digest: Fixed<string>;
  readonly flat_size: Fixed<number>;
  readonly signature: string | null;
  readonly body_words: Fixed<string>;
  readonly audit: JsonText;
  readonly downloads: number;
  readonly published_by: Fixed<string>;
  readonly created_at: Fixed<Timestamp>;
}

export interface MarketDigestTable {
  readonly skill_id: Fixed<string>;
  readonly digest: Fixed<string>;
  readonly version_id: Fixed<string>;
}

export interface MarketAuditTable {
  readonly id: Fixed<string>;
  readonly version_id: Fixed<string>;
  readonly report: Fixed<JsonText>;
  readonly created_at: Fixed<Timestamp>;
}

export interface MarketPromotionTable {
  readonly id: Fixed<string>;
  readonly version_id: Fixed<string>;
  readonly from_tier: Fixed<TierText>;
  readonly to_tier: Fixed<TierText>;
  readonly state: "open" | "granted" | "refused";
  readonly steps: JsonText;
  readonly reason: string;
  readonly requested_by: Fixed<string>;
  readonly created_at: Fixed<Timestamp>;
}

export interface MarketStarTable {
  readonly skill_id: Fixed<string>;
  readonly user_id: Fixed<string>;
  readonly created_at: Fixed<Timestamp>;
}

export interface MarketReviewTable {
  readonly skill_id: Fixed<string>;
  readonly user_id: Fixed<string>;
  readonly rating: number;
  readonly text: string;
  readonly version: string;
  /** Digest of where it was written; null where that says nothing. */
  readonly network: string | null;
  /** Digest of whose mail it is; null for one from before this was kept. */
  readonly mailbox: string | null;
  /** Whether it counts for the rating of the skill. */
  readonly is_counted: Generated<Flag>;
  readonly created_at: Fixed<Timestamp>;
  readonly updated_at: Timestamp;
}

export interface MarketReportTable {
  readonly id: Fixed<string>;
  readonly kind: Fixed<"report" | "appeal">;
  readonly version_id: Fixed<string>;
  readonly user_id: Fixed<string>;
  readonly reason: Fixed<string>;
  readonly text: Fixed<string>;
  readonly state: "open" | "upheld" | "dismissed";
  readonly decision: string | null;
  readonly decided_at: Timestamp | null;
  /** Digest of where it was written; null where that says nothing. */
  readonly network: Fixed<string | null>;
  /** Whether it helps to take the version out of sight. */
  readonly is_counted: Fixed<Flag>;
  readonly created_at: Fixed<Timestamp>;
}

export interface MarketLogTable {
  readonly number: Generated<number>;
  readonly at: Fixed<Timestamp>;
  readonly actor: Fixed<string>;
  readonly event: Fixed<string>;
  readonly skill_id: Fixed<string>;
  readonly full_name: Fixed<string>;
  readonly version: Fixed<string | null>;
  readonly from_state: Fixed<StateText | null>;
  readonly to_state: Fixed<StateText | null>;
  readonly reason: Fixed<string>;
}

export interface MarketDownloadTable {
  readonly version_id: Fixed<string>;
  readonly day: Fixed<string>;
  readonly client: Fixed<string>;
}

export interface MarketUploadTable {
  readonly id: Fixed<string>;
  readonly user_id: Fixed<string>;
  readonly size: number | null;
  readonly sha256: string | null;
  readonly filled_sha256: string | null;
  readonly created_at: Fixed<Timestamp>;
}

export interface DeviceLoginTable {
  readonly id: Fixed<string>;
  readonly device_hash: Fixed<string>;
  readonly user_code: Fixed<string>;
  readonly scopes: Fixed<string>;
  readonly label: Fixed<string>;
  /** Of the client that asks; empty: not known. */
  readonly address: Fixed<string>;
  readonly state: "pending" | "approved" | "denied" | "used";
  readonly user_id: string | null;
  readonly polled_at: Timestamp | null;
  readonly created_at: Fixed<Timestamp>;
  readonly expires_at: Fixed<Timestamp>;
}

/** The key of the registry itself. */
export interface MarketRootTable {
  readonly id: Fixed<string>;
  readonly origin: Fixed<string>;
  readonly public_key: string;
  readonly private_jwk: string;
  readonly created_at: Fixed<Timestamp>;
}

/** How a key of the registry vouched for the next one. */
export interface MarketRotationTable {
  readonly number: Generated<number>;
  readonly note: Fixed<string>;
  readonly created_at: Fixed<Timestamp>;
}

/** The end of the log: whoever adds to it holds this row. */
export interface MarketHeadTable {
  readonly id: Fixed<string>;
  readonly size: number;
  readonly frontier: JsonText;
  readonly checkpoint: string;
}

export interface MarketStatementTable {
  readonly number: Fixed<number>;
  readonly skill_id: Fixed<string>;
  /** Empty: on the skill as a whole. */
  readonly version_id: Fixed<string>;
  /** What stands in the log. */
  readonly entry: Fixed<string>;
  /** What it stands for, where that is not for everybody. */
  readonly statement: Fixed<string | null>;
}

export interface MarketTreeTable {
  readonly level: Fixed<number>;
  readonly number: Fixed<number>;
  readonly hash: Fixed<string>;
}

export interface MarketPendingTable {
  readonly skill_id: Fixed<string>;
  readonly version_id: Fixed<string>;
}

/** Everything of the registry. */
export interface MarketTables {
  readonly market_roots: MarketRootTable;
  readonly market_rotations: MarketRotationTable;
  readonly market_heads: MarketHeadTable;
  readonly market_statements: MarketStatementTable;
  readonly market_tree: MarketTreeTable;
  readonly market_pending: MarketPendingTable;
  readonly market_publishers: MarketPublisherTable;
  readonly market_members: MarketMemberTable;
  readonly market_keys: MarketKeyTable;
  readonly market_skills: MarketSkillTable;
  readonly market_builds: MarketBuildTable;
  readonly market_names: MarketNameTable;
  readonly market_transfers: MarketTransferTable;
  readonly market_facets: MarketFacetTable;
  readonly market_versions: MarketVersionTable;
  readonly market_digests: MarketDigestTable;
  readonly market_audits: MarketAuditTable;
  readonly market_promotions: MarketPromotionTable;
  readonly market_stars: MarketStarTable;
  readonly market_reviews: MarketReviewTable;
  readonly market_reports: MarketReportTable;
  readonly market_log: MarketLogTable;
  readonly market_webhooks: MarketWebhookTable;
  readonly market_downloads: MarketDownloadTable;
  readonly market_uploads: MarketUploadTable;
  readonly device_logins: DeviceLoginTable;
}
