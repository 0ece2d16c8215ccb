/** The versions of a skill as Renovate reads them from a custom datasource, so that it can propose updates. */
import { deprecationWords, marketCodes, marketRefusal } from "../contract/index.ts";
import {
  type ProtocolAdapter,
  jsonAnswer,
  parseTimestamp,
  type RequestContext,
} from "./adapter.ts";

const ADDRESS = /^(?<name>(?:@[^/@]+\/)?[^/@]+)\.json$/u;

export function renovateAdapter(): ProtocolAdapter {
  return {
    id: "renovate",
    rows: [
      {
        method: "GET",
        path: "/renovate/{path...}",
        doc: "Lists the versions of a skill as `NAME.json`, in the shape of Renovate's custom datasources.",
        handle: listReleases,
      },
    ],
    refuse: ({ status, message }) =>
      jsonAnswer(
        { error: message },
        { status, headers: status === 401 ? { "www-authenticate": "Bearer" } : {} },
      ),
  };
}

async function listReleases({ market, viewer, params, base }: RequestContext): Promise<Response> {
  const { name } = ADDRESS.exec(params["path"] ?? "")?.groups ?? {};
  if (name === undefined)
    throw marketRefusal(marketCodes.notFound, "The address does not end in `NAME.json`.");
  const skill = await market.describe(viewer, name);
  const given = await market.given(viewer, skill.fullName);
  const whole = deprecationWords(skill.deprecation, skill.successor);
  return jsonAnswer({
    homepage: `${base}/library/${encodeURIComponent(skill.fullName)}`,
    ...(whole === undefined ? {} : { deprecationMessage: whole }),
    tags: {
      ...skill.tags,
      ...(skill.latest === undefined ? {} : { latest: skill.latest.version }),
    },
    // A version that was taken back must not be proposed, and one that is deprecated says so.
    releases: given
      .filter(({ state }) => state === "listed")
      .map(({ version, createdAt, tree, deprecation }) => ({
        version,
        releaseTimestamp: new Date(parseTimestamp(createdAt)).toISOString(),
        newDigest: tree,
        ...(deprecation === undefined && whole === undefined ? {} : { isDeprecated: true }),
      })),
  });
}
