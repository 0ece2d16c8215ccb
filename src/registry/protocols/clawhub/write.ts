import { z } from "zod";
import { type Published, type PublishRequest, type VersionRecord } from "../../contract/index.ts";
import { type FaceRow, jsonAnswer, nameOf, readBody, readForm, type Visit } from "../face.ts";
import { invalid, parseJson, readJson, skillIn } from "./request.ts";
import { PREFIX } from "./shapes.ts";

const API = `${PREFIX}/api/v1`;
const SKILL = `${API}/skills/{slug}`;
/** All files of a skill with what a form adds; the market counts them itself. */
const MOST_FORM = 60 * 1024 * 1024;
const MOST_FILE = 50 * 1024 * 1024;

export const writeRows: readonly FaceRow[] = [
  { method: "GET", path: `${API}/whoami`, doc: "Tells whose token it is.", handle: whoAmI },
  {
    method: "POST",
    path: `${API}/skills/-/upload-url`,
    doc: "Opens a place for a file of a version to come.",
    handle: openUpload,
  },
  {
    method: "POST",
    path: `${API}/skills/-/upload/{upload}`,
    doc: "Takes the bytes of such a file.",
    handle: fillUpload,
  },
  {
    method: "POST",
    path: `${API}/skills`,
    doc: "Publishes a version: of files that were uploaded, or of a form that brings them.",
    handle: publish,
  },
  { method: "DELETE", path: SKILL, doc: "Deletes a skill.", handle: remove },
  { method: "POST", path: `${SKILL}/undelete`, doc: "Brings it back.", handle: undelete },
  {
    method: "DELETE",
    path: `${SKILL}/versions/{version}`,
    doc: "Yanks a version.",
    handle: (visit) => changeVersion(visit, "yank"),
  },
  {
    method: "POST",
    path: `${SKILL}/versions/{version}/restore`,
    doc: "Takes a yank back.",
    handle: (visit) => changeVersion(visit, "unyank"),
  },
  { method: "POST", path: `${SKILL}/tags/{tag}`, doc: "Lets a tag name a version.", handle: tag },
  { method: "POST", path: `${SKILL}/report`, doc: "Reports a skill.", handle: report },
  { method: "POST", path: `${API}/stars/{slug}`, doc: "Stars a skill.", handle: star },
  { method: "DELETE", path: `${API}/stars/{slug}`, doc: "Takes a star back.", handle: unstar },
  { method: "POST", path: `${API}/publishers`, doc: "Makes a publisher.", handle: makePublisher },
];

async function whoAmI({ market, viewer }: Visit): Promise<Response> {
  const { handle, displayName, role } = await market.whoAmI(viewer);
  return jsonAnswer({ user: { handle, displayName, image: null, role } });
}

const uploadSchema = z.object({
  path: z.string().optional(),
  size: z.int().min(0).optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/u)
    .optional(),
});

async function openUpload(visit: Visit): Promise<Response> {
  const { market, viewer, request, base } = visit;
  const { size, sha256 } = await readJson(request, uploadSchema);
  const { upload } = await market.openUpload(viewer, {
    ...(size === undefined ? {} : { size }),
    ...(sha256 === undefined ? {} : { sha256 }),
  });
  const place = encodeURIComponent(upload);
  return jsonAnswer({ uploadUrl: `${base}${API}/skills/-/upload/${place}`, uploadTicket: upload });
}

async function fillUpload({ market, viewer, request, params }: Visit): Promise<Response> {
  const upload = params["upload"] ?? "";
  await market.whoAmI(viewer);
  await market.fillUpload(viewer, upload, await readBody(request, MOST_FILE));
  return jsonAnswer({ storageId: upload });
}

const payloadSchema = z.object({
  slug: z.string().min(1),
  displayName: z.string().optional(),
  ownerHandle: z.string().optional(),
  version: z.string().min(1),
  changelog: z.string().default(""),
  tags: z.array(z.string()).default([]),
  categories: z.array(z.string()).default([]),
  topics: z.array(z.string()).default([]),
  source: z.json().optional(),
  forkOf: z
    .object({
      slug: z.string(),
      ownerHandle: z.string().optional(),
      version: z.string().optional(),
    })
    .optional(),
});

type Payload = z.infer<typeof payloadSchema>;

const jsonSchema = payloadSchema.extend({
  files: z.array(
    z.object({
      path: z.string(),
      storageId: z.string(),
      uploadTicket: z.string().optional(),
      sha256: z.string().optional(),
    }),
  ),
});

async function publish(visit: Visit): Promise<Response> {
  const { market, viewer, request } = visit;
  // Strangers must not make the server read a form.
  await market.whoAmI(viewer);
  const isForm = /^multipart\/form-data\b/iu.test(request.headers.get("content-type") ?? "");
  const wanted = isForm ? await requestOfForm(request) : await requestOfJson(request);
  return jsonAnswer(publishedAnswer(await market.publish(viewer, wanted)));
}

