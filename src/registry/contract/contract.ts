/**
 * What a registry of skills does, once and for every protocol. Faces translate requests into these calls and
 * what they give into their own shapes; they decide nothing.
 *
 * A refusal is a thrown `SkillError` with a code of `marketCodes`. What a viewer may not see is refused as if
 * it were not there. `name` is a slug or `@publisher/slug`; `version` an exact version or a tag such as `latest`.
 */
import type { Diagnostic, Json } from "../../skill/index.ts";
import type { SkillFile } from "../package/index.ts";
import type { Role, Tier } from "../sign/index.ts";
import type { CodeLogins } from "./code-logins.ts";
import type { DeviceLogins } from "./device-logins.ts";
import type { MarketTransparency } from "./transparency.ts";
import type {
  ArchiveLayout,
  ArchiveRecord,
  AuditReport,
  GivenVersion,
  LogEntry,
  MarkedChanges,
  PromotionRecord,
  PublisherKey,
  InvitedMember,
  ChangeMark,
  PublisherMember,
  PublishedManifest,
  PublisherRecord,
  PublisherRole,
  LegalNotice,
  ReportGoal,
  ReportRecord,
  ReviewRecord,
  SkillRecord,
  SkillSummary,
  VersionJudgement,
  VersionRecord,
  VersionSummary,
  Visibility,
} from "./records.ts";
import type {
  Counts,
  ListRequest,
  Page,
  PageRequest,
  SearchPage,
  SearchRequest,
} from "./searching.ts";
import type { Viewer } from "./viewer.ts";
import type { BuildToken, MarketBuilds } from "./builds.ts";
import type { MarketNames } from "./transfers.ts";
import type { MarketWebhooks } from "./webhooks.ts";

export type * from "./code-logins.ts";
export type * from "./device-logins.ts";
export type * from "./searching.ts";
export type { BuildClaims, BuildOrigin, LimitLeft, Viewer } from "./viewer.ts";

/** What a version is made of, in whichever way it came. */
export type PublishContent =
  | { readonly kind: "files"; readonly files: readonly SkillFile[] }
  /** A zip, tar or tar.gz with the skill at its root or in one folder. */
  | { readonly kind: "archive"; readonly bytes: Uint8Array }
  | { readonly kind: "uploads"; readonly files: readonly UploadedFile[] };

export interface UploadedFile {
  readonly path: string;
  /** As `openUpload` gave it. */
  readonly upload: string;
  /** 64 hexadecimal digits that the bytes must have. */
  readonly sha256?: string;
  readonly isExecutable?: boolean;
}

export interface PublishRequest {
  readonly content: PublishContent;
  /** Where absent, the name in SKILL.md. A slug alone is published by `publisher`, or else by the viewer. */
  readonly name?: string;
  readonly publisher?: string;
  /** Where absent, the version in SKILL.md. In a dry run, `next` stands for the lowest number that fits. */
  readonly version?: string;
  readonly displayName?: string;
  readonly changelog?: string;
  /** Beside `latest`, which follows by itself. */
  readonly tags?: readonly string[];
  readonly topics?: readonly string[];
  /** For the skill as a whole; where absent it stays, and is public for a new one. */
  readonly visibility?: Visibility;
  /** Kept for the publisher alone until it is submitted. */
  readonly isDraft?: boolean;
  readonly forkOf?: string;
  readonly source?: Json;
  /** Passes every gate and keeps nothing. */
  readonly isDryRun?: boolean;
}

export interface Published {
  readonly skill: SkillRecord;
  readonly version: VersionRecord;
  readonly isNewSkill: boolean;
  /** What did not stand in the way but should be known. */
  readonly warnings: readonly Diagnostic[];
}

export interface ArchiveContent extends ArchiveRecord {
  readonly fileName: string;
  readonly mediaType: "application/zip";
  readonly bytes: Uint8Array;
}

export interface FileContent {
  readonly bytes: Uint8Array;
  /** `sha256:` and hexadecimal digits. */
  readonly digest: string;
  readonly isExecutable: boolean;
}

