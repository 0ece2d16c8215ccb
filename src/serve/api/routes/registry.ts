import { bodyOf } from "../../../platform/network/index.ts";
import { z } from "zod";
import type { ListSort } from "../../../registry/contract/index.ts";
import type { ApiRoute } from "../route.ts";
import { problemSchema } from "../schemas.ts";
import {
  at,
  given,
  open,
  pageFields,
  pageQuery,
  type PageQuery,
  problems,
  skillParams,
  versionParams,
  visitor,
} from "./registry-common.ts";
import { facetCounts, facetFields, type FacetQuery, toFacets } from "./registry-facets.ts";
import { readDetail, registryOfferRoutes } from "./registry-offers.ts";
import { logShape, reviewShape } from "./registry-opinion-shapes.ts";
import {
  auditShape,
  detailOut,
  detailSchema,
  hitSchema,
  summaryShape,
  versionShape,
  versionSummaryShape,
} from "./registry-shapes.ts";

const sorts = [
  "recommended",
  "updated",
  "created",
  "downloads",
  "stars",
  "rating",
  "name",
  "trending",
] as const;

const listQuery: z.ZodType<
  PageQuery &
    FacetQuery & {
      readonly sort?: ListSort | undefined;
      readonly prefix?: string | undefined;
      readonly only?: "starred" | "own" | undefined;
      readonly counts?: "true" | "false" | undefined;
    }
> = z.object({
  ...pageFields,
  ...facetFields,
  sort: z.enum(sorts).optional(),
  prefix: z.string().max(64).optional(),
  only: z.enum(["starred", "own"]).optional(),
  counts: z.enum(["true", "false"]).optional(),
});

const searchQuery: z.ZodType<
  PageQuery &
    FacetQuery & {
      readonly q: string;
      readonly mode?: "words" | "exact" | undefined;
      readonly sort?: ListSort | "relevance" | undefined;
    }
> = z.object({
  ...pageFields,
  ...facetFields,
  q: z.string().max(500).default(""),
  mode: z.enum(["words", "exact"]).optional(),
  sort: z.enum(["relevance", ...sorts]).optional(),
});

const reading: readonly ApiRoute[] = [
  open({
    method: "GET",
    path: at("/skills"),
    id: "listRegistrySkills",
    doc: "Lists the skills of the registry, page by page.",
    query: listQuery,
    answers: {
      200: {
        doc: "The skills.",
        schema: z.object({
          skills: z.array(summaryShape.schema),
          next_cursor: z.string().nullable(),
          total: z.number().optional(),
          facets: facetCounts.optional(),
        }),
      },
      ...problems,
    },
    handle: async (context) => {
      const { limit, cursor, sort, prefix, only, counts, ...facets } = context.query;
      const viewer = await visitor(context);
      const { market } = context.ports;
      const request = {
        ...given({ limit, cursor, sort, prefix, only }),
        ...toFacets(facets, context.request),
      };
      const page = await market.list(viewer, request);
      return {
        skills: page.items.map(summaryShape.out),
        next_cursor: page.cursor ?? null,
        ...(counts === "true" ? await market.count(viewer, request) : {}),
      };
    },
  }),
  open({
    method: "GET",
    path: at("/search"),
    id: "searchRegistry",
    doc: "Finds skills by their names and by the words and the meaning of what they say. The last word may be cut off; plurals, synonyms and typing errors are recognised.",
    query: searchQuery,
    answers: {
      200: {
        doc: "The skills, the best first and each with why it was found; how many there are, and how many of them have which dialect, tier, permission and system; and whether descriptions were compared by meaning.",
        schema: z.object({
          skills: z.array(hitSchema),
          next_cursor: z.string().nullable(),
          total: z.number(),
          is_more: z.boolean(),
          facets: facetCounts,
          meaning: z.enum(["used", "not-needed", "absent"]),
        }),
      },
      ...problems,
      429: {
        doc: "Too many searches; `Retry-After` says when to try again.",
        schema: problemSchema,
      },
    },
    handle: async (context) => {
      const { limit, cursor, sort, mode, q, ...facets } = context.query;
      const page = await context.ports.market.search(await visitor(context), {
        query: q,
        ...given({ limit, cursor, sort, mode }),
        ...toFacets(facets, context.request),
      });
      return {
        skills: page.items.map((hit) => ({
          ...summaryShape.out(hit),
          score: hit.score,
          why: hit.why,
        })),
        next_cursor: page.cursor ?? null,
        total: page.total,
        is_more: page.isMore,
        facets: page.facets,
        meaning: page.meaning,
      };
    },
  }),
  open({
    method: "GET",
    path: at("/skills/{name}"),
    id: "readRegistrySkill",
    doc: "Gives a skill with its versions; the name is `name` or `@publisher/name` with its slash encoded.",
    params: skillParams,
    answers: { 200: { doc: "The skill.", schema: detailSchema }, ...problems },
    handle: async (context) => {
      const { market } = context.ports;
      const viewer = await visitor(context);
      const { name } = context.params;
      const { skill, latest, versions } = await readDetail(market, viewer, name);
      return detailOut(skill, latest, versions);
    },
  }),
  open({
    method: "GET",
    path: at("/skills/{name}/versions"),
    id: "listRegistryVersions",
    doc: "Lists the versions of a skill, the newest first.",
    params: skillParams,
    query: pageQuery,
    answers: {
      200: {
        doc: "The versions.",
        schema: z.object({
          versions: z.array(versionSummaryShape.schema),
          next_cursor: z.string().nullable(),
        }),
      },
      ...problems,
    },
    handle: async (context) => {
      const { items, cursor } = await context.ports.market.versions(
        await visitor(context),
        context.params.name,
        given(context.query),
      );
      return {
        versions: items.map(versionSummaryShape.out),
        next_cursor: cursor ?? null,
      };
    },
  }),
  open({
    method: "GET",
    path: at("/skills/{name}/resolve"),
    id: "resolveRegistryVersion",
    doc: "Says which version has these files: by tree, content digest, fingerprint or digest of an archive.",
    params: skillParams,
    query: z.object({ digest: z.string().min(1).max(200) }),
    answers: {
      200: {
        doc: "The version, and the latest one.",
        schema: z.object({ match: z.string().nullable(), latest: z.string().nullable() }),
      },
      ...problems,
    },
    handle: async (context) => {
      const { match, latest } = await context.ports.market.resolveByDigest(
        await visitor(context),
        context.params.name,
        context.query.digest,
      );
      return { match: match ?? null, latest: latest ?? null };
    },
  }),
  open({
    method: "GET",
    path: at("/skills/{name}/reviews"),
    id: "listRegistryReviews",
    doc: "Lists what users say of a skill, the newest first.",
    params: skillParams,
    query: pageQuery,
    answers: {
      200: {
        doc: "The reviews.",
        schema: z.object({
          reviews: z.array(reviewShape.schema),
          next_cursor: z.string().nullable(),
        }),
      },
      ...problems,
    },
    handle: async (context) => {
      const { items, cursor } = await context.ports.market.reviews(
        await visitor(context),
        context.params.name,
        given(context.query),
      );
      return { reviews: items.map(reviewShape.out), next_cursor: cursor ?? null };
    },
  }),
  open({
    method: "GET",
    path: at("/skills/{name}/log"),
    id: "readRegistryLog",
    doc: "Tells what happened to a skill, by whom and why; for its publisher and moderators.",
    params: skillParams,
    query: pageQuery,
    answers: {
      200: {
        doc: "The log, the oldest first.",
        schema: z.object({ entries: z.array(logShape.schema), next_cursor: z.string().nullable() }),
      },
      ...problems,
    },
    handle: async (context) => {
      const { items, cursor } = await context.ports.market.log(
        await visitor(context),
        context.params.name,
        given(context.query),
      );
      return { entries: items.map(logShape.out), next_cursor: cursor ?? null };
    },
  }),
];

