/** What a registry tells of its skills. */
import { z } from "zod";
import {
  type Facets,
  type FacetCounts,
  type LogEntry,
  type Market,
  MATCH_FIELDS,
  MATCHES,
  marketCodes,
  type ReviewRecord,
  type Viewer,
} from "../../../registry/contract/index.ts";
import type { Tier } from "../../../registry/sign/index.ts";
import { SkillError } from "../../../skill/model/index.ts";
import type { HubOperation } from "../define.ts";
import { listOf, mapOf, type Shape, toShape } from "../shape.ts";
import { list, type MarketContext, open, pageFields, pageOf } from "./context.ts";
import {
  auditShape,
  detailShape,
  type SkillDetail,
  state,
  summaryShape,
  summaryWith,
  versionShape,
  versionSummaryShape,
} from "./shapes.ts";

/** As others write it, and as it is. */
const bundleShape: Shape<object> = {
  schema: z.record(z.string(), z.json()),
  out: (bundle) => bundle,
};

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

const facetFields = {
  dialect: list,
  tier: list,
  permission: list,
  works_on: list,
  topic: list,
  publisher: z.string().optional(),
};

function facetsOf(
  { valuesOf }: MarketContext,
  { publisher }: { readonly publisher?: string },
): Facets {
  const given = {
    dialects: valuesOf("dialect"),
    // A word that is no tier is refused by the market.
    tiers: valuesOf("tier") as readonly Tier[] | undefined,
    permissions: valuesOf("permission"),
    worksOn: valuesOf("works_on"),
    topics: valuesOf("topic"),
    publisher,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Absent members stay absent. */
function pick<Input extends object, Name extends keyof Input>(
  input: Input,
  ...names: readonly Name[]
): Pick<Input, Name> {
  const entries = names.filter((name) => name in input).map((name) => [name, input[name]]);
  return Object.fromEntries(entries) as Pick<Input, Name>;
}

const facetCounts: z.ZodType<FacetCounts> = z.record(z.string(), z.record(z.string(), z.number()));

const hitShape = summaryWith({
  score: z.number(),
  why: z.array(
    z.object({
      by: z.enum(MATCHES),
      field: z.enum(MATCH_FIELDS).optional(),
      word: z.string().optional(),
      found: z.string().optional(),
    }),
  ),
});

export const reviewShape: Shape<ReviewRecord> = toShape({
  author: z.string(),
  rating: z.number(),
  text: z.string(),
  version: z.string(),
  is_counted: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});

const logShape: Shape<LogEntry> = toShape({
  number: z.number(),
  at: z.string(),
  actor: z.string(),
  event: z.string(),
  full_name: z.string(),
  version: z.string().nullable(),
  from: state.nullable(),
  to: state.nullable(),
  reason: z.string(),
});

const MOST_NAMES = 50;
/** A registry with another one behind it fetches for each name what it has not. */
const AT_ONCE = 8;

/** Reasons that speak against one name, and leave the others as they are. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  marketCodes.notFound,
  marketCodes.gone,
  marketCodes.quarantined,
]);

async function readDetail(market: Market, viewer: Viewer, name: string): Promise<SkillDetail> {
  const skill = await market.describe(viewer, name);
  if (skill.isDeleted) return { skill, latest: undefined, versions: [] };
  const latest =
    skill.latest === undefined
      ? undefined
      : await market.version(viewer, skill.fullName, skill.latest.version);
  const { items } = await market.versions(viewer, skill.fullName, { limit: 200 });
  return { skill, latest, versions: items };
}

async function readKnown(
  market: Market,
  viewer: Viewer,
  name: string,
): Promise<readonly (readonly [string, SkillDetail])[]> {
  try {
    return [[name, await readDetail(market, viewer, name)]];
  } catch (error) {
    if (SkillError.isInstance(error) && LEFT_OUT.has(error.diagnostic.code)) return [];
    throw error;
  }
}

export const skillOperations: readonly HubOperation<MarketContext>[] = [
  open("GET /offers", {
    id: "readRegistryOffers",
    doc: "Returns several skills at once, each with its versions and its latest one; unknown names are left out.",
    input: {
      /** With commas between. */
      names: list.refine((names) => names !== undefined && names.length <= MOST_NAMES, {
        message: `Expected from 1 to ${MOST_NAMES} names.`,
      }),
    },
    gives: [
      "The skills and their latest versions, by the names that were asked for.",
      toShape({ skills: mapOf(detailShape), latest: mapOf(versionShape) }),
    ],
    run: async ({ market, viewer }, { names = [] }) => {
      const wanted = [...new Set(names)];
      const skills = new Map<string, SkillDetail>();
      for (let start = 0; start < wanted.length; start += AT_ONCE) {
        const some = wanted.slice(start, start + AT_ONCE);
        const found = await Promise.all(some.map((name) => readKnown(market, viewer, name)));
        for (const [name, detail] of found.flat()) skills.set(name, detail);
      }
      const latest = [...skills].flatMap(([name, detail]) =>
        detail.latest === undefined ? [] : [[name, detail.latest] as const],
      );
      return { skills, latest: new Map(latest) };
    },
  }),
  open("GET /skills", {
    id: "listRegistrySkills",
    doc: "Lists the skills of the registry, in pages.",
    input: {
      ...pageFields,
      ...facetFields,
      sort: z.enum(sorts).optional(),
      prefix: z.string().max(64).optional(),
      only: z.enum(["starred", "own"]).optional(),
      counts: z.enum(["true", "false"]).optional(),
    },
    gives: [
      "The skills.",
      toShape({
        skills: listOf(summaryShape),
        next_cursor: z.string().nullable(),
        total: z.number().optional(),
        facets: facetCounts.optional(),
      }),
    ],
    run: async (context, { counts, ...input }) => {
      const { market, viewer } = context;
      const request = {
        ...pick(input, "limit", "cursor", "sort", "prefix", "only"),
        ...facetsOf(context, input),
      };
      const { items, cursor } = await market.list(viewer, request);
      const counted = counts === "true" ? await market.count(viewer, request) : {};
      return { skills: items, nextCursor: cursor, ...counted };
    },
  }),
  open("GET /search", {
    id: "searchRegistry",
    doc: "Searches skills by name, words and meaning. The last word may be incomplete; plurals, synonyms and typing errors are recognised.",
    input: {
      ...pageFields,
      ...facetFields,
      q: z.string().max(500).default(""),
      mode: z.enum(["words", "exact"]).optional(),
      sort: z.enum(["relevance", ...sorts]).optional(),
    },
    gives: [
      "The skills, the best first and each with why it was found; how many there are, and how many of them have which dialect, tier, permission and system; and whether descriptions were compared by meaning.",
      toShape({
        skills: listOf(hitShape),
        next_cursor: z.string().nullable(),
        total: z.number(),
        is_more: z.boolean(),
        facets: facetCounts,
        meaning: z.enum(["used", "not-needed", "absent"]),
      }),
    ],
    refusals: { 429: "Too many searches; `Retry-After` says when to try again." },
    run: async (context, { q: query, ...input }) => {
      const { items, cursor, ...rest } = await context.market.search(context.viewer, {
        query,
        ...pick(input, "limit", "cursor", "sort", "mode"),
        ...facetsOf(context, input),
      });
      return { skills: items, nextCursor: cursor, ...rest };
    },
  }),
  open("GET /skills/{name}", {
    id: "readRegistrySkill",
    doc: "Returns a skill with its versions; the name is `name` or `@publisher/name` with its slash encoded.",
    gives: ["The skill.", detailShape],
    run: ({ market, viewer }, { name }) => readDetail(market, viewer, name),
  }),
  open("GET /skills/{name}/versions", {
    id: "listRegistryVersions",
    doc: "Lists the versions of a skill, newest first.",
    input: pageFields,
    gives: ["The versions.", pageOf("versions", versionSummaryShape)],
    run: ({ market, viewer }, { name, ...page }) => market.versions(viewer, name, page),
  }),
  open("GET /skills/{name}/resolve", {
    id: "resolveRegistryVersion",
    doc: "Finds the version that has these files: by tree, content digest, fingerprint or digest of an archive.",
    input: { digest: z.string().min(1).max(200) },
    gives: [
      "The version, and the latest one.",
      toShape({ match: z.string().nullable(), latest: z.string().nullable() }),
    ],
    run: ({ market, viewer }, { name, digest }) => market.resolveByDigest(viewer, name, digest),
  }),
  open("GET /skills/{name}/reviews", {
    id: "listRegistryReviews",
    doc: "Lists the reviews of a skill, newest first.",
    input: pageFields,
    gives: ["The reviews.", pageOf("reviews", reviewShape)],
    run: ({ market, viewer }, { name, ...page }) => market.reviews(viewer, name, page),
  }),
  open("GET /skills/{name}/log", {
    id: "readRegistryLog",
    doc: "Returns the history of a skill: what was done, by whom and why; for its publisher and moderators.",
    input: pageFields,
    gives: ["The history, oldest first.", pageOf("entries", logShape)],
    run: ({ market, viewer }, { name, ...page }) => market.log(viewer, name, page),
  }),
  open("GET /skills/{name}/{version}/audit", {
    id: "readRegistryAudit",
    doc: "Returns what the scanner and the linter of the registry found in a version.",
    gives: ["The report.", auditShape],
    run: ({ market, viewer }, { name, version }) => market.audit(viewer, name, version),
  }),
  open("GET /skills/{name}/{version}/provenance", {
    id: "readRegistryProvenance",
    doc: "Returns where a build made a version: SLSA provenance in a Sigstore bundle, signed with the key of the log.",
    gives: ["The bundle.", bundleShape],
    run: async ({ market, viewer }, { name, version }) =>
      await market.transparency.provenance(viewer, await market.version(viewer, name, version)),
  }),
  // Single versions come last: `versions` and `download` are none.
  open("GET /skills/{name}/{version}", {
    id: "readRegistryVersion",
    doc: "Returns a version, by its number or a tag such as `latest`: manifest, files, signature and audit.",
    gives: ["The version.", versionShape],
    run: ({ market, viewer }, { name, version }) => market.version(viewer, name, version),
  }),
];