export interface DeprecationRequest {
  readonly version?: string;
  readonly message?: string;
  /** The skill to use in its place. */
  readonly successor?: string;
}

/** What was asked about a skill, the newest first. */
export interface SkillRequests {
  readonly promotions: readonly PromotionRecord[];
  /** Reports and appeals. */
  readonly reports: readonly ReportRecord[];
}

export interface QueueRequest extends PageRequest {
  readonly state?: "in-review" | "quarantined";
  /** Only those for which an appeal waits, or only the others. */
  readonly isAppealed?: boolean;
}

/** What a moderator makes of a version; `reason` stands in the log. */
export interface ModerationRequest {
  readonly decision: "list" | "quarantine" | "review";
  readonly reason: string;
}

/** What a legal notice demands; without a version, of all of them. */
export interface TakedownRequest {
  readonly version?: string;
  readonly claimant: string;
  readonly reference?: string;
  readonly reason: string;
}

export interface TakenDown {
  readonly fullName: string;
  readonly versions: readonly string[];
  readonly notice: LegalNotice;
}

export interface WhoAmI {
  readonly userId: string;
  /** Made on the first question, from the address of the account. */
  readonly handle: string;
  readonly displayName: string;
  readonly role: "admin" | "user";
}

/** Enough to warn of a version that somebody may have; nothing of what it says. */
export interface Judgement {
  readonly skill: SkillSummary;
  readonly isDeleted: boolean;
  readonly version: VersionJudgement;
}

/** A version by the name of its skill. */
export interface NamedVersion {
  readonly name: string;
  readonly version: string;
}

/** What is known against a version, and no more. */
export interface Verdict extends Omit<Judgement, "version"> {
  readonly version: Pick<VersionJudgement, "version" | "state" | "tier" | "audit" | "removal">;
}

export interface MarketReading {
  search(viewer: Viewer, request: SearchRequest): Promise<SearchPage>;
  list(viewer: Viewer, request?: ListRequest): Promise<Page<SkillSummary>>;
  /** Of all pages of a list. */
  count(viewer: Viewer, request?: ListRequest): Promise<Counts>;
  describe(viewer: Viewer, name: string): Promise<SkillRecord>;
  /** Newest first by SemVer. Those who may not change the skill get listed and yanked ones. */
  versions(viewer: Viewer, name: string, page?: PageRequest): Promise<Page<VersionSummary>>;
  /** All listed and yanked ones at once, the first published first. */
  given(viewer: Viewer, name: string): Promise<readonly GivenVersion[]>;
  version(viewer: Viewer, name: string, version: string): Promise<VersionRecord>;
  /** What is known against a version, also where nobody is given it. `latest` is the one that was. */
  judge(viewer: Viewer, name: string, version: string): Promise<Judgement>;
  /** The same of several, in their order; undefined for those that are not there. Each one counts as a search. */
  judgeAll(
    viewer: Viewer,
    versions: readonly NamedVersion[],
  ): Promise<readonly (Verdict | undefined)[]>;
  readFile(viewer: Viewer, name: string, version: string, path: string): Promise<FileContent>;
  /** What `SKILL.md` of a version says; undefined where it cannot be read. */
  manifest(viewer: Viewer, name: string, version: string): Promise<PublishedManifest | undefined>;
  /** All files with their bytes, in path order. */
  content(viewer: Viewer, name: string, version: string): Promise<readonly SkillFile[]>;
  /** The same bytes each time. Counts as a download with `countDownload` alone. */
  archive(
    viewer: Viewer,
    name: string,
    version: string,
    layout?: ArchiveLayout,
  ): Promise<ArchiveContent>;
  /** The version with these files: by its tree, its content digest, its fingerprint or the digest of an archive. */
  resolveByDigest(
    viewer: Viewer,
    name: string,
    digest: string,
  ): Promise<{ readonly match: string | undefined; readonly latest: string | undefined }>;
  audit(viewer: Viewer, name: string, version: string): Promise<AuditReport>;
  /** Once a day for each client; true where it counted. */
  countDownload(viewer: Viewer, name: string, version: string): Promise<boolean>;
  /** Newest first. */
  reviews(viewer: Viewer, name: string, page?: PageRequest): Promise<Page<ReviewRecord>>;
  /** For those who may change the skill, and moderators. Oldest first. */
  log(viewer: Viewer, name: string, page?: PageRequest): Promise<Page<LogEntry>>;
}

