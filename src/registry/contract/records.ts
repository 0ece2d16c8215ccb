import type { BuildClaims } from "./viewer.ts";
import type { PublicScan, ObservedUse } from "../../check/scan/index.ts";
import type { ReleaseJudgement } from "../../skill/compare/index.ts";
import type { Diagnostic, Json, Skill } from "../../skill/index.ts";
import type { Role, Tier } from "../sign/index.ts";

/** ISO 8601 in UTC. */
export type Moment = string;

/** Where a version stands. Only a listed one is offered; a yanked one is still given to those who name it. */
export type ReviewState = "draft" | "in-review" | "listed" | "quarantined" | "yanked";

export type Visibility = "public" | "team" | "private";

/** What members of a publisher may do: everything; everything but members and keys; publish versions. */
export type PublisherRole = "owner" | "maintainer" | "publisher";

export interface PublisherRecord {
  /** Unique and never changed; the part after `@` in a full name. */
  readonly handle: string;
  readonly displayName: string;
  readonly kind: "user" | "team";
  /** Vouched for by a moderator: may use reserved names. */
  readonly isOfficial: boolean;
  /** From -100 to 100; moves the rank of its skills. */
  readonly reputation: number;
  /** A moderator has shut it out: it publishes nothing new. */
  readonly isBanned: boolean;
  readonly createdAt: Moment;
}

export interface PublisherMember {
  readonly userId: string;
  readonly email: string;
  readonly role: PublisherRole;
}

export interface InvitedMember {
  readonly id: string;
  readonly email: string;
  readonly role: PublisherRole | "member";
  readonly createdAt: string;
}

export interface PublisherKey {
  readonly keyId: string;
  /** In base64. */
  readonly publicKey: string;
  readonly role: Role;
  /** Absent for a key of the registry itself, which vouches for skills of everybody. */
  readonly publisher?: string;
  readonly addedAt: Moment;
}

export interface SkillStats {
  /** Each client once a day and version. */
  readonly downloads: number;
  readonly stars: number;
  /** How many rated it, and their mean from 1 to 5; 0 where nobody has. */
  readonly ratings: number;
  readonly rating: number;
  readonly versions: number;
}

/** What lists and searches say of a skill. */
export interface SkillSummary {
  readonly id: string;
  /** Unique below its publisher. */
  readonly slug: string;
  /** `@publisher/slug`, which always leads to it. */
  readonly fullName: string;
  /** The plain slug leads to it too: it was the first to take that name. */
  readonly hasPlainName: boolean;
  readonly publisher: PublisherRecord;
  readonly displayName: string;
  /** The description of the latest listed version. */
  readonly summary: string;
  readonly topics: readonly string[];
  readonly visibility: Visibility;
  readonly stats: SkillStats;
  /** The highest listed version that is no prerelease, or else the highest listed one. */
  readonly latest: VersionSummary | undefined;
  /** Words such as `latest` with the versions that they stand for. */
  readonly tags: Readonly<Record<string, string>>;
  /** Message to its users, where it should not be used any more. */
  readonly deprecation: string | undefined;
  /** The full name of the skill to use in its place, where it is deprecated. */
  readonly successor: string | undefined;
  readonly createdAt: Moment;
  readonly updatedAt: Moment;
}

export interface SkillRecord extends SkillSummary {
  readonly isDeleted: boolean;
  /** What the viewer may do with it; undefined: read it. */
  readonly role: PublisherRole | "moderator" | undefined;
  readonly isStarred: boolean;
  readonly forkOf: string | undefined;
}

