import { z } from "zod";
import {
  PUBLISH_LIMIT,
  type Published,
  type PublishRequest,
  type VersionRecord,
} from "../../contract/index.ts";
import {
  type ProtocolRow,
  jsonAnswer,
  nameOf,
  readBody,
  readForm,
  SMALL_BODY,
  type RequestContext,
} from "../adapter.ts";
import { fields, invalid, parseJson, readJson, skillIn } from "./request.ts";
import { PREFIX } from "./shapes.ts";

const API = `${PREFIX}/api/v1`;
const SKILL = `${API}/skills/{slug}`;
/** All files of a skill with what a form adds; the market counts them itself. */
const MOST_FORM = 60 * 1024 * 1024;
const MOST_FILE = 50 * 1024 * 1024;
/** Settings allow no more files of a version. */
const MOST_FILES = 50_000;

export const writeRows: readonly ProtocolRow[] = [
  { method: "GET", path: `${API}/whoami`, doc: "Says whose token it is.", handle: whoAmI },
  {
    method: "POST",
    path: `${API}/skills/-/upload-url`,
    doc: "Opens a place for a file of a version to come.",
    body: SMALL_BODY,
    handle: openUpload,
  },
  {
    method: "POST",
    path: `${API}/skills/-/upload/{upload}`,
    doc: "Takes the bytes of such a file.",
    body: { from: "registry:write", maxBytes: MOST_FILE },
    handle: fillUpload,
  },
  {
    method: "POST",
    path: `${API}/skills`,
    doc: "Publishes a version: of files that were uploaded, or of a form that brings them.",
    limit: PUBLISH_LIMIT,
    body: { from: "registry:write", maxBytes: MOST_FORM },
    handle: publish,
  },
  { method: "DELETE", path: SKILL, doc: "Deletes a skill.", body: SMALL_BODY, handle: remove },
  {
    method: "POST",
    path: `${SKILL}/undelete`,
    doc: "Brings it back.",
    body: SMALL_BODY,
    handle: undelete,
  },
  {
    method: "DELETE",
    path: `${SKILL}/versions/{version}`,
    doc: "Yanks a version.",
    body: SMALL_BODY,
    handle: (context) => changeVersion(context, "yank"),
  },
  {
    method: "POST",
    path: `${SKILL}/versions/{version}/restore`,
    doc: "Takes a yank back.",
    body: SMALL_BODY,
    handle: (context) => changeVersion(context, "unyank"),
  },
  {
    method: "POST",
    path: `${SKILL}/tags/{tag}`,
    doc: "Lets a tag name a version.",
    body: SMALL_BODY,
    handle: tag,
  },
  {
    method: "POST",
    path: `${SKILL}/report`,
    doc: "Reports a skill.",
    body: SMALL_BODY,
    handle: report,
  },
  { method: "POST", path: `${API}/stars/{slug}`, doc: "Stars a skill.", handle: star },
  { method: "DELETE", path: `${API}/stars/{slug}`, doc: "Takes a star back.", handle: unstar },
  {
    method: "POST",
    path: `${API}/publishers`,
    doc: "Makes a publisher.",
    body: SMALL_BODY,
    handle: makePublisher,
  },
];

async function whoAmI({ market, viewer }: RequestContext): Promise<Response> {
  const { handle, displayName, role } = await market.whoAmI(viewer);
  return jsonAnswer({ user: { handle, displayName, image: null, role } });
}

const uploadSchema = z.object({
  path: z.string().max(1024).optional(),
  size: z.int().min(0).optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/u)
    .optional(),
});

async function openUpload(context: RequestContext): Promise<Response> {
  const { market, viewer, base } = context;
  const { size, sha256 } = await readJson(context, uploadSchema);
  const { upload } = await market.openUpload(viewer, {
    ...(size === undefined ? {} : { size }),
    ...(sha256 === undefined ? {} : { sha256 }),
  });
  const place = encodeURIComponent(upload);
  return jsonAnswer({ uploadUrl: `${base}${API}/skills/-/upload/${place}`, uploadTicket: upload });
}

async function fillUpload(context: RequestContext): Promise<Response> {
  const { market, viewer, params } = context;
  const upload = params["upload"] ?? "";
  await market.fillUpload(viewer, upload, await readBody(context));
  return jsonAnswer({ storageId: upload });
}

const words = z.array(z.string().max(100)).max(100).default([]);

const payloadSchema = z.object({
  slug: fields.name,
  displayName: fields.name.optional(),
  ownerHandle: fields.handle.optional(),
  version: fields.version,
  changelog: z.string().max(20_000).default(""),
  tags: words,
  categories: words,
  topics: words,
  source: z
    .json()
    .refine((value) => JSON.stringify(value).length <= 20_000, "it is too long")
    .optional(),
  forkOf: z
    .object({
      slug: fields.name,
      ownerHandle: fields.handle.optional(),
      version: fields.version.optional(),
    })
    .optional(),
});