export interface MarketPublishing {
  /** A place for one file of a version to come; only its maker can fill and use it, for a day. */
  /** Refuses a publication before its bytes are read: who asks may not publish, or has no room left. */
  requireRoom(viewer: Viewer): Promise<void>;
  openUpload(
    viewer: Viewer,
    expected?: { readonly size?: number; readonly sha256?: string },
  ): Promise<{ readonly upload: string }>;
  fillUpload(viewer: Viewer, upload: string, bytes: Uint8Array): Promise<void>;
  publish(viewer: Viewer, request: PublishRequest): Promise<Published>;
  /** A draft into the hands of the registry; an own version in review back to a draft. */
  submit(viewer: Viewer, name: string, version: string): Promise<VersionRecord>;
  withdraw(viewer: Viewer, name: string, version: string): Promise<VersionRecord>;
  yank(viewer: Viewer, name: string, version: string, reason?: string): Promise<VersionRecord>;
  unyank(viewer: Viewer, name: string, version: string, reason?: string): Promise<VersionRecord>;
  /** Of a version, or of all; an absent message takes it back. Only a skill as a whole has a successor. */
  deprecate(viewer: Viewer, name: string, request: DeprecationRequest): Promise<SkillRecord>;
  /** Nobody is given it any more; its name and versions stay taken, and it can come back for a while. */
  delete(viewer: Viewer, name: string, reason?: string): Promise<void>;
  undelete(viewer: Viewer, name: string): Promise<SkillRecord>;
  setTag(viewer: Viewer, name: string, tag: string, version: string | undefined): Promise<void>;
  setVisibility(viewer: Viewer, name: string, visibility: Visibility): Promise<SkillRecord>;
}

export interface MarketOpinions {
  /** Gives whether it was so before. */
  star(viewer: Viewer, name: string): Promise<{ readonly wasStarred: boolean }>;
  unstar(viewer: Viewer, name: string): Promise<{ readonly wasStarred: boolean }>;
  /** One for each user; a second one takes the place of the first. */
  review(
    viewer: Viewer,
    name: string,
    review: { readonly rating: number; readonly text?: string },
  ): Promise<ReviewRecord>;
  unreview(viewer: Viewer, name: string): Promise<void>;
  report(
    viewer: Viewer,
    name: string,
    report: { readonly version?: string; readonly reason: string; readonly text?: string },
  ): Promise<ReportRecord>;
  /** Against a quarantine, by those who may change the skill. */
  appeal(viewer: Viewer, name: string, version: string, text: string): Promise<ReportRecord>;
}

export interface MarketModeration {
  moderate(
    viewer: Viewer,
    name: string,
    version: string,
    request: ModerationRequest,
  ): Promise<VersionRecord>;
  /** Takes versions away for a legal notice, which stands in their place until a moderator lists them again. */
  takeDown(viewer: Viewer, name: string, request: TakedownRequest): Promise<TakenDown>;
  /** Versions that wait for a moderator, or were put into quarantine; the oldest first. */
  queue(viewer: Viewer, request?: QueueRequest): Promise<Page<VersionRecord>>;
  /** What users and publishers ask moderators to look at. */
  reports(
    viewer: Viewer,
    request?: PageRequest & { readonly state?: ReportRecord["state"] },
  ): Promise<Page<ReportRecord> & { readonly goal: ReportGoal }>;
  decideReport(
    viewer: Viewer,
    id: string,
    decision: { readonly state: "upheld" | "dismissed"; readonly reason: string },
  ): Promise<ReportRecord>;
  /** For those who may change the skill, and moderators. */
  requests(viewer: Viewer, name: string): Promise<SkillRequests>;
  /** Scans again with what the scanner knows today. */
  reaudit(viewer: Viewer, name: string, version: string): Promise<VersionRecord>;
  /** What the next tier asks for, and what of it is shown. Asks for it too, unless it is only looked at. */
  promote(
    viewer: Viewer,
    name: string,
    version: string,
    request: { readonly tier: Tier; readonly isDryRun?: boolean },
  ): Promise<PromotionRecord>;
  promotions(
    viewer: Viewer,
    request?: PageRequest & { readonly state?: PromotionRecord["state"] },
  ): Promise<Page<PromotionRecord>>;
  decidePromotion(
    viewer: Viewer,
    id: string,
    decision: { readonly isGranted: boolean; readonly reason: string },
  ): Promise<PromotionRecord>;
}

