import type { Skill } from "../../../skill/index.ts";
import type {
  AuditReport,
  AuditSummary,
  GivenVersion,
  SkillSummary,
  VersionRecord,
} from "../../contract/index.ts";

/** What GAIA's hub tells of a version besides what the market keeps. */
export interface VersionDetails {
  readonly record: VersionRecord;
  readonly skill: Skill;
}

function requirementsOf({ requirements, relations }: Skill): object {
  const { modelSize, contextWindow, python, env, hardware } = requirements;
  return {
    model: modelSize ?? null,
    context: contextWindow ?? null,
    python: python ?? null,
    dependencies: relations.pythonPackages ?? [],
    node_dependencies: relations.nodePackages ?? [],
    env_vars: env ?? [],
    hardware: hardware ?? {},
  };
}

/** What both the catalog and the page of a skill say. */
function toCommonFields({ record, skill }: VersionDetails): object {
  return {
    name: record.slug,
    description: record.description,
    author: record.author ?? record.publishedBy,
    license: record.license ?? null,
    security_tier: record.tier,
    permissions: record.permissions,
    tools: skill.tools.declared ?? [],
    tools_required: skill.tools.required ?? [],
    requirements: requirementsOf(skill),
    audit: auditShort(record.audit),
  };
}

/** An entry of the catalog, which hubs share between skills and agents. */
export function catalogEntry(described: VersionDetails, summary: SkillSummary): object {
  const { record, skill } = described;
  const common = toCommonFields(described);
  return {
    id: record.slug,
    type: "skill",
    ...common,
    display_name: summary.displayName,
    version: record.version,
    latest_version: record.version,
    publisher: summary.publisher.handle,
    tags: summary.topics,
    language: (skill.tools.declared ?? []).length > 0 ? "python" : "markdown",
    downloads: summary.stats.downloads,
    published_at: record.createdAt,
    skill_metadata: {
      tools: skill.tools.declared ?? [],
      tools_required: skill.tools.required ?? [],
      requirements: requirementsOf(skill),
      audit: auditShort(record.audit),
    },
    readme: skill.body,
  };
}

interface ManifestFacts {
  readonly publisher: string;
  readonly versions: readonly GivenVersion[];
  /** Where the registry's statement on a version is. */
  readonly statementOf: (version: string) => string;
}

/** The page of a skill with all versions. */
export function manifestShape(
  latest: VersionDetails,
  { publisher, versions, statementOf }: ManifestFacts,
): object {
  const { slug } = latest.record;
  return {
    ...toCommonFields(latest),
    latest_version: latest.record.version,
    versions: Object.fromEntries(
      versions.map((record) => [
        record.version,
        {
          version: record.version,
          published_at: record.createdAt,
          publisher,
          deprecated: record.deprecation !== undefined || record.state === "yanked",
          // Clients pass over what they do not know.
          statement: statementOf(record.version),
          artifact: artifactShape({ slug, ...record }),
          artifacts: [artifactShape({ slug, ...record })],
        },
      ]),
    ),
  };
}

export function artifactName({ slug, version }: Pick<VersionRecord, "slug" | "version">): string {
  return `${slug}-${version}.zip`;
}

export function artifactShape(record: GivenVersion & Pick<VersionRecord, "slug">): object {
  const { digest, size } = record.archives.folder;
  const filename = artifactName(record);
  return {
    filename,
    path: `skills/${record.slug}/${record.version}/${filename}`,
    size_bytes: size,
    sha256: digest.replace(/^sha256:/u, ""),
    content_type: "application/zip",
  };
}

export function auditShort({
  verdict,
  engine,
  auditedAt,
  clearedTiers,
  reason,
}: AuditSummary): object {
  return {
    verdict: verdict.toUpperCase(),
    engine,
    audited_at: auditedAt,
    cleared_tiers: clearedTiers,
    reason,
    // Made here, and not taken from whoever published it.
    attestation: "registry",
  };
}

export function auditShape(record: VersionRecord, report: AuditReport): object {
  return {
    ...auditShort(report),
    skill: record.slug,
    version: record.version,
    security_tier: record.tier,
    content_digest: report.contentDigest,
    counts: report.scan.counts,
    findings: report.scan.findings.map(
      ({ code, severity, category, message, path, range, hint }) => ({
        rule_id: code,
        severity,
        category,
        message,
        file: path,
        line: range?.start.line ?? null,
        remediation: hint ?? "",
      }),
    ),
  };
}
