import { z } from "zod";
import type {
  AuditReport,
  PublisherRecord,
  SkillRecord,
  SkillSummary,
  VersionRecord,
  VersionSummary,
} from "../../../registry/contract/index.ts";
import { MATCH_FIELDS, MATCHES, REGISTRY_PATH } from "../../../registry/contract/index.ts";
import { type Shape, type Source, toShape, toWire } from "../wire.ts";

/** The records of the registry as they travel: names with underscores, and null for what is absent. */
const tier = z.enum(["experimental", "community", "verified"]);
const state = z.enum(["draft", "in-review", "listed", "quarantined", "yanked"]);

const level = z.enum(["major", "minor", "patch"]);

/** How a version differs from the one before it. */
const semverObject = z.object({
  /** The version with which it was compared. */
  since: z.string(),
  needs: level,
  /** The lowest number that was free and high enough. */
  proposed: z.string(),
  is_honest: z.boolean(),
  changes: z.array(
    z.object({
      level,
      subject: z.enum(["tool", "input", "permission", "requirement", "field"]),
      is_wider: z.boolean(),
      message: z.string(),
    }),
  ),
  omitted: z.number(),
});

const publisherObject = z.object({
  handle: z.string(),
  display_name: z.string(),
  kind: z.enum(["user", "team"]),
  is_official: z.boolean(),
  reputation: z.number(),
  is_banned: z.boolean(),
  created_at: z.string(),
});

/** What a version is called outside. */
function versionNames(record: VersionSummary): Source<z.output<typeof versionSummaryObject>> {
  const { tier: securityTier, deprecation: deprecated, createdAt: publishedAt, size } = record;
  return { ...record, securityTier, deprecated, publishedAt, sizeBytes: size };
}

const versionSummaryObject = z.object({
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
});

