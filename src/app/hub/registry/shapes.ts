/** The records of the registry as they travel. */
import { z } from "zod";
import type {
  AuditReport,
  PublisherRecord,
  PublisherRole,
  ReportRecord,
  ReviewState,
  SkillRecord,
  SkillSummary,
  VersionRecord,
  VersionSummary,
} from "../../../registry/contract/index.ts";
import type { Tier } from "../../../registry/sign/index.ts";
import { REGISTRY_PATH } from "../../../registry/contract/index.ts";
import {
  from,
  jsonShape,
  listOf,
  mapOf,
  orNull,
  type RecordOf,
  type Shape,
  toShape,
} from "../shape.ts";

export const tier: z.ZodEnum<{ [Name in Tier]: Name }> = z.enum([
  "experimental",
  "community",
  "verified",
]);
export const state: z.ZodEnum<{ [Name in ReviewState]: Name }> = z.enum([
  "draft",
  "in-review",
  "listed",
  "quarantined",
  "yanked",
]);
const level = z.enum(["major", "minor", "patch"]);

/** How a version differs from the one before it. */
const semver = z
  .object({
    /** The version with which it was compared. */
    since: z.string(),
    needs: level,
    /** The lowest number that was free and high enough. */
    proposed: z.string(),
    is_honest: z.boolean(),
    changes: z.array(
      z.object({
        level,
        subject: z.enum(["tool", "input", "permission", "requirement", "field", "evaluation"]),
        is_wider: z.boolean(),
        message: z.string(),
      }),
    ),
    omitted: z.number(),
  })
  .nullable();

const publisher = {
  handle: z.string(),
  display_name: z.string(),
  kind: z.enum(["user", "team"]),
  is_official: z.boolean(),
  reputation: z.number(),
  is_banned: z.boolean(),
  created_at: z.string(),
};

export const publisherShape: Shape<PublisherRecord> = toShape(publisher);

type OwnPublisher = PublisherRecord & { readonly role: PublisherRole };

export const ownPublisherShape: Shape<OwnPublisher> = toShape({
  ...publisher,
  role: z.enum(["owner", "maintainer", "publisher"]),
});

const versionSummary = {
  version: z.string(),
  state,
  is_held: z.boolean(),
  is_given: z.boolean(),
  security_tier: tier,
  claimed_tier: tier.nullable(),
  changelog: z.string(),
  license: z.string().nullable(),
  dialect: z.string(),
  permissions: z.array(z.string()),
  works_on: z.array(z.string()),
  deprecated: z.string().nullable(),
  published_at: z.string(),
  tree: z.string(),
  size_bytes: z.number(),
  /** What the SKILL.md says; empty for none, null where it was not kept. */
  stated_version: z.string().nullable(),
};

/** What a version is called outside. */
function versionNames(record: VersionSummary): RecordOf<typeof versionSummary> {
  const { tier: securityTier, deprecation: deprecated, createdAt: publishedAt, size } = record;
  return { ...record, securityTier, deprecated, publishedAt, sizeBytes: size };
}

export const versionSummaryShape: Shape<VersionSummary> = from(
  toShape(versionSummary),
  versionNames,
);

const summary = {
  name: z.string(),
  full_name: z.string(),
  has_plain_name: z.boolean(),
  display_name: z.string(),
  description: z.string(),
  publisher: publisherShape,
  topics: z.array(z.string()),
  visibility: z.enum(["public", "team", "private"]),
  downloads: z.number(),
  stars: z.number(),
  ratings: z.number(),
  rating: z.number(),
  latest_version: z.string().nullable(),
  latest: orNull(versionSummaryShape),
  tags: z.record(z.string(), z.string()),
  deprecated: z.string().nullable(),
  successor: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
};

/** What a skill is called outside. */
function skillNames<Skill extends SkillSummary>(record: Skill): Skill & RecordOf<typeof summary> {
  const { slug: name, summary: description, deprecation: deprecated, stats, latest } = record;
  return { ...record, ...stats, name, description, deprecated, latestVersion: latest?.version };
}

export const summaryShape: Shape<SkillSummary> = from(toShape(summary), skillNames);

/** A summary with more. */
export function summaryWith<const More extends Parameters<typeof toShape>[0]>(
  more: More,
): Shape<SkillSummary & RecordOf<More>> {
  return from(toShape({ ...summary, ...more }), skillNames as never);
}

const skill = {
  ...summary,
  is_deleted: z.boolean(),
  is_starred: z.boolean(),
  role: z.enum(["owner", "maintainer", "publisher", "moderator"]).nullable(),
  fork_of: z.string().nullable(),
};

export const skillShape: Shape<SkillRecord> = from(toShape(skill), skillNames);

const audit = {
  verdict: z.enum(["allow", "review", "block"]),
  cleared_tiers: z.array(tier),
  reason: z.string(),
  score: z.number(),
  lint_errors: z.number(),
  audited_at: z.string(),
  engine: z.string(),
  uses: z
    .array(
      z.object({
        domain: z.enum(["network", "filesystem", "shell", "env", "database", "desktop"]),
        is_writing: z.boolean(),
        subjects: z.array(z.string()),
      }),
    )
    .nullable(),
};

