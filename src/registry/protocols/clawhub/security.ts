import { z } from "zod";
import { writeZip } from "../../../platform/archive/index.ts";
import { sha256Of } from "../../../platform/index.ts";
import type { AuditReport, SkillRecord, VersionRecord } from "../../market/index.ts";
import {
  bytesAnswer,
  type FaceRow,
  jsonAnswer,
  nameOf,
  textAnswer,
  timeOf,
  type Visit,
} from "../face.ts";
import { isAbsent } from "./read.ts";
import { invalid, queryOf, readJson, skillIn, versionIn } from "./request.ts";
import { hexOf, moderationShape, pageUrl, PREFIX, securityShape, verdictOf } from "./shapes.ts";

const API = `${PREFIX}/api/v1`;
const SKILL = `${API}/skills/{slug}`;
const SCAN = `${API}/skills/-/scan`;

export const securityRows: readonly FaceRow[] = [
  {
    method: "POST",
    path: `${API}/skills/-/security-verdicts`,
    doc: "Tells for up to 100 versions whether they are safe.",
    handle: verdicts,
  },
  { method: "POST", path: SCAN, doc: "Asks for the scan of a version.", handle: submitScan },
  {
    method: "GET",
    path: `${SCAN}/download/{slug}`,
    doc: "Gives the scan of a version as a zip.",
    handle: (visit) => scanZip(visit, skillIn(visit), versionIn(visit)),
  },
  { method: "GET", path: `${SCAN}/{scan}`, doc: "Tells what a scan found.", handle: scanStatus },
  {
    method: "GET",
    path: `${SCAN}/{scan}/download`,
    doc: "Gives it as a zip.",
    handle: (visit) => {
      const { name, version } = scanIn(visit.params["scan"]);
      return scanZip(visit, name, version);
    },
  },
  { method: "GET", path: `${SKILL}/verify`, doc: "Judges a version.", handle: verify },
  { method: "GET", path: `${SKILL}/card`, doc: "Tells of a version as text.", handle: card },
  { method: "GET", path: `${SKILL}/scan`, doc: "Tells what the scan found.", handle: skillScan },
  {
    method: "GET",
    path: `${SKILL}/moderation`,
    doc: "Tells what the scan found, with its evidence.",
    handle: moderation,
  },
];

interface Judged {
  readonly skill: SkillRecord;
  readonly record: VersionRecord;
}

async function judged(visit: Visit, name: string, version: string): Promise<Judged> {
  const { market, viewer } = visit;
  const skill = await market.describe(viewer, name);
  return { skill, record: await market.version(viewer, skill.fullName, version) };
}

function decisionOf(record: VersionRecord): {
  readonly ok: boolean;
  readonly decision: "pass" | "fail";
  readonly reasons: readonly string[];
} {
  const verdict = verdictOf(record);
  const reasons = [
    ...(verdict === "clean" ? [] : [`${verdict}: ${record.audit.reason}`]),
    ...(record.state === "listed" ? [] : [`version is ${record.state}`]),
  ];
  const ok = reasons.length === 0;
  return { ok, decision: ok ? "pass" : "fail", reasons };
}

async function verify(visit: Visit): Promise<Response> {
  const { base } = visit;
  const { skill, record } = await judged(visit, skillIn(visit), versionIn(visit));
  const tag = queryOf(visit, "tag");
  const resolvedFrom =
    queryOf(visit, "version") === undefined ? (tag === undefined ? "latest" : "tag") : "version";
  const query = new URLSearchParams({
    version: record.version,
    ownerHandle: skill.publisher.handle,
  });
  return jsonAnswer({
    schema: "clawhub.skill.verify.v1",
    ...decisionOf(record),
    slug: skill.slug,
    displayName: skill.displayName,
    pageUrl: pageUrl(skill, base, record.version),
    publisherHandle: skill.publisher.handle,
    publisherDisplayName: skill.publisher.displayName,
    publisherProfileUrl: null,
    version: record.version,
    resolvedFrom,
    tag: resolvedFrom === "tag" ? (tag ?? null) : null,
    createdAt: timeOf(record.createdAt),
    card: { available: true, url: `${base}${API}/skills/${skill.slug}/card?${query.toString()}` },
    artifact: {
      kind: "archive",
      sha256: hexOf(record.archives.flat.digest),
      size: record.archives.flat.size,
      fileCount: record.files.length,
      fingerprint: record.fingerprint,
    },
    provenance: record.source ?? null,
    security: securityShape(record),
    signature: record.signature ?? null,
  });
}

const verdictsSchema = z.object({
  items: z
    .array(
      z.object({
        slug: z.string(),
        ownerHandle: z.string().optional(),
        version: z.string().min(1),
      }),
    )
    .min(1)
    .max(100),
});

async function verdicts(visit: Visit): Promise<Response> {
  const { items } = await readJson(visit.request, verdictsSchema);
  const answers = [];
  for (const { slug, ownerHandle, version } of items)
    answers.push(await verdictFor(visit, slug, ownerHandle, version));
  return jsonAnswer({ schema: "clawhub.skill.security-verdicts.v1", items: answers });
}

async function verdictFor(
  visit: Visit,
  slug: string,
  ownerHandle: string | undefined,
  version: string,
): Promise<object> {
  const asked = { requestedSlug: slug, requestedVersion: version };
  try {
    const { skill, record } = await judged(visit, nameOf(slug, ownerHandle), version);
    return {
      ...asked,
      ...decisionOf(record),
      slug: skill.slug,
      version: record.version,
      displayName: skill.displayName,
      publisherHandle: skill.publisher.handle,
      security: securityShape(record),
      overview: record.audit.reason === "" ? "Nothing was found." : record.audit.reason,
      securityAuditUrl: pageUrl(skill, visit.base, record.version),
    };
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return { ...asked, ok: false, decision: "fail", reasons: ["not found"], slug, version };
  }
}

