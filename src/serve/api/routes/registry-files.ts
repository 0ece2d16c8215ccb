/** Packages of the registry on their way in and out. */
import { z } from "zod";
import {
  conflict,
  list,
  registryRefusals,
  skillShape,
  toShape,
  versionShape,
} from "../../../app/hub/index.ts";
import { type Publication, readPublication } from "../../../hub/jobs/index.ts";
import { bodyOf, findExcess } from "../../../platform/network/index.ts";
import { PUBLISH_LIMIT, QUARANTINE_COST, REGISTRY_PATH } from "../../../registry/contract/index.ts";
import { invalid, readBytes, readForm } from "../body.ts";
import { toAnswers, findVisitor } from "../hub-routes.ts";
import type { ApiPorts } from "../ports.ts";
import { type ApiRoute, route } from "../route.ts";

const problems = toAnswers(registryRefusals);

const publishedShape = toShape({
  skill: skillShape,
  version: versionShape,
  is_new_skill: z.boolean(),
  reputation_cost: z.number(),
  warnings: z.array(z.object({ message: z.string(), hint: z.string().nullable() })),
});

/** Of an archive, with what a form adds; the registry looks at the files themselves. */
const MOST_BYTES = 150 * 1024 * 1024;
/** Base64 takes a third more than the files; what is larger comes as an archive. */
const MOST_JSON_BYTES = 80 * 1024 * 1024;
/** Parsed at once, which is faster than handing it to a worker. */
const SMALL_JSON_BYTES = 64 * 1024;
/** An archive and the details. */
const MOST_PARTS = 30;
const MOST_FIELD_BYTES = 64 * 1024;

const details = z.object({
  name: z.string().max(120).optional(),
  publisher: z.string().max(40).optional(),
  version: z.string().max(64).optional(),
  display_name: z.string().max(120).optional(),
  changelog: z.string().max(20_000).optional(),
  tags: list,
  topics: list,
  visibility: z.enum(["public", "team", "private"]).optional(),
  draft: z.stringbool().optional(),
  dry_run: z.stringbool().optional(),
});

/** A package comes as a form, as JSON, or as the bytes of an archive. */
async function readPackage(
  request: Request,
  jobs: ApiPorts["jobs"],
  owner: string,
): Promise<Publication> {
  const type = request.headers.get("content-type") ?? "";
  if (/^multipart\/form-data/iu.test(type)) return await readArchiveForm(request);
  if (/^application\/json/iu.test(type)) {
    const bytes = await readBytes(request, MOST_JSON_BYTES);
    const isSmall =
      bytes.length <= SMALL_JSON_BYTES && findExcess(new TextDecoder().decode(bytes)) === undefined;
    return isSmall ? readPublication(bytes) : await jobs.run("read-publication", bytes, { owner });
  }
  const bytes = await readBytes(request, MOST_BYTES);
  if (bytes.length === 0) throw invalid("archive", "Expected a package in the body");
  return { content: { kind: "archive", bytes }, details: {} };
}

async function readArchiveForm(request: Request): Promise<Publication> {
  const form = await readForm(request, {
    maxBytes: MOST_BYTES,
    maxParts: MOST_PARTS,
    field: "archive",
  });
  const file = ["archive", "artifact"]
    .map((field) => form.find(({ name }) => name === field))
    .find((part) => part !== undefined);
  if (file?.fileName === undefined)
    throw invalid("archive", "Expected a form with an archive in the field `archive`");
  const texts = form.flatMap(
    ({ name, fileName, bytes }): readonly (readonly [string, string])[] => {
      if (fileName !== undefined) return [];
      if (bytes.length > MOST_FIELD_BYTES) throw invalid(name, "It is too long");
      return [[name, new TextDecoder().decode(bytes)]];
    },
  );
  const parsed = details.safeParse(Object.fromEntries(texts));
  if (!parsed.success)
    throw invalid(
      parsed.error.issues[0]?.path.join(".") ?? "form",
      parsed.error.issues[0]?.message ?? "It is not valid",
    );
  return { content: { kind: "archive", bytes: file.bytes }, details: parsed.data };
}

const ONE_DAY = "public, max-age=86400, immutable";

/** Private answers must not lie in the cache of a proxy. */
function cacheFor(request: Request): string {
  return request.headers.has("authorization") ? "private, no-cache" : ONE_DAY;
}