async function requestOfJson(request: Request): Promise<PublishRequest> {
  const { files, ...payload } = await readJson(request, jsonSchema);
  return requestOf(payload, {
    kind: "uploads",
    files: files.map(({ path, storageId, uploadTicket, sha256 }) => ({
      path,
      upload: uploadTicket ?? storageId,
      ...(sha256 === undefined ? {} : { sha256 }),
    })),
  });
}

async function requestOfForm(request: Request): Promise<PublishRequest> {
  const form = await readForm(request, MOST_FORM);
  const text = form.get("payload");
  if (typeof text !== "string") throw invalid("Unexpected form without `payload`, expected JSON.");
  const files = await Promise.all(
    form.getAll("files").map(async (item) => {
      if (typeof item === "string") throw invalid("Unexpected text in `files`, expected files.");
      return { path: item.name, bytes: new Uint8Array(await item.arrayBuffer()) };
    }),
  );
  return requestOf(parseJson(text, payloadSchema), { kind: "files", files });
}

function requestOf(payload: Payload, content: PublishRequest["content"]): PublishRequest {
  const { slug, ownerHandle, displayName, version, changelog, forkOf, source } = payload;
  const topics = [...new Set([...payload.categories, ...payload.topics])];
  return {
    content,
    name: nameOf(slug, ownerHandle),
    version,
    changelog,
    // `latest` follows by itself.
    tags: payload.tags.filter((name) => name !== "latest"),
    ...(displayName === undefined ? {} : { displayName }),
    ...(topics.length === 0 ? {} : { topics }),
    ...(forkOf === undefined ? {} : { forkOf: nameOf(forkOf.slug, forkOf.ownerHandle) }),
    ...(source === undefined ? {} : { source }),
  };
}

function publishedAnswer({ skill, version }: Published): object {
  const status = version.state === "listed" ? "published" : "pending";
  return {
    ok: true,
    skillId: skill.id,
    versionId: version.id,
    slug: skill.slug,
    version: version.version,
    status,
    publicationStatus: status,
    attemptId: version.id,
  };
}

const removalSchema = z.object({
  reason: z.string().optional(),
  ownerHandle: z.string().optional(),
});

async function remove(visit: Visit): Promise<Response> {
  const { reason, ownerHandle } = await readJson(visit.request, removalSchema);
  await visit.market.delete(visit.viewer, skillIn(visit, ownerHandle), reason);
  return jsonAnswer({ ok: true });
}

async function undelete(visit: Visit): Promise<Response> {
  const { ownerHandle } = await readJson(visit.request, removalSchema);
  await visit.market.undelete(visit.viewer, skillIn(visit, ownerHandle));
  return jsonAnswer({ ok: true });
}

async function changeVersion(visit: Visit, change: "yank" | "unyank"): Promise<Response> {
  const { market, viewer, params, request } = visit;
  const { reason, ownerHandle } = await readJson(request, removalSchema);
  const version = params["version"] ?? "";
  const changed: VersionRecord = await market[change](
    viewer,
    skillIn(visit, ownerHandle),
    version,
    reason,
  );
  return jsonAnswer({ ok: true, version: changed.version });
}

const tagSchema = z.object({ version: z.string().min(1), ownerHandle: z.string().optional() });

async function tag(visit: Visit): Promise<Response> {
  const { market, viewer, params } = visit;
  const { version, ownerHandle } = await readJson(visit.request, tagSchema);
  const name = params["tag"] ?? "";
  await market.setTag(viewer, skillIn(visit, ownerHandle), name, version);
  return jsonAnswer({ ok: true, slug: params["slug"], tag: name, version });
}

const reportSchema = z.object({
  reason: z.string().min(1),
  version: z.string().optional(),
  ownerHandle: z.string().optional(),
});

async function report(visit: Visit): Promise<Response> {
  const { market, viewer, request } = visit;
  const { reason, version, ownerHandle } = await readJson(request, reportSchema);
  const name = skillIn(visit, ownerHandle);
  const made = await market.report(viewer, name, {
    reason,
    ...(version === undefined ? {} : { version }),
  });
  const skill = await market.describe(viewer, name);
  return jsonAnswer({
    ok: true,
    reported: true,
    alreadyReported: false,
    reportId: made.id,
    skillId: skill.id,
    reportCount: 1,
  });
}

async function star(visit: Visit): Promise<Response> {
  const { wasStarred } = await visit.market.star(visit.viewer, skillIn(visit));
  return jsonAnswer({ ok: true, starred: true, alreadyStarred: wasStarred });
}

async function unstar(visit: Visit): Promise<Response> {
  const { wasStarred } = await visit.market.unstar(visit.viewer, skillIn(visit));
  return jsonAnswer({ ok: true, unstarred: wasStarred, alreadyUnstarred: !wasStarred });
}

const publisherSchema = z.object({
  handle: z.string().min(1),
  displayName: z.string().optional(),
});

async function makePublisher({ market, viewer, request }: Visit): Promise<Response> {
  const { handle, displayName } = await readJson(request, publisherSchema);
  const made = await market.createPublisher(viewer, {
    handle,
    ...(displayName === undefined ? {} : { displayName }),
  });
  return jsonAnswer({
    ok: true,
    publisherId: made.handle,
    handle: made.handle,
    created: true,
    trusted: false,
  });
}