/** What a version says of itself, and what the registry makes of that. */
export interface VersionSummary {
  readonly version: string;
  readonly state: ReviewState;
  /** A moderator decides what becomes of it; its publisher neither takes it back nor offers it again. */
  readonly isHeld: boolean;
  /** Whoever may see the skill is given it, at least by its number. */
  readonly isGiven: boolean;
  /** What the registry stands for. */
  readonly tier: Tier;
  /** What the file says; undefined where it says nothing. */
  readonly claimedTier: Tier | undefined;
  readonly changelog: string;
  readonly license: string | undefined;
  readonly dialect: string;
  readonly permissions: readonly string[];
  /** Ids of systems on which it works, wholly or in part. */
  readonly worksOn: readonly string[];
  readonly deprecation: string | undefined;
  readonly createdAt: Moment;
  /** Of all files with their right to be run, as `skill-lock.json` keeps it. */
  readonly tree: string;
  /** Bytes of all files. */
  readonly size: number;
  /** What its SKILL.md says; empty for none, undefined where it was not kept. */
  readonly statedVersion: string | undefined;
}

/** Of one among all versions of a skill: what names and dates it, and by what it is checked. */
export interface GivenVersion extends Pick<
  VersionSummary,
  "version" | "state" | "deprecation" | "createdAt" | "tree"
> {
  readonly archives: { readonly folder: ArchiveRecord };
}

export interface ArchiveRecord {
  /** `sha256:` and hexadecimal digits. */
  readonly digest: string;
  /** The same as `sha256-` and base64. */
  readonly integrity: string;
  readonly size: number;
}

/** Files below a folder with the name of the skill, as `pack` writes them, or at the root. */
export type ArchiveLayout = "folder" | "flat";

export interface FileRecord {
  readonly path: string;
  readonly size: number;
  /** `sha256:` and hexadecimal digits. */
  readonly digest: string;
  readonly isExecutable: boolean;
}

export interface SignatureRecord {
  readonly keyId: string;
  readonly publicKey: string;
  /** Absent where nobody here trusts the key. */
  readonly role?: Role;
  readonly publisher?: string;
}

export interface VersionRecord extends VersionSummary {
  readonly id: string;
  /** Full names of skills that its name may be taken for; only moderators are told, in their queue. */
  readonly lookAlikes?: readonly string[];
  /** Versions that were taken away and that this one repeats; only moderators are told, in their queue. */
  readonly earlierCases?: readonly string[];
  /** The slug and full name of its skill. */
  readonly slug: string;
  readonly fullName: string;
  /** The name that its SKILL.md gives; the folder of the `folder` archive. */
  readonly name: string;
  readonly description: string;
  readonly author: string | undefined;
  /** How it differs from the version before it; undefined where there is none, or nobody compared them. */
  readonly semver: ReleaseJudgement | undefined;
  readonly files: readonly FileRecord[];
  readonly archives: Readonly<Record<ArchiveLayout, ArchiveRecord>>;
  /** The digest by which GAIA knows the content: `sha256:…`. */
  readonly contentDigest: string;
  /** The digest by which ClawHub knows the files: 64 hexadecimal digits. */
  readonly fingerprint: string;
  readonly signature: SignatureRecord | undefined;
  /** Skills that it needs, with ranges. */
  readonly dependencies: readonly { readonly name: string; readonly range: string }[];
  /** All of the frontmatter. */
  readonly frontmatter: Json;
  /** What the publisher says of where it was made; nobody has checked it. */
  readonly source: Json | undefined;
  /** Where it was built, as an issuer has attested it to the registry. */
  readonly provenance: BuildClaims | undefined;
  readonly publishedBy: string;
  readonly downloads: number;
  readonly audit: AuditSummary;
}

/** What may be told of a version that is kept from everybody. */
export type VersionJudgement = Pick<
  VersionRecord,
  | "version"
  | "state"
  | "tier"
  | "createdAt"
  | "archives"
  | "fingerprint"
  | "signature"
  | "source"
  | "audit"
> & {
  readonly fileCount: number;
  /** The legal notice after which it was taken away, in a sentence. */
  readonly removal?: string;
};

export interface AuditSummary {
  readonly verdict: "allow" | "review" | "block";
  /** For which tiers the scan has nothing against it, without a person. */
  readonly clearedTiers: readonly Tier[];
  readonly reason: string;
  readonly score: number;
  /** Errors of the linter. */
  readonly lintErrors: number;
  readonly auditedAt: Moment;
  /** What the scan saw the version use; absent where nobody looked for it then. */
  readonly uses?: readonly ObservedUse[];
  /** The program that scanned, with its version. */
  readonly engine: string;
}

