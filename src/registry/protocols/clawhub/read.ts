import {
  type ListSort,
  marketCodes,
  type SkillSummary,
  type VersionJudgement,
  type VersionRecord,
} from "../../contract/index.ts";
import { bytesAnswer, type FaceRow, jsonAnswer, refusalOf, type Visit } from "../face.ts";
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

export const readRows: readonly FaceRow[] = [
  { method: "GET", path: `${API}/search`, doc: "Searches skills.", handle: search },
  { method: "GET", path: `${API}/skills`, doc: "Lists skills.", handle: (visit) => list(visit) },
  {
    method: "GET",
    path: `${API}/trending`,
    doc: "Lists skills that were fetched most of late.",
    handle: (visit) => list(visit, "trending"),
  },
  { method: "GET", path: SKILL, doc: "Tells of a skill and its latest version.", handle: describe },
  {
    method: "GET",
    path: `${SKILL}/install`,
    doc: "Tells which archive an installation takes.",
    handle: resolveInstall,
  },
  { method: "GET", path: `${SKILL}/versions`, doc: "Lists versions.", handle: versions },
  {
    method: "GET",
    path: `${SKILL}/versions/{version}`,
    doc: "Tells of a version and its files.",
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

async function search(visit: Visit): Promise<Response> {
  const { market, viewer, base } = visit;
  const query = queryOf(visit, "q");
  const mode = queryOf(visit, "mode");
  if (mode !== undefined && mode !== "exact" && mode !== "hybrid")
    throw invalid(`\`mode\` cannot be \`${mode}\`; use \`exact\`.`);
  const limit = limitIn(visit, MOST_ITEMS);
  if (query === undefined) return jsonAnswer({ results: [] });
  const { items } = await market.search(viewer, {
    query,
    limit,
    mode: mode === "exact" ? "exact" : "words",
  });
  return jsonAnswer({ results: items.map((hit) => searchResult(hit, base)) });
}

async function list(visit: Visit, order?: ListSort): Promise<Response> {
  const { market, viewer } = visit;
  const asked = queryOf(visit, "sort") ?? "updated";
  const sort = order ?? (Object.hasOwn(SORTS, asked) ? SORTS[asked] : undefined);
  if (sort === undefined)
    throw invalid(`\`sort\` cannot be \`${asked}\`; use one of ${Object.keys(SORTS).join(", ")}.`);
  const prefix = queryOf(visit, "prefix");
  const cursor = queryOf(visit, "cursor");
  const page = await market.list(viewer, {
    limit: limitIn(visit, MOST_ITEMS),
    sort: prefix === undefined ? sort : "name",
    ...(prefix === undefined ? {} : { prefix }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  return jsonAnswer({ items: page.items.map(listItem), nextCursor: page.cursor ?? null });
}

async function describe(visit: Visit): Promise<Response> {
  const known = await lookAt(visit);
  if (known.isDeleted) return jsonAnswer(NO_SKILL);
  return jsonAnswer(skillAnswer(known.skill, known.judged));
}

interface Known {
  readonly skill: SkillSummary;
  readonly isDeleted: boolean;
  /** The latest version, or the one for which nobody is given any; undefined where there is none to judge. */
  readonly judged: VersionJudgement | undefined;
}

/** A skill also where nobody is given it: clients that have it want to know that, and why. */
async function lookAt(visit: Visit): Promise<Known> {
  const { market, viewer } = visit;
  const name = skillIn(visit);
  try {
    const { skill, isDeleted, version: judged } = await market.judge(viewer, name, "latest");
    return { skill, isDeleted, judged };
  } catch (error) {
    if (refusalOf(error)?.code !== marketCodes.notFound) throw error;
    const skill = await market.describe(viewer, name);
    return { skill, isDeleted: skill.isDeleted, judged: undefined };
  }
}

async function resolveInstall(visit: Visit): Promise<Response> {
  const { base } = visit;
  const { skill, isDeleted, judged } = await lookAt(visit);
  const { slug, latest, publisher } = skill;
  if (isDeleted) return notInstallable(slug, 410, "This skill was deleted.");
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

async function versions(visit: Visit): Promise<Response> {
  const { market, viewer } = visit;
  const cursor = queryOf(visit, "cursor");
  const page = await market.versions(viewer, skillIn(visit), {
    limit: limitIn(visit, MOST_ITEMS),
    ...(cursor === undefined ? {} : { cursor }),
  });
  return jsonAnswer({ items: page.items.map(versionItem), nextCursor: page.cursor ?? null });
}

async function version(visit: Visit): Promise<Response> {
  const { market, viewer, params } = visit;
  const skill = await market.describe(viewer, skillIn(visit));
  const record = await market.version(viewer, skill.fullName, params["version"] ?? "");
  return jsonAnswer(versionAnswer(record, skill.displayName));
}

/** What is shown as text; the protocol allows no more of it. */
const MOST_PREVIEW = 200 * 1024;

async function file(visit: Visit): Promise<Response> {
  const { market, viewer, request } = visit;
  const path = queryOf(visit, "path");
  if (path === undefined) throw invalid("Missing parameter `path`.");
  const name = skillIn(visit);
  const { bytes, digest } = await market.readFile(viewer, name, versionIn(visit), path);
  if (queryOf(visit, "preview") === "1" && !isText(bytes))
    return new Response("Not a text file.", { status: 415 });
  const shown = queryOf(visit, "preview") === "1" ? bytes.subarray(0, MOST_PREVIEW) : bytes;
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

async function resolve(visit: Visit): Promise<Response> {
  const { market, viewer } = visit;
  const hash = queryOf(visit, "hash") ?? "";
  if (!/^[0-9a-f]{64}$/u.test(hash)) throw invalid("`hash` must be 64 hexadecimal digits.");
  const { match, latest } = await market.resolveByDigest(viewer, skillIn(visit), hash);
  return jsonAnswer({
    slug: queryOf(visit, "slug"),
    match: match === undefined ? null : { version: match },
    latestVersion: latest === undefined ? null : { version: latest },
  });
}

async function download(visit: Visit): Promise<Response> {
  const { market, viewer, request } = visit;
  const name = skillIn(visit);
  const asked = versionIn(visit);
  const found: VersionRecord = await market.version(viewer, name, asked);
  const { bytes, digest, fileName, mediaType } = await market.archive(
    viewer,
    name,
    found.version,
    "flat",
  );
  const answer = bytesAnswer(request, bytes, { mediaType, digest, fileName });
  if (answer.status === 200 && request.method === "GET")
    await market.countDownload(viewer, name, found.version);
  return answer;
}
