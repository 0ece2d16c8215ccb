/** The hub of GAIA as it was shipped, so that its client installs from this registry and publishes to it. */
import { computeSha256 } from "../../../platform/index.ts";
import { nextTurn } from "../../../platform/machine/index.ts";
import type { FormPart } from "../../../platform/network/index.ts";
import {
  type MarketCode,
  marketCodes,
  marketRefusal,
  PUBLISH_LIMIT,
  type VersionRecord,
} from "../../contract/index.ts";
import {
  bytesAnswer,
  type ProtocolAdapter,
  type ProtocolRow,
  hasNul,
  jsonAnswer,
  readForm,
  statementAt,
  statementLink,
  textAnswer,
  type RequestContext,
} from "../adapter.ts";
import { type IndexContent, IndexCache } from "../index-cache.ts";
import { listSkills, pageIn } from "../pages.ts";
import { Recent } from "../recent.ts";
import {
  artifactName,
  artifactShape,
  auditShape,
  auditShort,
  catalogEntry,
  type VersionDetails,
  manifestShape,
} from "./shapes.ts";

/** Below which its routes stand; clients are told it by `GAIA_HUB_URL`. */
const PREFIX = "/gaia";
/** Characters of instructions that are remembered together. */
const KEPT_CHARACTERS = 16 * 1024 * 1024;
const MOST_BYTES = 110 * 1024 * 1024;
/** Beside the archive a form brings a few fields of text. */
const MOST_PARTS = 20;
const MOST_TEXT = 1024 * 1024;

const CODES: Readonly<Record<MarketCode, string>> = {
  [marketCodes.loginNeeded]: "unauthorized",
  [marketCodes.forbidden]: "forbidden_scope",
  [marketCodes.notFound]: "not_found",
  [marketCodes.gone]: "not_found",
  [marketCodes.invalid]: "invalid_skill_manifest",
  [marketCodes.nameTaken]: "id_conflict",
  [marketCodes.versionExists]: "version_exists",
  [marketCodes.versionTooLow]: "invalid_skill_manifest",
  [marketCodes.wrongSignature]: "invalid_artifact",
  [marketCodes.quarantined]: "audit_blocked",
  [marketCodes.removed]: "audit_blocked",
  [marketCodes.wrongState]: "id_conflict",
  [marketCodes.tooLarge]: "artifact_too_large",
  [marketCodes.overQuota]: "quota_exceeded",
  [marketCodes.lookAlike]: "id_conflict",
  [marketCodes.upstreamFailed]: "internal_error",
};

export function gaiaHubAdapter(indexSize: number): ProtocolAdapter {
  const kept = new Recent<VersionDetails | undefined>(
    KEPT_CHARACTERS,
    (found) => 1000 + (found?.skill.body.length ?? 0),
  );
  return {
    id: "gaia-hub",
    rows: [...readRows(kept, indexSize), ...writeRows],
    // One reader looks into `error`, another beside it.
    refuse: ({ status, code, message }) =>
      jsonAnswer(
        { error: { code: CODES[code], message }, message },
        { status, headers: status === 401 ? { "www-authenticate": "Bearer" } : {} },
      ),
  };
}

function readRows(
  kept: Recent<VersionDetails | undefined>,
  indexSize: number,
): readonly ProtocolRow[] {
  const indexes = new IndexCache();
  return [
    {
      method: "GET",
      path: `${PREFIX}/health`,
      doc: "Says that the hub runs.",
      access: "everyone",
      handle: () => Promise.resolve(jsonAnswer({ status: "ok", build: "skillwright" })),
    },
    {
      method: "GET",
      path: `${PREFIX}/index.json`,
      doc: "Lists the skills with what their files say.",
      handle: (context) =>
        indexes.answer(context, `catalog ${pageIn(context)}`, () =>
          catalog(context, kept, indexSize),
        ),
    },
    {
      method: "GET",
      path: `${PREFIX}/skills/{name}/manifest.json`,
      doc: "Gives a skill and all its versions.",
      handle: (context) => manifest(context, kept),
    },
    {
      method: "GET",
      path: `${PREFIX}/skills/{name}/{version}/{path...}`,
      doc: "Gives the archive of a version, `SKILL.md`, `CHANGELOG.md`, `audit.json` or another file of it.",
      handle: versionFile,
    },
  ];
}

const writeRows: readonly ProtocolRow[] = [
  {
    method: "POST",
    path: `${PREFIX}/publish/skill`,
    doc: "Publishes a version from a form with `skill`, `artifact` and `changelog`.",
    limit: PUBLISH_LIMIT,
    body: { from: "registry:write", maxBytes: MOST_BYTES },
    handle: publish,
  },
  {
    method: "POST",
    path: `${PREFIX}/reindex`,
    doc: "Answers that nothing has to be done: the list is never old.",
    handle: async ({ market, viewer }) => {
      await market.whoAmI(viewer);
      return jsonAnswer({ status: "ok" });
    },
  },
];

async function described(
  { market, viewer }: RequestContext,
  record: VersionRecord,
  kept: Recent<VersionDetails | undefined>,
): Promise<VersionDetails | undefined> {
  const key = `${record.fullName}@${record.version}#${record.tree}`;
  const made = await kept.get(key, async () => {
    const read = await market.manifest(viewer, record.fullName, record.version);
    return read && { record, skill: read.skill };
  });
  // Its tier and audit may have changed since.
  return made && { ...made, record };
}

