import {
  type ListSort,
  marketCodes,
  type SkillSummary,
  type VersionJudgement,
  type VersionRecord,
} from "../../contract/index.ts";
import {
  bytesAnswer,
  type ProtocolRow,
  jsonAnswer,
  refusalOf,
  statementLink,
  type RequestContext,
} from "../adapter.ts";
import { invalid, limitIn, queryOf, skillIn, versionIn } from "./request.ts";
import {
  listItem,
  NO_SKILL,
  PREFIX,
  searchResult,
  skillAnswer,
  versionAnswer,
  versionItem,
} from "./shapes.ts";

const API = `${PREFIX}/api/v1`;
const SKILL = `${API}/skills/{slug}`;
const MOST_ITEMS = 200;

const SORTS: Readonly<Record<string, ListSort>> = {
  updated: "updated",
  recommended: "recommended",
  default: "recommended",
  createdAt: "created",
  newest: "created",
  downloads: "downloads",
  installs: "downloads",
  stars: "stars",
  rating: "rating",
  name: "name",
  trending: "trending",
};

export const readRows: readonly ProtocolRow[] = [
  { method: "GET", path: `${API}/search`, doc: "Searches skills.", handle: search },
  {
    method: "GET",
    path: `${API}/skills`,
    doc: "Lists skills.",
    handle: (context) => list(context),
  },
  {
    method: "GET",
    path: `${API}/trending`,
    doc: "Lists skills that were fetched most of late.",
    handle: (context) => list(context, "trending"),
  },
  { method: "GET", path: SKILL, doc: "Gives a skill and its latest version.", handle: describe },
  {
    method: "GET",
    path: `${SKILL}/install`,
    doc: "Gives the archive that an installation takes.",
    handle: resolveInstall,
  },
  { method: "GET", path: `${SKILL}/versions`, doc: "Lists versions.", handle: versions },
  {
    method: "GET",
    path: `${SKILL}/versions/{version}`,
    doc: "Gives a version and its files.",
    handle: version,
  },
  { method: "GET", path: `${SKILL}/file`, doc: "Gives a file of a version.", handle: file },
  {
    method: "GET",
    path: `${API}/resolve`,
    doc: "Finds the version with the files that a client has.",
    handle: resolve,
  },
  { method: "GET", path: `${API}/download`, doc: "Gives a version as a zip.", handle: download },
];

async function search(context: RequestContext): Promise<Response> {
  const { market, viewer, base } = context;
  const query = queryOf(context, "q");
  const mode = queryOf(context, "mode");
  if (mode !== undefined && mode !== "exact" && mode !== "hybrid")
    throw invalid(`\`mode\` cannot be \`${mode}\`; use \`exact\`.`);
  const limit = limitIn(context, MOST_ITEMS);
  if (query === undefined) return jsonAnswer({ results: [] });
  const { items } = await market.search(viewer, {
    query,
    limit,
    mode: mode === "exact" ? "exact" : "words",
  });
  return jsonAnswer({ results: items.map((hit) => searchResult(hit, base)) });
}

