import { z } from "zod";
import type {
  Market,
  SkillRecord,
  VersionRecord,
  VersionSummary,
  Viewer,
} from "../../../registry/contract/index.ts";
import { marketCodes } from "../../../registry/contract/index.ts";
import { SkillError } from "../../../skill/model/index.ts";
import type { ApiRoute } from "../route.ts";
import { at, list, open, problems, visitor } from "./registry-common.ts";
import { detailOut, detailSchema, versionShape } from "./registry-shapes.ts";

/** A skill with its versions, and all that the latest one says. */
export interface SkillDetail {
  readonly skill: SkillRecord;
  readonly latest: VersionRecord | undefined;
  readonly versions: readonly VersionSummary[];
}

export async function readDetail(
  market: Market,
  viewer: Viewer,
  name: string,
): Promise<SkillDetail> {
  const skill = await market.describe(viewer, name);
  if (skill.isDeleted) return { skill, latest: undefined, versions: [] };
  const latest =
    skill.latest === undefined
      ? undefined
      : await market.version(viewer, skill.fullName, skill.latest.version);
  const { items } = await market.versions(viewer, skill.fullName, { limit: 200 });
  return { skill, latest, versions: items };
}

const MOST_NAMES = 50;
/** A registry with another one behind it fetches for each name what it has not. */
const AT_ONCE = 8;

/** Reasons that speak against one name, and leave the others as they are. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  marketCodes.notFound,
  marketCodes.gone,
  marketCodes.quarantined,
]);

async function readKnown(
  market: Market,
  viewer: Viewer,
  name: string,
): Promise<SkillDetail | undefined> {
  try {
    return await readDetail(market, viewer, name);
  } catch (error) {
    if (SkillError.isInstance(error) && LEFT_OUT.has(error.diagnostic.code)) return undefined;
    throw error;
  }
}

export const registryOfferRoutes: readonly ApiRoute[] = [
  open({
    method: "GET",
    path: at("/offers"),
    id: "readRegistryOffers",
    doc: "Gives several skills at once, each with its versions and its latest one; unknown names are left out.",
    query: z.object({
      /** With commas between. */
      names: list.refine((names) => names !== undefined && names.length <= MOST_NAMES, {
        message: `Expected from 1 to ${MOST_NAMES} names.`,
      }),
    }),
    answers: {
      200: {
        doc: "The skills and their latest versions, by the names that were asked for.",
        schema: z.object({
          skills: z.record(z.string(), detailSchema),
          latest: z.record(z.string(), versionShape.schema),
        }),
      },
      ...problems,
    },
    handle: async (context) => {
      const { market } = context.ports;
      const viewer = await visitor(context);
      const names = [...new Set(context.query.names)];
      const found: (readonly [string, SkillDetail])[] = [];
      for (let start = 0; start < names.length; start += AT_ONCE) {
        const some = names.slice(start, start + AT_ONCE);
        const details = await Promise.all(some.map((name) => readKnown(market, viewer, name)));
        for (const [index, detail] of details.entries())
          if (detail !== undefined) found.push([some[index] ?? "", detail]);
      }
      return {
        skills: Object.fromEntries(
          found.map(([name, { skill, latest, versions }]) => [
            name,
            detailOut(skill, latest, versions),
          ]),
        ),
        latest: Object.fromEntries(
          found.flatMap(([name, { latest }]) =>
            latest === undefined ? [] : [[name, versionShape.out(latest)]],
          ),
        ),
      };
    },
  }),
];