async function catalog(
  context: RequestContext,
  kept: Recent<VersionDetails | undefined>,
  indexSize: number,
): Promise<IndexContent> {
  const { market, viewer } = context;
  const { skills, next } = await listSkills(context, { sort: "name" }, indexSize);
  const agents = [];
  for (const skill of skills.filter(({ hasPlainName }) => hasPlainName)) {
    const record = await market.version(viewer, skill.fullName, skill.latest.version);
    const found = await described(context, record, kept);
    if (found !== undefined) agents.push(catalogEntry(found, skill));
    // Others have their turn: what is at hand already would be put together in one go.
    await nextTurn();
  }
  const head = { schema_version: 1, ...(next === undefined ? {} : { next }) };
  return { head, name: "agents", items: agents };
}

async function manifest(
  context: RequestContext,
  kept: Recent<VersionDetails | undefined>,
): Promise<Response> {
  const { market, viewer, params, base } = context;
  const skill = await market.describe(viewer, params["name"] ?? "");
  const { fullName, publisher, latest } = skill;
  const newest = latest && (await market.version(viewer, fullName, latest.version));
  const found = newest && (await described(context, newest, kept));
  if (found === undefined) throw unknown();
  const versions = await market.given(viewer, fullName);
  const statementOf = (version: string): string => statementAt(base, fullName, version);
  return jsonAnswer(manifestShape(found, { publisher: publisher.handle, versions, statementOf }));
}

function unknown(): Error {
  return marketRefusal(marketCodes.notFound, "The address does not name a version.");
}

async function versionFile(context: RequestContext): Promise<Response> {
  const { market, viewer, params, request, base } = context;
  const { name = "", path = "" } = params;
  const record = await market.version(viewer, name, params["version"] ?? "");
  if (record.version !== params["version"]) throw unknown();
  if (path === artifactName(record)) {
    const { bytes, digest, mediaType } = await market.archive(
      viewer,
      name,
      record.version,
      "folder",
    );
    const answer = bytesAnswer(request, bytes, {
      mediaType,
      digest,
      fileName: path,
      headers: statementLink(base, record.fullName, record.version),
    });
    if (answer.status === 200 && request.method === "GET")
      await market.countDownload(viewer, name, record.version);
    return answer;
  }
  if (path === "audit.json")
    return jsonAnswer(auditShape(record, await market.audit(viewer, name, record.version)));
  const hasFile = record.files.some((file) => file.path === path);
  if (path === "CHANGELOG.md" && !hasFile)
    return textAnswer(record.changelog === "" ? "" : `${record.changelog}\n`, {
      headers: { "content-type": "text/markdown; charset=utf-8" },
    });
  const { bytes, digest } = await market.readFile(viewer, name, record.version, path);
  const mediaType = path.endsWith(".md")
    ? "text/markdown; charset=utf-8"
    : "application/octet-stream";
  return bytesAnswer(request, bytes, { mediaType, digest });
}

async function publish(context: RequestContext): Promise<Response> {
  const { market, viewer } = context;
  await market.requireRoom(viewer);
  const form = await readForm(context, MOST_PARTS);
  const artifact = form.find(({ name }) => name === "artifact");
  if (artifact?.fileName === undefined)
    throw marketRefusal(marketCodes.invalid, "The form has no `artifact` with a zip.");
  const changelog = textIn(form, "changelog");
  const wanted = {
    content: { kind: "archive", bytes: artifact.bytes },
    ...(changelog === undefined ? {} : { changelog }),
  } as const;
  await checkSame(context, wanted, textIn(form, "skill"));
  const { skill, version } = await market.publish(viewer, wanted);
  return jsonAnswer(
    {
      published: {
        name: version.slug,
        version: version.version,
        security_tier: version.tier,
        state: version.state,
        audit: auditShort(version.audit),
        artifact: artifactShape(version),
        latest_version: skill.latest?.version ?? null,
      },
      catalog_entries: skill.latest === undefined ? 0 : 1,
    },
    { status: 201 },
  );
}

function textIn(form: readonly FormPart[], name: string): string | undefined {
  const part = form.find((one) => one.name === name);
  if (part === undefined) return undefined;
  if (part.bytes.length > MOST_TEXT)
    throw marketRefusal(
      marketCodes.tooLarge,
      `\`${name}\` is too long: ${MOST_TEXT} bytes are the limit.`,
    );
  const text = new TextDecoder().decode(part.bytes);
  if (!hasNul(text)) return text;
  throw marketRefusal(marketCodes.invalid, `\`${name}\` contains a NUL character.`);
}

/** The file that clients send beside the archive is what its readers are shown, so it has to be the same. */
async function checkSame(
  { market, viewer }: RequestContext,
  wanted: Parameters<RequestContext["market"]["publish"]>[1],
  text: string | undefined,
): Promise<void> {
  if (text === undefined) return;
  const { version } = await market.publish(viewer, { ...wanted, isDryRun: true });
  const packed = version.files.find(({ path }) => path === "SKILL.md")?.digest;
  const same = [text, text.replaceAll("\r\n", "\n"), text.replaceAll(/\r?\n/gu, "\r\n")];
  if (!same.some((given) => packed === `sha256:${computeSha256(given)}`))
    throw marketRefusal(marketCodes.invalid, "`skill` is not the `SKILL.md` of the archive.");
}