async function card(visit: Visit): Promise<Response> {
  const { skill, record } = await judged(visit, skillIn(visit), versionIn(visit));
  const { ok, reasons } = decisionOf(record);
  const lines = [
    `# ${skill.displayName} ${record.version}`,
    "",
    record.description,
    "",
    `- Skill: ${skill.fullName}`,
    `- Tier: ${record.tier}`,
    `- Security: ${ok ? "passed" : reasons.join("; ")}`,
    `- Scanned by ${record.audit.engine} at ${record.audit.auditedAt}`,
    `- Files: ${record.files.length}, ${record.size} bytes, tree ${record.tree}`,
    `- Permissions: ${record.permissions.length === 0 ? "none" : record.permissions.join(", ")}`,
  ];
  return textAnswer(`${lines.join("\n")}\n`, {
    headers: { "content-type": "text/markdown; charset=utf-8" },
  });
}

const LEVELS: Readonly<Record<string, "info" | "warn" | "critical">> = {
  critical: "critical",
  high: "critical",
  medium: "warn",
};

async function moderation(visit: Visit): Promise<Response> {
  const { skill, record } = await judged(visit, skillIn(visit), versionIn(visit));
  const { scan } = await visit.market.audit(visit.viewer, skill.fullName, record.version);
  return jsonAnswer({
    moderation: {
      ...moderationShape(record),
      evidence: scan.findings.map(({ code, severity, path, message, range }) => ({
        code,
        severity: LEVELS[severity] ?? "info",
        file: path,
        line: range?.start.line ?? 1,
        message,
        // What was found may be a secret of somebody.
        evidence: "",
      })),
    },
  });
}

async function skillScan(visit: Visit): Promise<Response> {
  const { skill, record } = await judged(visit, skillIn(visit), versionIn(visit));
  const report = await visit.market.audit(visit.viewer, skill.fullName, record.version);
  return jsonAnswer(statusOf({ skill, record }, report, false));
}

const submitSchema = z.object({
  source: z.object({
    kind: z.string(),
    slug: z.string().optional(),
    ownerHandle: z.string().optional(),
    version: z.string().optional(),
  }),
  update: z.boolean().default(false),
});

async function submitScan(visit: Visit): Promise<Response> {
  const { market, viewer, request } = visit;
  const { source, update } = await readJson(request, submitSchema);
  if (source.kind !== "published" || source.slug === undefined)
    throw invalid("Unexpected source, expected a published skill.");
  const { skill, record } = await judged(
    visit,
    nameOf(source.slug, source.ownerHandle),
    source.version ?? "latest",
  );
  if (update) await market.reaudit(viewer, skill.fullName, record.version);
  const scanId = scanIdOf({ skill, record }, update);
  return jsonAnswer({ ok: true, scanId, status: "succeeded", sourceKind: "published", update });
}

/** Every version was scanned when it came, so that the name of a scan is that of a version. */
function scanIdOf({ skill, record }: Judged, isUpdate: boolean): string {
  const text = `${isUpdate ? "u" : "-"}${skill.fullName}#${record.version}`;
  return Buffer.from(text).toString("base64url");
}

function scanIn(id: string | undefined): {
  readonly name: string;
  readonly version: string;
  readonly isUpdate: boolean;
} {
  const text = Buffer.from(id ?? "", "base64url").toString();
  const { mark, name, version } =
    /^(?<mark>[u-])(?<name>[^#]+)#(?<version>.+)$/u.exec(text)?.groups ?? {};
  if (name === undefined || version === undefined)
    throw invalid("Unexpected id of a scan, expected one that this registry gave.");
  return { name, version, isUpdate: mark === "u" };
}

async function scanStatus(visit: Visit): Promise<Response> {
  const { name, version, isUpdate } = scanIn(visit.params["scan"]);
  const found = await judged(visit, name, version);
  const report = await visit.market.audit(visit.viewer, name, version);
  return jsonAnswer(statusOf(found, report, isUpdate));
}

function statusOf({ skill, record }: Judged, report: AuditReport, isUpdate: boolean): object {
  const verdict = verdictOf(record);
  const time = timeOf(report.auditedAt);
  const issues = report.scan.findings.map(({ code, severity, path, message }) => ({
    code,
    severity,
    file: path,
    message,
  }));
  return {
    ok: true,
    scanId: scanIdOf({ skill, record }, isUpdate),
    status: "succeeded",
    sourceKind: "published",
    update: isUpdate,
    writtenBack: isUpdate,
    artifact: {
      slug: skill.slug,
      displayName: skill.displayName,
      version: record.version,
      sha256: hexOf(record.archives.flat.digest),
    },
    report: {
      staticAnalysis: {
        status: verdict,
        summary: report.reason,
        reasonCodes: [...new Set(issues.map(({ code }) => code))],
        findings: issues,
      },
      clawscan: { verdict, summary: report.reason },
    },
    createdAt: time,
    updatedAt: time,
    completedAt: time,
  };
}

async function scanZip(visit: Visit, name: string, version: string): Promise<Response> {
  const found = await judged(visit, name, version);
  const report = await visit.market.audit(visit.viewer, name, found.record.version);
  const text = JSON.stringify(statusOf(found, report, false), null, 2);
  const bytes = writeZip([
    { path: "report.json", bytes: Buffer.from(`${text}\n`), isExecutable: false },
  ]);
  return bytesAnswer(visit.request, bytes, {
    mediaType: "application/zip",
    digest: `sha256:${sha256Of(bytes)}`,
    fileName: "scan.zip",
  });
}