type Payload = z.infer<typeof payloadSchema>;

const jsonSchema = payloadSchema.extend({
  files: z
    .array(
      z.object({
        path: z.string().max(1024),
        storageId: z.string().max(200),
        uploadTicket: z.string().max(200).optional(),
        sha256: z.string().max(64).optional(),
      }),
    )
    .max(MOST_FILES),
});

async function publish(context: RequestContext): Promise<Response> {
  const { market, viewer, request } = context;
  await market.requireRoom(viewer);
  const isForm = /^multipart\/form-data\b/iu.test(request.headers.get("content-type") ?? "");
  const wanted = isForm ? await parseFormRequest(context) : await parseJsonRequest(context);
  return jsonAnswer(publishedAnswer(await market.publish(viewer, wanted)));
}

async function parseJsonRequest(context: RequestContext): Promise<PublishRequest> {
  const { files, ...payload } = await readJson(context, jsonSchema);
  return requestOf(payload, {
    kind: "uploads",
    files: files.map(({ path, storageId, uploadTicket, sha256 }) => ({
      path,
      upload: uploadTicket ?? storageId,
      ...(sha256 === undefined ? {} : { sha256 }),
    })),
  });
}

/** Of the text beside the files. */
const MOST_PAYLOAD = 256 * 1024;

async function parseFormRequest(context: RequestContext): Promise<PublishRequest> {
  const parts = await readForm(context, MOST_FILES + 10);
  const payload = parts.find(({ name }) => name === "payload");
  if (payload === undefined || payload.fileName !== undefined)
    throw invalid("The form has no `payload` with JSON.");
  if (payload.bytes.length > MOST_PAYLOAD)
    throw invalid(`The \`payload\` is too long: ${MOST_PAYLOAD} bytes are the limit.`);
  const files = parts.flatMap(({ name, fileName: path, bytes }) => {
    if (name !== "files") return [];
    if (path === undefined) throw invalid("`files` contains text instead of files.");
    return [{ path, bytes }];
  });
  const text = new TextDecoder().decode(payload.bytes);
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
  reason: fields.reason.optional(),
  ownerHandle: fields.handle.optional(),
});

async function remove(context: RequestContext): Promise<Response> {
  const { reason, ownerHandle } = await readJson(context, removalSchema);
  await context.market.delete(context.viewer, skillIn(context, ownerHandle), reason);
  return jsonAnswer({ ok: true });
}

async function undelete(context: RequestContext): Promise<Response> {
  const { ownerHandle } = await readJson(context, removalSchema);
  await context.market.undelete(context.viewer, skillIn(context, ownerHandle));
  return jsonAnswer({ ok: true });
}

async function changeVersion(
  context: RequestContext,
  change: "yank" | "unyank",
): Promise<Response> {
  const { market, viewer, params } = context;
  const { reason, ownerHandle } = await readJson(context, removalSchema);
  const version = params["version"] ?? "";
  const changed: VersionRecord = await market[change](
    viewer,
    skillIn(context, ownerHandle),
    version,
    reason,
  );
  return jsonAnswer({ ok: true, version: changed.version });
}

const tagSchema = z.object({ version: fields.version, ownerHandle: fields.handle.optional() });

async function tag(context: RequestContext): Promise<Response> {
  const { market, viewer, params } = context;
  const { version, ownerHandle } = await readJson(context, tagSchema);
  const name = params["tag"] ?? "";
  await market.setTag(viewer, skillIn(context, ownerHandle), name, version);
  return jsonAnswer({ ok: true, slug: params["slug"], tag: name, version });
}

const reportSchema = z.object({
  reason: fields.reason.min(1),
  version: fields.version.optional(),
  ownerHandle: fields.handle.optional(),
});

async function report(context: RequestContext): Promise<Response> {
  const { market, viewer } = context;
  const { reason, version, ownerHandle } = await readJson(context, reportSchema);
  const name = skillIn(context, ownerHandle);
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

async function star(context: RequestContext): Promise<Response> {
  const { wasStarred } = await context.market.star(context.viewer, skillIn(context));
  return jsonAnswer({ ok: true, starred: true, alreadyStarred: wasStarred });
}

async function unstar(context: RequestContext): Promise<Response> {
  const { wasStarred } = await context.market.unstar(context.viewer, skillIn(context));
  return jsonAnswer({ ok: true, unstarred: wasStarred, alreadyUnstarred: !wasStarred });
}

const publisherSchema = z.object({
  handle: fields.handle.min(1),
  displayName: fields.name.optional(),
});

async function makePublisher(context: RequestContext): Promise<Response> {
  const { market, viewer } = context;
  const { handle, displayName } = await readJson(context, publisherSchema);
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
