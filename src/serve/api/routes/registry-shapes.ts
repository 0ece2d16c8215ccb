import { z } from "zod";
import {
  type AuditReport,
  type AuditSummary,
  type FileRecord,
  MATCH_FIELDS,
  MATCHES,
  type PublisherRecord,
  type SkillRecord,
  type SkillSummary,
  type VersionRecord,
  type VersionSummary,
} from "../../../registry/contract/index.ts";
import { semverObject, semverWire } from "./registry-semver.ts";

/** The records of the registry as they travel: names with underscores, and null for what is absent. */
const tier = z.enum(["experimental", "community", "verified"]);
const state = z.enum(["draft", "in-review", "listed", "quarantined", "yanked"]);

const publisherObject = z.object({
  handle: z.string(),
  display_name: z.string(),
  kind: z.enum(["user", "team"]),
  is_official: z.boolean(),
  reputation: z.number(),
  is_banned: z.boolean(),
  created_at: z.string(),
});

function publisherWire(record: PublisherRecord): z.output<typeof publisherObject> {
  return {
    handle: record.handle,
    display_name: record.displayName,
    kind: record.kind,
    is_official: record.isOfficial,
    reputation: record.reputation,
    is_banned: record.isBanned,
    created_at: record.createdAt,
  };
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

function versionSummaryWire(record: VersionSummary): z.output<typeof versionSummaryObject> {
  return {
    version: record.version,
    state: record.state,
    is_held: record.isHeld,
    is_given: record.isGiven,
    security_tier: record.tier,
    claimed_tier: record.claimedTier ?? null,
    changelog: record.changelog,
    license: record.license ?? null,
    dialect: record.dialect,
    permissions: [...record.permissions],
    works_on: [...record.worksOn],
    deprecated: record.deprecation ?? null,
    published_at: record.createdAt,
    tree: record.tree,
    size_bytes: record.size,
  };
}

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

function summaryWire(record: SkillSummary): z.output<typeof summaryObject> {
  const { stats, latest } = record;
  return {
    name: record.slug,
    full_name: record.fullName,
    has_plain_name: record.hasPlainName,
    display_name: record.displayName,
    description: record.summary,
    publisher: publisherWire(record.publisher),
    topics: [...record.topics],
    visibility: record.visibility,
    downloads: stats.downloads,
    stars: stats.stars,
    ratings: stats.ratings,
    rating: stats.rating,
    latest_version: latest?.version ?? null,
    latest: latest === undefined ? null : versionSummaryWire(latest),
    tags: { ...record.tags },
    deprecated: record.deprecation ?? null,
    successor: record.successor ?? null,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  };
}

const skillObject = summaryObject.extend({
  is_deleted: z.boolean(),
  is_starred: z.boolean(),
  role: z.enum(["owner", "maintainer", "publisher", "moderator"]).nullable(),
  fork_of: z.string().nullable(),
});

function skillWire(record: SkillRecord): z.output<typeof skillObject> {
  return {
    ...summaryWire(record),
    is_deleted: record.isDeleted,
    is_starred: record.isStarred,
    role: record.role ?? null,
    fork_of: record.forkOf ?? null,
  };
}

const fileObject = z.object({
  path: z.string(),
  size_bytes: z.number(),
  sha256: z.string(),
  is_executable: z.boolean(),
});

function fileWire({ path, size, digest, isExecutable }: FileRecord): z.output<typeof fileObject> {
  return {
    path,
    size_bytes: size,
    sha256: digest.slice("sha256:".length),
    is_executable: isExecutable,
  };
}

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

function auditSummaryWire(audit: AuditSummary): z.output<typeof auditSummaryObject> {
  return {
    verdict: audit.verdict,
    cleared_tiers: [...audit.clearedTiers],
    reason: audit.reason,
    score: audit.score,
    lint_errors: audit.lintErrors,
    audited_at: audit.auditedAt,
    engine: audit.engine,
    uses:
      audit.uses?.map(({ domain, isWriting, subjects }) => ({
        domain,
        is_writing: isWriting,
        subjects: [...subjects],
      })) ?? null,
  };
}

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

function versionWire(record: VersionRecord, base: string): z.output<typeof versionObject> {
  const artifacts = (["folder", "flat"] as const).map((layout) => {
    const { digest, integrity, size } = record.archives[layout];
    const address = `${base}/skills/${encodeURIComponent(record.fullName)}/download`;
    const query = `version=${encodeURIComponent(record.version)}&layout=${layout}`;
    return {
      filename: `${record.name}-${record.version}.zip`,
      path: `${address}?${query}`,
      size_bytes: size,
      sha256: digest.slice("sha256:".length),
      integrity,
      content_type: "application/zip",
      layout,
    };
  });
  const [artifact] = artifacts;
  if (artifact === undefined) throw new Error("A version has no archive.");
  const { signature } = record;
  return {
    ...versionSummaryWire(record),
    name: record.slug,
    full_name: record.fullName,
    folder: record.name,
    description: record.description,
    author: record.author ?? null,
    stated_version: record.statedVersion ?? null,
    provenance: record.provenance ?? null,
    semver: semverWire(record.semver),
    publisher: record.publishedBy,
    downloads: record.downloads,
    files: record.files.map(fileWire),
    artifact,
    artifacts,
    content_digest: record.contentDigest,
    fingerprint: record.fingerprint,
    signature:
      signature === undefined
        ? null
        : {
            key_id: signature.keyId,
            public_key: signature.publicKey,
            role: signature.role ?? null,
            publisher: signature.publisher ?? null,
          },
    dependencies: record.dependencies.map(({ name, range }) => ({ name, version: range })),
    // Numbers, texts, lists and objects of a file: JSON by its nature, only readonly.
    frontmatter: structuredClone(record.frontmatter) as z.output<ReturnType<typeof z.json>>,
    source: (record.source === undefined ? null : structuredClone(record.source)) as z.output<
      ReturnType<typeof z.json>
    >,
    audit: auditSummaryWire(record.audit),
  };
}

const auditObject = auditSummaryObject.extend({
  content_digest: z.string(),
  scan: z.record(z.string(), z.unknown()),
  lint: z.array(z.record(z.string(), z.unknown())),
});

function auditWire(report: AuditReport): object {
  return {
    ...auditSummaryWire(report),
    content_digest: report.contentDigest,
    scan: report.scan,
    lint: report.lint,
  };
}

export const publisherSchema: z.ZodType = publisherObject;
export const ownPublisherSchema: z.ZodType = publisherObject.extend({
  role: z.enum(["owner", "maintainer", "publisher"]),
});
export const versionSummarySchema: z.ZodType = versionSummaryObject;
export const summarySchema: z.ZodType = summaryObject;
export const skillSchema: z.ZodType = skillObject;
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
export const versionSchema: z.ZodType = versionObject;
/** With names of skills that it may be taken for. */
export const queuedVersionSchema: z.ZodType = versionObject.extend({
  look_alikes: z.array(z.string()),
  earlier_cases: z.array(z.string()),
});
export const auditSchema: z.ZodType = auditObject;

export function publisherOut(record: PublisherRecord): object {
  return publisherWire(record);
}

export function versionSummaryOut(record: VersionSummary): object {
  return versionSummaryWire(record);
}

export function summaryOut(record: SkillSummary): object {
  return summaryWire(record);
}

export function skillOut(record: SkillRecord): object {
  return skillWire(record);
}

/** A skill with what its latest version says, and all versions: the manifest of a skill in one answer. */
export function detailOut(
  record: SkillRecord,
  latest: VersionRecord | undefined,
  versions: readonly VersionSummary[],
): object {
  return {
    ...skillWire(record),
    author: latest?.author ?? null,
    license: latest?.license ?? null,
    security_tier: latest?.tier ?? "experimental",
    permissions: latest?.permissions ?? [],
    audit: latest === undefined ? null : auditSummaryWire(latest.audit),
    semver: semverWire(latest?.semver),
    versions: Object.fromEntries(versions.map((one) => [one.version, versionSummaryWire(one)])),
  };
}

export function versionOut(record: VersionRecord, base: string): object {
  return versionWire(record, base);
}

export function auditOut(record: AuditReport): object {
  return auditWire(record);
}