/** The domain takes absent fields, not undefined ones. */
function omitUndefined<T extends object>(
  fields: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  // Only entries that are undefined are left out, as the type says.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

/** Packages and files as bytes; everything else of the registry is an operation. */
export const registryFileRoutes: readonly ApiRoute[] = [
  route({
    tag: "registry",
    access: "user",
    scope: "registry:write",
    method: "POST",
    path: `${REGISTRY_PATH}/skills`,
    id: "publishRegistrySkill",
    doc: "Publishes a version: a form with an `archive`, the bytes of one, or JSON with `files`; details as fields or in the query.",
    query: details,
    form: ["archive"],
    maxBytes: MOST_BYTES,
    limit: PUBLISH_LIMIT,
    answers: {
      201: {
        doc: "The version with its state; a dry run answers the same and stores nothing.",
        schema: publishedShape.schema,
      },
      413: { doc: "The package is too large." },
      ...toAnswers(conflict),
      ...problems,
    },
    handle: async (context) => {
      const viewer = await findVisitor(context);
      const { market, jobs } = context.ports;
      await market.requireRoom(viewer);
      const { content, details: inBody } = await readPackage(
        context.request,
        jobs,
        context.caller.user.id,
      );
      const told = { ...omitUndefined(context.query), ...omitUndefined(inBody) };
      const { display_name, draft, dry_run, ...rest } = told;
      const published = await market.publish(viewer, {
        content,
        ...rest,
        ...omitUndefined({ displayName: display_name, isDraft: draft, isDryRun: dry_run }),
      });
      const isQuarantined = published.version.state === "quarantined";
      return Response.json(
        publishedShape.out({ ...published, reputationCost: isQuarantined ? QUARANTINE_COST : 0 }),
        { status: 201 },
      );
    },
  }),
  route({
    tag: "registry",
    access: "everyone",
    method: "GET",
    path: `${REGISTRY_PATH}/skills/{name}/download`,
    id: "downloadRegistrySkill",
    doc: "Downloads a version as a zip, by default the latest: in a folder with its name, or flat.",
    params: z.object({ name: z.string() }),
    query: z.object({
      version: z.string().default("latest"),
      layout: z.enum(["folder", "flat"]).default("folder"),
    }),
    answers: {
      200: { doc: "The archive.", schema: z.string(), media: "application/zip" },
      410: { doc: "The skill was deleted." },
      ...problems,
    },
    handle: async (context) => {
      const { market } = context.ports;
      const viewer = await findVisitor(context);
      const { name } = context.params;
      const { version: wanted, layout } = context.query;
      const { version } = await market.version(viewer, name, wanted);
      const archive = await market.archive(viewer, name, version, layout);
      await market.countDownload(viewer, name, version);
      return new Response(bodyOf(archive.bytes), {
        headers: {
          "content-length": String(archive.bytes.length),
          "content-type": archive.mediaType,
          "content-disposition": `attachment; filename="${archive.fileName}"`,
          "cache-control": wanted === version ? cacheFor(context.request) : "no-cache",
          "repr-digest": `sha-256=:${archive.integrity.slice("sha256-".length)}:`,
          etag: `"${archive.digest}"`,
          "x-skill-version": version,
        },
      });
    },
  }),
  route({
    tag: "registry",
    access: "everyone",
    method: "GET",
    path: `${REGISTRY_PATH}/skills/{name}/{version}/file`,
    id: "readRegistryFile",
    doc: "Returns a file of a version byte for byte.",
    params: z.object({ name: z.string(), version: z.string() }),
    query: z.object({ path: z.string().default("SKILL.md") }),
    answers: {
      200: { doc: "The file.", schema: z.string(), media: "application/octet-stream" },
      ...problems,
    },
    handle: async (context) => {
      const { name, version } = context.params;
      const { path } = context.query;
      const file = await context.ports.market.readFile(
        await findVisitor(context),
        name,
        version,
        path,
      );
      return new Response(bodyOf(file.bytes), {
        headers: {
          "content-length": String(file.bytes.length),
          // Whatever a stranger wrote into it, a browser saves it and runs nothing.
          "content-type": "application/octet-stream",
          "content-disposition": "attachment",
          "cache-control": "no-cache",
          etag: `"${file.digest}"`,
        },
      });
    },
  }),
];
