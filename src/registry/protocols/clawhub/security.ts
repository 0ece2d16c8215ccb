import { z } from "zod";
import { writeZip } from "../../../platform/archive/index.ts";
import { computeSha256, oneLine } from "../../../platform/index.ts";
import {
  type AuditReport,
  type Judgement,
  marketCodes,
  type SkillSummary,
  type Verdict as MarketVerdict,
  type VersionRecord,
} from "../../contract/index.ts";
import {
  bytesAnswer,
  type ProtocolRow,
  jsonAnswer,
  nameOf,
  OPEN_BODY,
  refusalOf,
  textAnswer,
  parseTimestamp,
  type RequestContext,
} from "../adapter.ts";
import { fields, invalid, queryOf, readJson, skillIn, versionIn } from "./request.ts";
import {
  toHex,
  type Judged,
  moderationShape,
  pageUrl,
  PREFIX,
  securityShape,
  toVerdict,
} from "./shapes.ts";

const API = `${PREFIX}/api/v1`;
const SKILL = `${API}/skills/{slug}`;
const SCAN = `${API}/skills/-/scan`;

export const securityRows: readonly ProtocolRow[] = [
  {
    method: "POST",
    path: `${API}/skills/-/security-verdicts`,
    doc: "Says for up to 100 versions whether they are safe.",
    body: OPEN_BODY,
    handle: verdicts,
  },
  {
    method: "POST",
    path: SCAN,
    doc: "Asks for the scan of a version.",
    body: OPEN_BODY,
    handle: submitScan,
  },
  {
    method: "GET",
    path: `${SCAN}/download/{slug}`,
    doc: "Gives the scan of a version as a zip.",
    handle: (context) => scanZip(context, skillIn(context), versionIn(context)),
  },
  { method: "GET", path: `${SCAN}/{scan}`, doc: "Gives what a scan found.", handle: scanStatus },
  {
    method: "GET",
    path: `${SCAN}/{scan}/download`,
    doc: "Gives it as a zip.",
    handle: (context) => {
      const { name, version } = scanIn(context.params["scan"]);
      return scanZip(context, name, version);
    },
  },
  { method: "GET", path: `${SKILL}/verify`, doc: "Judges a version.", handle: verify },
  { method: "GET", path: `${SKILL}/card`, doc: "Gives a version as text.", handle: card },
  { method: "GET", path: `${SKILL}/scan`, doc: "Gives what the scan found.", handle: skillScan },
  {
    method: "GET",
    path: `${SKILL}/moderation`,
    doc: "Gives what the scan found, with its evidence.",
    handle: moderation,
  },
];

interface Found {
  readonly skill: SkillSummary;
  readonly record: VersionRecord;
}

/** A version that the visitor is given. */
async function found(context: RequestContext, name: string, version: string): Promise<Found> {
  const { market, viewer } = context;
  const skill = await market.describe(viewer, name);
  return { skill, record: await market.version(viewer, skill.fullName, version) };
}

/** A version that the visitor may have from before, also where nobody is given it any more. */
function judged(
  { market, viewer }: RequestContext,
  name: string,
  version: string,
): Promise<Judgement> {
  return market.judge(viewer, name, version);
}

function decisionOf(
  record: Judged,
  isDeleted = false,
): {
  readonly ok: boolean;
  readonly decision: "pass" | "fail";
  readonly reasons: readonly string[];
} {
  const verdict = toVerdict(record);
  const reasons = [
    ...(verdict === "clean" ? [] : [`${verdict}: ${record.audit.reason}`]),
    ...(record.removal === undefined ? [] : [record.removal]),
    ...(record.state === "listed" ? [] : [`version is ${record.state}`]),
    ...(isDeleted ? ["skill is deleted"] : []),
  ];
  const ok = reasons.length === 0;
  return { ok, decision: ok ? "pass" : "fail", reasons };
}