const ONE_DAY = "public, max-age=86400, immutable";

/** What nobody else may see must not lie in the cache of a proxy. */
function cacheFor(request: Request): string {
  return request.headers.has("authorization") ? "private, no-cache" : ONE_DAY;
}

const downloads: readonly ApiRoute[] = [
  open({
    method: "GET",
    path: at("/skills/{name}/download"),
    id: "downloadRegistrySkill",
    doc: "Gives a version as a zip, the latest where none is named: in a folder with its name, or flat.",
    params: skillParams,
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
      const viewer = await visitor(context);
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
  open({
    method: "GET",
    path: at("/skills/{name}/{version}/file"),
    id: "readRegistryFile",
    doc: "Gives a file of a version byte for byte.",
    params: versionParams,
    query: z.object({ path: z.string().default("SKILL.md") }),
    answers: {
      200: { doc: "The file.", schema: z.string(), media: "application/octet-stream" },
      ...problems,
    },
    handle: async (context) => {
      const { name, version } = context.params;
      const { path } = context.query;
      const file = await context.ports.market.readFile(await visitor(context), name, version, path);
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
  open({
    method: "GET",
    path: at("/skills/{name}/{version}/audit"),
    id: "readRegistryAudit",
    doc: "Gives what the scanner and the linter of the registry found in a version.",
    params: versionParams,
    answers: { 200: { doc: "The report.", schema: auditShape.schema }, ...problems },
    handle: async (context) => {
      const { name, version } = context.params;
      const report = await context.ports.market.audit(await visitor(context), name, version);
      return auditShape.out(report);
    },
  }),
  open({
    method: "GET",
    path: at("/skills/{name}/{version}"),
    id: "readRegistryVersion",
    doc: "Gives a version, by its number or a tag such as `latest`: manifest, files, signature and audit.",
    params: versionParams,
    answers: { 200: { doc: "The version.", schema: versionShape.schema }, ...problems },
    handle: async (context) => {
      const { name, version } = context.params;
      const record = await context.ports.market.version(await visitor(context), name, version);
      return versionShape.out(record);
    },
  }),
];

/** Single versions come last: `versions` and `download` are none. */
export const registryRoutes: readonly ApiRoute[] = [
  ...registryOfferRoutes,
  ...reading,
  ...downloads,
];
