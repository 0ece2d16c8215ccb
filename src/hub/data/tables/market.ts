import type { Generated } from "kysely";
import type { Flag, Immutable, Timestamp } from "./accounts.ts";

/** Lists and objects are kept as JSON, and are only ever read as a whole. */
type JsonText = string;
type TierText = "experimental" | "community" | "verified";
type StateText = "draft" | "in-review" | "listed" | "quarantined" | "yanked";

export interface MarketPublisherTable {
  readonly handle: Immutable<string>;
  /** The handle without what is easily overlooked. */
  readonly skeleton: Immutable<string>;
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
  readonly created_at: Immutable<Timestamp>;
}

export interface MarketMemberTable {
  readonly handle: Immutable<string>;
  readonly user_id: Immutable<string>;
  readonly role: "owner" | "maintainer" | "publisher";
}

export interface MarketKeyTable {
  readonly key_id: Immutable<string>;
  readonly public_key: Immutable<string>;
  readonly role: "publisher" | "amd";
  /** Null for keys of the registry itself. */
  readonly handle: string | null;
  readonly added_at: Immutable<Timestamp>;
}

export interface MarketSkillTable {
  readonly id: Immutable<string>;
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
  readonly created_at: Immutable<Timestamp>;
  readonly updated_at: Timestamp;
  readonly deleted_at: Timestamp | null;
  /** Where a moderator deleted it, a publisher does not bring it back. */
  readonly deleted_by: "moderator" | null;
}

/** A name that a skill had before: full, or plain. */
export interface MarketNameTable {
  readonly name: Immutable<string>;
  readonly skill_id: string;
  readonly created_at: Immutable<Timestamp>;
}

export interface MarketTransferTable {
  readonly id: Immutable<string>;
  readonly skill_id: Immutable<string>;
  readonly from_handle: Immutable<string>;
  readonly to_handle: Immutable<string>;
  readonly requested_by: Immutable<string>;
  readonly created_at: Immutable<Timestamp>;
}

/** A workflow of a repository that publishes for a publisher. */
export interface MarketBuildTable {
  readonly id: Immutable<string>;
  readonly handle: Immutable<string>;
  /** Only this skill; null: every one. */
  readonly slug: Immutable<string | null>;
  readonly issuer: Immutable<string>;
  readonly repository: Immutable<string>;
  readonly workflow: Immutable<string>;
  readonly environment: Immutable<string | null>;
  /** Of the repository that came first under that name; null: none has come. */
  readonly repository_id: string | null;
  readonly user_id: Immutable<string>;
  readonly created_at: Immutable<Timestamp>;
}

/** An address that is told what becomes of skills. */
export interface MarketWebhookTable {
  readonly id: Immutable<string>;
  readonly user_id: Immutable<string>;
  readonly url: Immutable<string>;
  readonly secret: string;
  /** Full names, or handles of publishers; empty: all. */
  readonly skills: Immutable<JsonText>;
  /** The first entry of the log that it was not told of. */
  readonly next_entry: number;
  /** In a row. */
  readonly failures: number;
  /** Nothing is sent before. */
  readonly wait_until: Timestamp;
  readonly last_problem: string | null;
  /** The token that made it, and when that one ends; null: none did, or it does not end by itself. */
  readonly token_id: Immutable<string | null>;
  readonly expires_at: Immutable<Timestamp | null>;
  readonly created_at: Immutable<Timestamp>;
}

export interface MarketFacetTable {
  readonly facet: Immutable<string>;
  readonly skill_id: Immutable<string>;
}

export interface MarketVersionTable {
  readonly id: Immutable<string>;
  readonly skill_id: Immutable<string>;
  readonly version: Immutable<string>;
  readonly version_key: Immutable<string>;
  /** What the SKILL.md says; empty for none, null of versions from before it was kept. */
  readonly stated_version: Immutable<string | null>;
  /** How it differs from the version before it; null where there is none. */
  readonly semver: JsonText | null;
  readonly state: StateText;
  /** Who lets go of it; where that is a moderator, a publisher can undo nothing. */
  readonly held_by: "publisher" | "moderator" | "registry" | "upstream" | "reporters";
  readonly tier: TierText;
  readonly claimed_tier: TierText | null;
  readonly name: Immutable<string>;
  readonly description: Immutable<string>;
  readonly author: string | null;
  readonly changelog: Immutable<string>;
  readonly license: string | null;
  readonly dialect: Immutable<string>;
  readonly permissions: Immutable<JsonText>;
  readonly works_on: Immutable<JsonText>;
  readonly topics: Immutable<JsonText>;
  readonly dependencies: Immutable<JsonText>;
  readonly frontmatter: Immutable<JsonText>;
  readonly source: string | null;
  /** Where it was built, as an issuer has attested it. */
  readonly provenance: Immutable<JsonText | null>;
  readonly deprecation: string | null;
  /** The legal notice that took it away. */
  readonly notice: JsonText | null;
  readonly files: Immutable<JsonText>;
  readonly size: Immutable<number>;
  readonly tree: Immutable<string>;
  readonly content_digest: Immutable<string>;
  readonly fingerprint: Immutable<string>;
  /** Where the bytes lie; null when they were thrown away. */
  readonly package_key: string | null;
  readonly folder_digest: Immutable<string>;
  readonly folder_size: Immutable<number>;
  readonly flat_digest: Immutable<string>;
  readonly flat_size: Immutable<number>;
  readonly signature: string | null;
  readonly body_words: Immutable<string>;
  readonly audit: JsonText;
  readonly downloads: number;
  readonly published_by: Immutable<string>;
  readonly created_at: Immutable<Timestamp>;
}