export const auditShape: Shape<AuditReport> = from(
  toShape({
    ...audit,
    content_digest: z.string(),
    scan: z.record(z.string(), z.unknown()),
    lint: z.array(z.record(z.string(), z.unknown())),
  }),
  (report) => report as never,
);

const artifact = {
  filename: z.string(),
  path: z.string(),
  size_bytes: z.number(),
  sha256: z.string(),
  integrity: z.string(),
  content_type: z.string(),
  layout: z.enum(["folder", "flat"]),
};

const version = {
  ...versionSummary,
  name: z.string(),
  full_name: z.string(),
  /** The folder in the archive. */
  folder: z.string(),
  description: z.string(),
  author: z.string().nullable(),
  provenance: z
    .object({
      issuer: z.string(),
      repository: z.string(),
      workflow: z.string(),
      ref: z.string().optional(),
      commit: z.string().optional(),
      run: z.string().optional(),
      environment: z.string().optional(),
    })
    .nullable(),
  /** How it differs from the version before it; null where there is none. */
  semver,
  publisher: z.string(),
  downloads: z.number(),
  files: z.array(
    z.object({
      path: z.string(),
      size_bytes: z.number(),
      sha256: z.string(),
      is_executable: z.boolean(),
    }),
  ),
  artifact: toShape(artifact),
  artifacts: listOf(toShape(artifact)),
  content_digest: z.string(),
  fingerprint: z.string(),
  signature: z
    .object({
      key_id: z.string(),
      public_key: z.string(),
      role: z.enum(["publisher", "amd"]).nullable(),
      publisher: z.string().nullable(),
    })
    .nullable(),
  dependencies: z.array(z.object({ name: z.string(), version: z.string() })),
  frontmatter: jsonShape,
  source: orNull(jsonShape),
  audit: toShape(audit),
};

function artifactOf(
  { archives, fullName, version: number, name }: VersionRecord,
  layout: "folder" | "flat",
): RecordOf<typeof artifact> {
  const { digest, integrity, size } = archives[layout];
  const query = `version=${encodeURIComponent(number)}&layout=${layout}`;
  return {
    filename: `${name}-${number}.zip`,
    path: `${REGISTRY_PATH}/skills/${encodeURIComponent(fullName)}/download?${query}`,
    sizeBytes: size,
    sha256: digest.slice("sha256:".length),
    integrity,
    contentType: "application/zip",
    layout,
  };
}

function wholeVersion(record: VersionRecord): RecordOf<typeof version> {
  return {
    ...record,
    ...versionNames(record),
    name: record.slug,
    folder: record.name,
    publisher: record.publishedBy,
    files: record.files.map((file) => ({
      ...file,
      sizeBytes: file.size,
      sha256: file.digest.slice("sha256:".length),
    })),
    artifact: artifactOf(record, "folder"),
    artifacts: [artifactOf(record, "folder"), artifactOf(record, "flat")],
    dependencies: record.dependencies.map(({ name, range }) => ({ name, version: range })),
  };
}

export const versionShape: Shape<VersionRecord> = from(toShape(version), wholeVersion);

/** With names of skills that it may be taken for. */
export const queuedVersionShape: Shape<VersionRecord> = from(
  toShape({ ...version, look_alikes: z.array(z.string()), earlier_cases: z.array(z.string()) }),
  (record) => ({
    ...wholeVersion(record),
    lookAlikes: record.lookAlikes ?? [],
    earlierCases: record.earlierCases ?? [],
  }),
);

/** A skill with its versions, and all that the latest one says. */
export interface SkillDetail {
  readonly skill: SkillRecord;
  readonly latest: VersionRecord | undefined;
  readonly versions: readonly VersionSummary[];
}

const detail = {
  ...skill,
  author: z.string().nullable(),
  license: z.string().nullable(),
  security_tier: tier,
  permissions: z.array(z.string()),
  audit: orNull(toShape(audit)),
  /** Of the latest version. */
  semver,
  versions: mapOf(versionSummaryShape),
};

function wholeSkill({ skill: record, latest, versions }: SkillDetail): RecordOf<typeof detail> {
  return {
    ...skillNames(record),
    author: latest?.author,
    license: latest?.license,
    securityTier: latest?.tier ?? "experimental",
    permissions: latest?.permissions ?? [],
    audit: latest?.audit,
    semver: latest?.semver,
    versions: new Map(versions.map((one) => [one.version, one])),
  };
}

/** The manifest of a skill in one answer. */
export const detailShape: Shape<SkillDetail> = from(toShape(detail), wholeSkill);

export const reportShape: Shape<ReportRecord> = toShape({
  id: z.string(),
  kind: z.enum(["report", "appeal"]),
  by: z.string().nullable(),
  full_name: z.string(),
  version: z.string(),
  version_state: state,
  verdict: z.enum(["allow", "review", "block"]),
  becomes: z.object({ upheld: state, dismissed: state }),
  reason: z.string(),
  text: z.string(),
  state: z.enum(["open", "upheld", "dismissed"]),
  decision: z.string().nullable(),
  created_at: z.string(),
  due_at: z.string(),
  decided_at: z.string().nullable(),
});