const summaryObject = z.object({
  name: z.string(),
  full_name: z.string(),
  has_plain_name: z.boolean(),
  display_name: z.string(),
  description: z.string(),
  publisher: publisherObject,
  topics: z.array(z.string()),
  visibility: z.enum(["public", "team", "private"]),
  downloads: z.number(),
  stars: z.number(),
  ratings: z.number(),
  rating: z.number(),
  latest_version: z.string().nullable(),
  latest: versionSummaryObject.nullable(),
  tags: z.record(z.string(), z.string()),
  deprecated: z.string().nullable(),
  successor: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** What a skill is called outside. */
function skillNames(record: SkillSummary): Source<z.output<typeof summaryObject>> {
  const { slug: name, summary: description, deprecation: deprecated, stats, latest } = record;
  return {
    ...record,
    ...stats,
    name,
    description,
    deprecated,
    latestVersion: latest?.version,
    latest: latest === undefined ? undefined : versionNames(latest),
  };
}

const skillObject = summaryObject.extend({
  is_deleted: z.boolean(),
  is_starred: z.boolean(),
  role: z.enum(["owner", "maintainer", "publisher", "moderator"]).nullable(),
  fork_of: z.string().nullable(),
});

const fileObject = z.object({
  path: z.string(),
  size_bytes: z.number(),
  sha256: z.string(),
  is_executable: z.boolean(),
});

const artifactObject = z.object({
  filename: z.string(),
  path: z.string(),
  size_bytes: z.number(),
  sha256: z.string(),
  integrity: z.string(),
  content_type: z.string(),
  layout: z.enum(["folder", "flat"]),
});

const auditSummaryObject = z.object({
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
});

const versionObject = versionSummaryObject.extend({
  name: z.string(),
  full_name: z.string(),
  /** The folder in the archive. */
  folder: z.string(),
  description: z.string(),
  author: z.string().nullable(),
  /** What the SKILL.md says; empty for none, null where it was not kept. */
  stated_version: z.string().nullable(),
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
  semver: semverObject.nullable(),
  publisher: z.string(),
  downloads: z.number(),
  files: z.array(fileObject),
  artifact: artifactObject,
  artifacts: z.array(artifactObject),
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
  frontmatter: z.json(),
  source: z.json().nullable(),
  audit: auditSummaryObject,
});

export const versionShape: Shape<VersionRecord> = {
  schema: versionObject,
  out: (record) => {
    const { archives, fullName, version, name, dependencies, source } = record;
    const toArtifact = (layout: "folder" | "flat"): Source<z.output<typeof artifactObject>> => {
      const { digest, integrity, size } = archives[layout];
      const query = `version=${encodeURIComponent(version)}&layout=${layout}`;
      return {
        filename: `${name}-${version}.zip`,
        path: `${REGISTRY_PATH}/skills/${encodeURIComponent(fullName)}/download?${query}`,
        sizeBytes: size,
        sha256: digest.slice("sha256:".length),
        integrity,
        contentType: "application/zip",
        layout,
      };
    };
    return toWire(versionObject, {
      ...record,
      ...versionNames(record),
      name: record.slug,
      folder: name,
      publisher: record.publishedBy,
      files: record.files.map((file) => ({
        ...file,
        sizeBytes: file.size,
        sha256: file.digest.slice("sha256:".length),
      })),
      artifact: toArtifact("folder"),
      artifacts: [toArtifact("folder"), toArtifact("flat")],
      dependencies: dependencies.map((one) => ({ name: one.name, version: one.range })),
      source: source ?? null,
    });
  },
};

const auditObject = auditSummaryObject.extend({
  content_digest: z.string(),
  scan: z.record(z.string(), z.unknown()),
  lint: z.array(z.record(z.string(), z.unknown())),
});

export const publisherShape: Shape<PublisherRecord> = toShape(publisherObject);
export const ownPublisherSchema: z.ZodType = publisherObject.extend({
  role: z.enum(["owner", "maintainer", "publisher"]),
});

export const versionSummaryShape: Shape<VersionSummary> = {
  schema: versionSummaryObject,
  out: (record) => toWire(versionSummaryObject, versionNames(record)),
};

export const summaryShape: Shape<SkillSummary> = {
  schema: summaryObject,
  out: (record) => toWire(summaryObject, skillNames(record)),
};

export const skillShape: Shape<SkillRecord> = {
  schema: skillObject,
  out: (record) => {
    const names = skillNames(record);
    return toWire(skillObject, { ...record, ...names, latest: names.latest });
  },
};

export const hitSchema: z.ZodType = summaryObject.extend({
  score: z.number(),
  why: z.array(
    z.object({
      by: z.enum(MATCHES),
      field: z.enum(MATCH_FIELDS).optional(),
      word: z.string().optional(),
      found: z.string().optional(),
    }),
  ),
});
export const detailSchema: z.ZodType = skillObject.extend({
  author: z.string().nullable(),
  license: z.string().nullable(),
  security_tier: tier,
  permissions: z.array(z.string()),
  audit: auditSummaryObject.nullable(),
  /** Of the latest version. */
  semver: semverObject.nullable(),
  versions: z.record(z.string(), versionSummaryObject),
});
/** With names of skills that it may be taken for. */
export const queuedVersionSchema: z.ZodType = versionObject.extend({
  look_alikes: z.array(z.string()),
  earlier_cases: z.array(z.string()),
});

export const auditShape: Shape<AuditReport> = {
  schema: auditObject,
  out: (report) => ({
    ...toWire(auditSummaryObject, report),
    content_digest: report.contentDigest,
    scan: report.scan,
    lint: report.lint,
  }),
};

/** A skill with what its latest version says, and all versions: the manifest of a skill in one answer. */
export function detailOut(
  record: SkillRecord,
  latest: VersionRecord | undefined,
  versions: readonly VersionSummary[],
): object {
  return {
    ...skillShape.out(record),
    author: latest?.author ?? null,
    license: latest?.license ?? null,
    security_tier: latest?.tier ?? "experimental",
    permissions: latest?.permissions ?? [],
    audit: latest === undefined ? null : toWire(auditSummaryObject, latest.audit),
    semver: latest?.semver === undefined ? null : toWire(semverObject, latest.semver),
    versions: Object.fromEntries(
      versions.map((one) => [one.version, versionSummaryShape.out(one)]),
    ),
  };
}