async function verify(context: RequestContext): Promise<Response> {
  const { base } = context;
  const asked = await judged(context, skillIn(context), versionIn(context));
  const { skill, version: record } = asked;
  const tag = queryOf(context, "tag");
  const resolvedFrom =
    queryOf(context, "version") === undefined ? (tag === undefined ? "latest" : "tag") : "version";
  const query = new URLSearchParams({
    version: record.version,
    ownerHandle: skill.publisher.handle,
  });
  return jsonAnswer({
    schema: "clawhub.skill.verify.v1",
    ...decisionOf(record, asked.isDeleted),
    slug: skill.slug,
    displayName: skill.displayName,
    pageUrl: pageUrl(skill, base, record.version),
    publisherHandle: skill.publisher.handle,
    publisherDisplayName: skill.publisher.displayName,
    publisherProfileUrl: null,
    version: record.version,
    resolvedFrom,
    tag: resolvedFrom === "tag" ? (tag ?? null) : null,
    createdAt: parseTimestamp(record.createdAt),
    card: { available: true, url: `${base}${API}/skills/${skill.slug}/card?${query.toString()}` },
    artifact: {
      kind: "archive",
      sha256: toHex(record.archives.flat.digest),
      size: record.archives.flat.size,
      fileCount: record.fileCount,
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
        slug: fields.name,
        ownerHandle: fields.handle.optional(),
        version: fields.version,
      }),
    )
    .min(1)
    .max(100),
});

async function verdicts(context: RequestContext): Promise<Response> {
  const { items } = await readJson(context, verdictsSchema);
  const asked = items.map(({ slug, ownerHandle, version }) => {
    const name = nameOf(slug, ownerHandle);
    return { slug, name, version, key: JSON.stringify([name, version]) };
  });
  // The same version may be asked for many times, and is looked for once.
  const wanted = new Map(asked.map(({ key, name, version }) => [key, { name, version }]));
  const judgements = await context.market.judgeAll(context.viewer, [...wanted.values()]);
  const known = new Map([...wanted.keys()].map((key, index) => [key, judgements[index]]));
  return jsonAnswer({
    schema: "clawhub.skill.security-verdicts.v1",
    items: asked.map(({ key, slug, version }) => ({
      requestedSlug: slug,
      requestedVersion: version,
      ...(verdictShape(context, known.get(key)) ?? {
        ok: false,
        decision: "fail",
        reasons: ["not found"],
        slug,
        version,
      }),
    })),
  });
}

function verdictShape(
  context: RequestContext,
  verdict: MarketVerdict | undefined,
): object | undefined {
  if (verdict === undefined) return undefined;
  const { skill, version: record } = verdict;
  return {
    ...decisionOf(record, verdict.isDeleted),
    slug: skill.slug,
    version: record.version,
    displayName: skill.displayName,
    publisherHandle: skill.publisher.handle,
    security: securityShape(record),
    overview: record.audit.reason === "" ? "Nothing was found." : record.audit.reason,
    securityAuditUrl: scanUrl(context, skill, record.version),
  };
}

function scanUrl(
  { base }: RequestContext,
  { slug, publisher }: SkillSummary,
  version: string,
): string {
  const query = new URLSearchParams({ version, ownerHandle: publisher.handle });
  return `${base}${API}/skills/${slug}/scan?${query.toString()}`;
}