/** By which signatures are known: a key, or an identity of Sigstore. */
export interface NewKey {
  /** Of Ed25519 in base64, or of OpenPGP in its armour. */
  readonly publicKey?: string;
  /** As a certificate of Sigstore names it, such as an address. */
  readonly identity?: { readonly name: string; readonly issuer: string };
  readonly handle?: string;
  readonly role?: Role;
}

export interface MarketPublishers {
  whoAmI(viewer: Viewer): Promise<WhoAmI>;
  /** Those that the viewer may publish as, by their handles. */
  ownPublishers(
    viewer: Viewer,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<readonly (PublisherRecord & { readonly role: PublisherRole })[]>;
  publisher(viewer: Viewer, handle: string): Promise<PublisherRecord>;
  createPublisher(
    viewer: Viewer,
    request: { readonly handle: string; readonly displayName?: string; readonly teamId?: string },
  ): Promise<PublisherRecord>;
  members(viewer: Viewer, handle: string): Promise<readonly PublisherMember[]>;
  /** Who was invited to be a member and has not answered. */
  invited(viewer: Viewer, handle: string): Promise<readonly InvitedMember[]>;
  /** An absent role sends the member away. */
  setMember(
    viewer: Viewer,
    handle: string,
    member: { readonly email: string; readonly role?: PublisherRole },
  ): Promise<void>;
  keys(viewer: Viewer, handle?: string): Promise<readonly PublisherKey[]>;
  /** Without a handle a key of the registry itself, which only moderators add. */
  addKey(viewer: Viewer, request: NewKey): Promise<PublisherKey>;
  /**
   * Several publishers may have the same key; without a handle the only one that the viewer may remove. Versions that
   * were signed with it since a moment go into quarantine.
   */
  removeKey(viewer: Viewer, keyId: string, handle?: string, since?: string): Promise<void>;
  /** A publisher that is shut out publishes nothing, and its versions go into quarantine. */
  setBan(
    viewer: Viewer,
    handle: string,
    ban: { readonly isBanned: boolean; readonly reason: string },
  ): Promise<PublisherRecord>;
  /** Moderators vouch for a publisher. */
  setOfficial(viewer: Viewer, handle: string, isOfficial: boolean): Promise<PublisherRecord>;
}

/** Logging in on a device that has no browser, as RFC 8628 has it. */
export interface Market
  extends
    MarketReading,
    MarketPublishing,
    MarketNames,
    MarketBuilds,
    MarketOpinions,
    MarketModeration,
    MarketWebhooks,
    MarketPublishers {
  /**
   * A short-lived token to publish with, for what an issuer attests of a build. The build names the publisher: that
   * one says to trust a build proves nothing of who runs it.
   */
  readonly exchangeBuild: (request: {
    readonly token: string;
    readonly publisher: string;
  }) => Promise<BuildToken>;
  readonly devices: DeviceLogins;
  readonly codes: CodeLogins;
  readonly transparency: MarketTransparency;
  /** Whether nothing is told to those who have not logged in. */
  readonly isPrivate: boolean;
  /** Rises with every change that this process makes, so that copies of what it reads know when they are old. */
  readonly revision: () => number;
  /**
   * Where the history of what is listed stands, for all processes on the same database. With an earlier mark: that
   * very mark where nothing has changed since.
   */
  readonly markChanges: (since?: ChangeMark) => Promise<ChangeMark>;
  /** The skills that changed since a mark; undefined where so many did that a list of all is cheaper. */
  readonly changesSince: (since: ChangeMark) => Promise<MarkedChanges | undefined>;
}