async function list(context: RequestContext, order?: ListSort): Promise<Response> {
  const { market, viewer } = context;
  const asked = queryOf(context, "sort") ?? "updated";
  const sort = order ?? (Object.hasOwn(SORTS, asked) ? SORTS[asked] : undefined);
  if (sort === undefined)
    throw invalid(`\`sort\` cannot be \`${asked}\`; use one of ${Object.keys(SORTS).join(", ")}.`);
  const prefix = queryOf(context, "prefix");
  const cursor = queryOf(context, "cursor");
  const page = await market.list(viewer, {
    limit: limitIn(context, MOST_ITEMS),
    sort: prefix === undefined ? sort : "name",
    ...(prefix === undefined ? {} : { prefix }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  return jsonAnswer({ items: page.items.map(listItem), nextCursor: page.cursor ?? null });
}

async function describe(context: RequestContext): Promise<Response> {
  const known = await findRequested(context);
  if (known.isDeleted || known.judged?.removal !== undefined) return jsonAnswer(NO_SKILL);
  return jsonAnswer(skillAnswer(known.skill, known.judged));
}

interface Known {
  readonly skill: SkillSummary;
  readonly isDeleted: boolean;
  /** The latest version, or the one for which nobody is given any; undefined where there is none to judge. */
  readonly judged: VersionJudgement | undefined;
}

/** A skill also where nobody is given it: clients that have it want to know that, and why. */
async function findRequested(context: RequestContext): Promise<Known> {
  const { market, viewer } = context;
  const name = skillIn(context);
  try {
    const { skill, isDeleted, version: judged } = await market.judge(viewer, name, "latest");
    return { skill, isDeleted, judged };
  } catch (error) {
    if (refusalOf(error)?.code !== marketCodes.notFound) throw error;
    const skill = await market.describe(viewer, name);
    return { skill, isDeleted: skill.isDeleted, judged: undefined };
  }
}

async function resolveInstall(context: RequestContext): Promise<Response> {
  const { base } = context;
  const { skill, isDeleted, judged } = await findRequested(context);
  const { slug, latest, publisher } = skill;
  // Clients go on with their other skills after 410, not after 451.
  const removal = isDeleted ? "This skill was deleted." : judged?.removal;
  if (removal !== undefined) return notInstallable(slug, 410, removal);
  if (latest === undefined)
    return judged?.state === "quarantined"
      ? notInstallable(slug, 403, "This skill is in quarantine.")
      : notInstallable(slug, 409, "There is no version of this skill that can be installed.");
  const query = new URLSearchParams({
    slug,
    ownerHandle: publisher.handle,
    version: latest.version,
  });
  return jsonAnswer({
    ok: true,
    slug,
    installKind: "archive",
    archive: { version: latest.version, downloadUrl: `${base}${API}/download?${query.toString()}` },
  });
}

/** Of the reasons that clients know, the only one that fits here; the message says more. */
function notInstallable(slug: string, status: number, message: string): Response {
  const reason = "archive_version_missing";
  return jsonAnswer({ ok: false, slug, reason, message, status }, { status });
}

async function versions(context: RequestContext): Promise<Response> {
  const { market, viewer } = context;
  const cursor = queryOf(context, "cursor");
  const page = await market.versions(viewer, skillIn(context), {
    limit: limitIn(context, MOST_ITEMS),
    ...(cursor === undefined ? {} : { cursor }),
  });
  return jsonAnswer({ items: page.items.map(versionItem), nextCursor: page.cursor ?? null });
}

async function version(context: RequestContext): Promise<Response> {
  const { market, viewer, params, base } = context;
  const skill = await market.describe(viewer, skillIn(context));
  const record = await market.version(viewer, skill.fullName, params["version"] ?? "");
  return jsonAnswer(versionAnswer(record, skill.displayName, base));
}

/** What is shown as text; the protocol allows no more of it. */
const MOST_PREVIEW = 200 * 1024;

async function file(context: RequestContext): Promise<Response> {
  const { market, viewer, request } = context;
  const path = queryOf(context, "path");
  if (path === undefined) throw invalid("Missing parameter `path`.");
  const name = skillIn(context);
  const { bytes, digest } = await market.readFile(viewer, name, versionIn(context), path);
  if (queryOf(context, "preview") === "1" && !isText(bytes))
    return new Response("Not a text file.", { status: 415 });
  const shown = queryOf(context, "preview") === "1" ? bytes.subarray(0, MOST_PREVIEW) : bytes;
  return bytesAnswer(request, shown, { mediaType: "application/octet-stream", digest });
}

function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

async function resolve(context: RequestContext): Promise<Response> {
  const { market, viewer } = context;
  const hash = queryOf(context, "hash") ?? "";
  if (!/^[0-9a-f]{64}$/u.test(hash)) throw invalid("`hash` must be 64 hexadecimal digits.");
  const { match, latest } = await market.resolveByDigest(viewer, skillIn(context), hash);
  return jsonAnswer({
    slug: queryOf(context, "slug"),
    match: match === undefined ? null : { version: match },
    latestVersion: latest === undefined ? null : { version: latest },
  });
}

async function download(context: RequestContext): Promise<Response> {
  const { market, viewer, request, base } = context;
  const name = skillIn(context);
  const asked = versionIn(context);
  const found: VersionRecord = await market.version(viewer, name, asked);
  const { bytes, digest, fileName, mediaType } = await market.archive(
    viewer,
    name,
    found.version,
    "flat",
  );
  const answer = bytesAnswer(request, bytes, {
    mediaType,
    digest,
    fileName,
    headers: statementLink(base, found.fullName, found.version),
  });
  if (answer.status === 200 && request.method === "GET")
    await market.countDownload(viewer, name, found.version);
  return answer;
}