async function card(context: RequestContext): Promise<Response> {
  const { skill, record } = await found(context, skillIn(context), versionIn(context));
  const { ok, reasons } = decisionOf(record);
  // What a publisher wrote must not pass for lines of the registry.
  const lines = [
    `# ${oneLine(skill.displayName)} ${record.version}`,
    "",
    oneLine(record.description),
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

/** What was found in a version that is kept from everybody is for its publisher and moderators. */
async function loadAudit(
  { market, viewer }: RequestContext,
  { skill, version }: Judgement,
): Promise<AuditReport | undefined> {
  try {
    return await market.audit(viewer, skill.fullName, version.version);
  } catch (error) {
    const code = refusalOf(error)?.code;
    if (code === marketCodes.quarantined || code === marketCodes.gone) return undefined;
    throw error;
  }
}

async function moderation(context: RequestContext): Promise<Response> {
  const judgement = await judged(context, skillIn(context), versionIn(context));
  const report = await loadAudit(context, judgement);
  return jsonAnswer({
    moderation: {
      ...moderationShape(judgement.version),
      evidence: (report?.scan.findings ?? []).map(({ code, severity, path, message, range }) => ({
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

async function skillScan(context: RequestContext): Promise<Response> {
  const judgement = await judged(context, skillIn(context), versionIn(context));
  return jsonAnswer(statusOf(judgement, await loadAudit(context, judgement), false));
}

const submitSchema = z.object({
  source: z.object({
    kind: z.string().max(100),
    slug: fields.name.optional(),
    ownerHandle: fields.handle.optional(),
    version: fields.version.optional(),
  }),
  update: z.boolean().default(false),
});

async function submitScan(context: RequestContext): Promise<Response> {
  const { market, viewer } = context;
  const { source, update } = await readJson(context, submitSchema);
  if (source.kind !== "published" || source.slug === undefined)
    throw invalid("The source is not a published skill.");
  const judgement = await judged(
    context,
    nameOf(source.slug, source.ownerHandle),
    source.version ?? "latest",
  );
  const { skill, version } = judgement;
  if (update) await market.reaudit(viewer, skill.fullName, version.version);
  const scanId = buildScanId(judgement, update);
  return jsonAnswer({ ok: true, scanId, status: "succeeded", sourceKind: "published", update });
}

/** Every version was scanned when it came, so that the name of a scan is that of a version. */
function buildScanId({ skill, version }: Judgement, isUpdate: boolean): string {
  const text = `${isUpdate ? "u" : "-"}${skill.fullName}#${version.version}`;
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
    throw invalid("The id of the scan was not given by this registry.");
  return { name, version, isUpdate: mark === "u" };
}

async function scanStatus(context: RequestContext): Promise<Response> {
  const { name, version, isUpdate } = scanIn(context.params["scan"]);
  const judgement = await judged(context, name, version);
  return jsonAnswer(statusOf(judgement, await loadAudit(context, judgement), isUpdate));
}

function statusOf(
  judgement: Judgement,
  report: AuditReport | undefined,
  isUpdate: boolean,
): object {
  const { skill, version: record } = judgement;
  const verdict = toVerdict(record);
  const { auditedAt, reason } = record.audit;
  const time = parseTimestamp(auditedAt);
  const issues = (report?.scan.findings ?? []).map(({ code, severity, path, message }) => ({
    code,
    severity,
    file: path,
    message,
  }));
  return {
    ok: true,
    scanId: buildScanId(judgement, isUpdate),
    status: "succeeded",
    sourceKind: "published",
    update: isUpdate,
    writtenBack: isUpdate,
    artifact: {
      slug: skill.slug,
      displayName: skill.displayName,
      version: record.version,
      sha256: toHex(record.archives.flat.digest),
    },
    report: {
      staticAnalysis: {
        status: verdict,
        summary: reason,
        reasonCodes: [...new Set(issues.map(({ code }) => code))],
        findings: issues,
      },
      clawscan: { verdict, summary: reason },
    },
    createdAt: time,
    updatedAt: time,
    completedAt: time,
  };
}

async function scanZip(context: RequestContext, name: string, version: string): Promise<Response> {
  const judgement = await judged(context, name, version);
  const report = await loadAudit(context, judgement);
  const text = JSON.stringify(statusOf(judgement, report, false), null, 2);
  const bytes = writeZip([
    { path: "report.json", bytes: Buffer.from(`${text}\n`), isExecutable: false },
  ]);
  return bytesAnswer(context.request, bytes, {
    mediaType: "application/zip",
    digest: `sha256:${computeSha256(bytes)}`,
    fileName: "scan.zip",
  });
}
