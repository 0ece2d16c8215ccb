/** Records of the market as ClawHub's clients know them. They take no null where a field may be left out. */
import type {
  AuditSummary,
  PublisherRecord,
  SearchHit,
  SkillSummary,
  VersionRecord,
  VersionSummary,
} from "../../contract/index.ts";
import { statementAt, parseTimestamp } from "../adapter.ts";

/** Below which the routes stand: the names are also those of the platform itself. */
export const PREFIX = "/clawhub";

/** What names this registry to clients that know several catalogs. */
const SOURCE = "clawhub";

export function searchResult(hit: SearchHit, base: string): object {
  const { slug, displayName, summary, stats, publisher, latest, visibility } = hit;
  const updatedAt = parseTimestamp(hit.updatedAt);
  return {
    source: SOURCE,
    slug,
    displayName,
    summary,
    version: latest?.version ?? null,
    score: hit.score,
    downloads: stats.downloads,
    updatedAt,
    ownerHandle: publisher.handle,
    owner: ownerShape(publisher),
    official: publisher.isOfficial,
    publisher: { ...publisherShape(publisher), image: null, official: publisher.isOfficial },
    canonicalUrl: pageUrl(hit, base),
    links: { canonical: pageUrl(hit, base), source: null },
    install: { kind: SOURCE, reference: hit.fullName, sourceUrl: null },
    metrics: { rolling60DayInstalls: null, bookmarks: stats.stars, updatedAt },
    ...(visibility === "public" && latest !== undefined
      ? {
          trust: {
            visibility: "public",
            installability: "installable",
            clawHubVerdict: null,
            upstreamScanners: null,
            sourceFreshness: "native",
          },
        }
      : {}),
  };
}

function publisherShape({ kind, handle, displayName }: PublisherRecord): object {
  return { kind: kind === "team" ? "org" : "user", handle, displayName };
}

function ownerShape({ handle, displayName }: PublisherRecord): object {
  return { handle, displayName, image: null };
}

/** Where a person can read on: the archive, since that is there on every server. */
export function pageUrl(
  { fullName }: Pick<SkillSummary, "fullName">,
  base: string,
  version?: string,
): string {
  return `${base}/d/${fullName}${version === undefined ? "" : `@${encodeURIComponent(version)}`}.zip`;
}

function skillShape(skill: SkillSummary): object {
  const { slug, displayName, summary, topics, tags, stats, latest } = skill;
  return {
    slug,
    displayName,
    summary,
    description: summary,
    topics,
    tags: { ...tags, ...(latest === undefined ? {} : { latest: latest.version }) },
    stats: {
      downloads: stats.downloads,
      stars: stats.stars,
      versions: stats.versions,
      installsAllTime: stats.downloads,
    },
    createdAt: parseTimestamp(skill.createdAt),
    updatedAt: parseTimestamp(skill.updatedAt),
  };
}

export function listItem(skill: SkillSummary): object {
  return {
    ...skillShape(skill),
    ...(skill.latest === undefined ? {} : { latestVersion: latestShape(skill.latest) }),
  };
}

/** Licences other than the hub's own cannot be said in this protocol. */
function latestShape({ version, createdAt, changelog }: VersionSummary): object {
  return { version, createdAt: parseTimestamp(createdAt), changelog, license: null };
}

export function skillAnswer(skill: SkillSummary, judged: Judged | undefined): object {
  const { latest } = skill;
  return {
    skill: skillShape(skill),
    latestVersion: latest === undefined ? null : latestShape(latest),
    metadata: null,
    owner: ownerShape(skill.publisher),
    moderation: judged === undefined ? null : moderationShape(judged),
  };
}

/** A skill that was deleted, in a form that lets clients go on with the others that they have. */
export const NO_SKILL: object = {
  skill: null,
  latestVersion: null,
  metadata: null,
  owner: null,
  moderation: null,
};

export function versionItem({ version, createdAt, changelog }: VersionSummary): object {
  return { version, createdAt: parseTimestamp(createdAt), changelog, changelogSource: "user" };
}

export function versionAnswer(record: VersionRecord, displayName: string, base: string): object {
  return {
    version: {
      ...versionItem(record),
      license: null,
      files: record.files.map(({ path, size, digest }) => ({
        path,
        size,
        sha256: toHex(digest),
        contentType: path.endsWith(".md") ? "text/markdown" : "application/octet-stream",
      })),
      security: securityShape(record),
      statement: statementAt(base, record.fullName, record.version),
    },
    skill: { slug: record.slug, displayName },
  };
}

export function toHex(digest: string): string {
  return digest.replace(/^sha256:/u, "");
}

export type Verdict = "clean" | "suspicious" | "malicious";

const VERDICTS: Readonly<Record<AuditSummary["verdict"], Verdict>> = {
  allow: "clean",
  review: "suspicious",
  block: "malicious",
};

/** As much of a version as a verdict is made of. */
export type Judged = Pick<VersionRecord, "audit" | "state" | "tier"> & {
  readonly removal?: string;
};

/** Who had it taken away by a legal notice has not called it malware. */
export function toVerdict({ audit, state, removal }: Judged): Verdict {
  return state === "quarantined" && removal === undefined ? "malicious" : VERDICTS[audit.verdict];
}

export function moderationShape(record: Judged): object {
  const verdict = toVerdict(record);
  const { audit } = record;
  return {
    isSuspicious: verdict === "suspicious",
    isMalwareBlocked: verdict === "malicious",
    verdict,
    reasonCodes: verdict === "clean" ? [] : [`${verdict}.scan`],
    updatedAt: parseTimestamp(audit.auditedAt),
    engineVersion: audit.engine,
    summary: audit.reason,
  };
}

export function securityShape(record: Judged): object {
  const verdict = toVerdict(record);
  return {
    status: verdict,
    passed: verdict === "clean",
    summary: record.audit.reason,
    engineVersion: record.audit.engine,
    scannedAt: parseTimestamp(record.audit.auditedAt),
    tier: record.tier,
  };
}