export interface AuditReport extends AuditSummary {
  readonly scan: PublicScan;
  readonly lint: readonly Diagnostic[];
  /** What it was made for. */
  readonly contentDigest: string;
}

export interface ReviewRecord {
  readonly author: string;
  readonly rating: number;
  readonly text: string;
  /** The version that was rated. */
  readonly version: string;
  /** Ratings of new accounts, and of those who have to do with the publisher or with one another, do not. */
  readonly isCounted: boolean;
  readonly createdAt: Moment;
  readonly updatedAt: Moment;
}

export interface ReportRecord {
  readonly id: string;
  /** A report of a user, or an appeal of the publisher against a decision. */
  readonly kind: "report" | "appeal";
  /** Who wrote it, by handle, or by address where they have none; only moderators are told. */
  readonly by: string | undefined;
  readonly fullName: string;
  readonly version: string;
  /** Where the version stands, and what the scan says of it. */
  readonly versionState: ReviewState;
  readonly verdict: AuditSummary["verdict"];
  /** Where the version would stand after each decision. */
  readonly becomes: Readonly<Record<"upheld" | "dismissed", ReviewState>>;
  readonly reason: string;
  readonly text: string;
  readonly state: "open" | "upheld" | "dismissed";
  readonly createdAt: Moment;
  /** When it is to be answered at the latest. */
  readonly dueAt: Moment;
  readonly decision: string | undefined;
  readonly decidedAt: Moment | undefined;
}

/** How a registry does by the time in which it wants to answer reports. */
export interface ReportGoal {
  readonly hours: number;
  /** Open ones past their time. */
  readonly overdue: number;
  /** Answered within the last 90 days, and how many of those in time. */
  readonly decided: number;
  readonly inTime: number;
}

/** The legal notice for which a version was removed. */
export interface LegalNotice {
  /** Who demanded it. */
  readonly claimant: string;
  /** Their case, such as a number. */
  readonly reference?: string;
  readonly reason: string;
  readonly at: Moment;
}

/** One thing that a tier asks for, and whether it was shown. */
export interface PromotionStep {
  readonly code: string;
  /** One sentence. */
  readonly demand: string;
  readonly isMet: boolean;
  readonly evidence: string;
}

export interface PromotionRecord {
  readonly id: string;
  readonly fullName: string;
  readonly version: string;
  readonly from: Tier;
  readonly to: Tier;
  readonly state: "open" | "granted" | "refused";
  readonly steps: readonly PromotionStep[];
  readonly reason: string;
  readonly createdAt: Moment;
}

/** One line of the log, which only ever grows. */
export interface LogEntry {
  readonly number: number;
  readonly at: Moment;
  /** A handle, or `registry` for what it did by itself. */
  readonly actor: string;
  readonly event: string;
  readonly fullName: string;
  readonly version: string | undefined;
  readonly from: ReviewState | undefined;
  readonly to: ReviewState | undefined;
  readonly reason: string;
}

/** What the `SKILL.md` of a version says. */
export interface PublishedManifest {
  readonly skill: Skill;
  /** The id of the form in which it is written. */
  readonly dialect: string;
  /** How many values its frontmatter holds. */
  readonly values: number;
  /** Characters of its frontmatter. */
  readonly length: number;
  /** How many defects its text has; each makes it take longer to read. */
  readonly defects: number;
}

/** A point in the history of a registry. */
export interface ChangeMark {
  /** Changes with lesser numbers are part of it. */
  readonly horizon: number;
  /** What of the others had happened then, as one text to compare. */
  readonly seen: string;
}

/** What is another since a mark. */
export interface MarkedChanges {
  readonly mark: ChangeMark;
  readonly skills: readonly { readonly skill: SkillSummary; readonly isListed: boolean }[];
}