export interface MarketDigestTable {
  readonly skill_id: Immutable<string>;
  readonly digest: Immutable<string>;
  readonly version_id: Immutable<string>;
}

export interface MarketAuditTable {
  readonly id: Immutable<string>;
  readonly version_id: Immutable<string>;
  readonly report: Immutable<JsonText>;
  readonly created_at: Immutable<Timestamp>;
}

export interface MarketPromotionTable {
  readonly id: Immutable<string>;
  readonly version_id: Immutable<string>;
  readonly from_tier: Immutable<TierText>;
  readonly to_tier: Immutable<TierText>;
  readonly state: "open" | "granted" | "refused";
  readonly steps: JsonText;
  readonly reason: string;
  readonly requested_by: Immutable<string>;
  readonly created_at: Immutable<Timestamp>;
}

export interface MarketStarTable {
  readonly skill_id: Immutable<string>;
  readonly user_id: Immutable<string>;
  readonly created_at: Immutable<Timestamp>;
}

export interface MarketReviewTable {
  readonly skill_id: Immutable<string>;
  readonly user_id: Immutable<string>;
  readonly rating: number;
  readonly text: string;
  readonly version: string;
  /** Digest of where it was written; null where that says nothing. */
  readonly network: string | null;
  /** Digest of whose mail it is; null for one from before this was kept. */
  readonly mailbox: string | null;
  /** Whether it counts for the rating of the skill. */
  readonly is_counted: Generated<Flag>;
  readonly created_at: Immutable<Timestamp>;
  readonly updated_at: Timestamp;
}

export interface MarketReportTable {
  readonly id: Immutable<string>;
  readonly kind: Immutable<"report" | "appeal">;
  readonly version_id: Immutable<string>;
  readonly user_id: Immutable<string>;
  readonly reason: Immutable<string>;
  readonly text: Immutable<string>;
  readonly state: "open" | "upheld" | "dismissed";
  readonly decision: string | null;
  readonly decided_at: Timestamp | null;
  /** Digest of where it was written; null where that says nothing. */
  readonly network: Immutable<string | null>;
  /** Whether it helps to take the version out of sight. */
  readonly is_counted: Immutable<Flag>;
  readonly created_at: Immutable<Timestamp>;
}

export interface MarketLogTable {
  readonly number: Generated<number>;
  readonly at: Immutable<Timestamp>;
  readonly actor: Immutable<string>;
  readonly event: Immutable<string>;
  readonly skill_id: Immutable<string>;
  readonly full_name: Immutable<string>;
  readonly version: Immutable<string | null>;
  readonly from_state: Immutable<StateText | null>;
  readonly to_state: Immutable<StateText | null>;
  readonly reason: Immutable<string>;
}

export interface MarketDownloadTable {
  readonly version_id: Immutable<string>;
  readonly day: Immutable<string>;
  readonly client: Immutable<string>;
}

export interface MarketUploadTable {
  readonly id: Immutable<string>;
  readonly user_id: Immutable<string>;
  readonly size: number | null;
  readonly sha256: string | null;
  readonly filled_sha256: string | null;
  readonly created_at: Immutable<Timestamp>;
}

export interface DeviceLoginTable {
  readonly id: Immutable<string>;
  readonly device_hash: Immutable<string>;
  readonly user_code: Immutable<string>;
  readonly scopes: Immutable<string>;
  readonly label: Immutable<string>;
  /** Of the client that asks; empty: not known. */
  readonly address: Immutable<string>;
  readonly state: "pending" | "approved" | "denied" | "used";
  readonly user_id: string | null;
  readonly polled_at: Timestamp | null;
  readonly created_at: Immutable<Timestamp>;
  readonly expires_at: Immutable<Timestamp>;
}

/** The key of the registry itself. */
export interface MarketRootTable {
  readonly id: Immutable<string>;
  readonly origin: Immutable<string>;
  readonly public_key: string;
  readonly private_jwk: string;
  readonly created_at: Immutable<Timestamp>;
}

/** How a key of the registry vouched for the next one. */
export interface MarketRotationTable {
  readonly number: Generated<number>;
  readonly note: Immutable<string>;
  readonly created_at: Immutable<Timestamp>;
}

/** The end of the log: whoever adds to it holds this row. */
export interface MarketHeadTable {
  readonly id: Immutable<string>;
  readonly size: number;
  readonly frontier: JsonText;
  readonly checkpoint: string;
}

export interface MarketStatementTable {
  readonly number: Immutable<number>;
  readonly skill_id: Immutable<string>;
  /** Empty: on the skill as a whole. */
  readonly version_id: Immutable<string>;
  /** What stands in the log. */
  readonly entry: Immutable<string>;
  /** What it stands for, where that is not for everybody. */
  readonly statement: Immutable<string | null>;
}

export interface MarketTreeTable {
  readonly level: Immutable<number>;
  readonly number: Immutable<number>;
  readonly hash: Immutable<string>;
}

export interface MarketPendingTable {
  readonly skill_id: Immutable<string>;
  readonly version_id: Immutable<string>;
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
