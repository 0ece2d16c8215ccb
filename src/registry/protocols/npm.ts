/** Published skills as packages of npm: `@skills/NAME`, or below the scope of their publisher. */
import { validRange } from "semver";
import { writeTarGz } from "../../platform/archive/index.ts";
import { digestInTurns, sha256InTurns } from "../../platform/index.ts";
import {
  deprecationWords,
  type GivenVersion,
  isSlug,
  marketCodes,
  marketRefusal,
  type SkillRecord,
  type VersionRecord,
} from "../contract/index.ts";
import {
  bytesAnswer,
  type ProtocolAdapter,
  jsonAnswer,
  parseTimestamp,
  statementAt,
  type RequestContext,
} from "./adapter.ts";
import { Recent } from "./recent.ts";

/** Stands for plain names, which have no publisher in front. */
const PLAIN_SCOPE = "@skills/";
const KEPT_MANIFESTS = 5000;

/** What a version says in a packument; none of it ever changes, but for what is added on the way out. */
interface Manifest extends PackageJson {
  readonly dist: {
    readonly integrity: string;
    readonly shasum: string;
    readonly fileCount: number;
    readonly unpackedSize: number;
  };
}

export function npmAdapter(): ProtocolAdapter {
  const manifests = new Recent<Manifest>(KEPT_MANIFESTS);
  return {
    id: "npm",
    rows: [
      {
        method: "GET",
        path: "/npm/{path...}",
        doc: "Answers npm: packages, their versions and archives, search, and who is logged in.",
        handle: (context) => answer(context, manifests),
      },
    ],
    refuse: ({ status, message }) =>
      jsonAnswer(
        { error: message },
        { status, headers: status === 401 ? { "www-authenticate": "Bearer" } : {} },
      ),
  };
}

async function answer(context: RequestContext, manifests: Recent<Manifest>): Promise<Response> {
  const path = context.params["path"] ?? "";
  if (path === "-/ping") return jsonAnswer({});
  if (path === "-/whoami") {
    const { handle } = await context.market.whoAmI(context.viewer);
    return jsonAnswer({ username: handle });
  }
  if (path === "-/v1/search") return search(context);
  const { name, file, version } =
    /^(?<name>(?:@[^/@]+\/)?[^/@]+)(?:\/-\/(?<file>[^/]+)|\/(?<version>[^/]+))?$/u.exec(path)
      ?.groups ?? {};
  if (name === undefined) throw unknownPackage();
  if (file !== undefined) return tarball(context, name, file);
  const record = await context.market.describe(context.viewer, marketName(name));
  if (version === undefined) return packument(context, name, record, manifests);
  const found = await context.market.version(context.viewer, record.fullName, version);
  return jsonAnswer(
    withTarball(context, await buildManifest(context, name, record.fullName, found, manifests)),
  );
}

function unknownPackage(): Error {
  return marketRefusal(marketCodes.notFound, "The address does not name a package.");
}

function marketName(packageName: string): string {
  return packageName.startsWith(PLAIN_SCOPE) ? packageName.slice(PLAIN_SCOPE.length) : packageName;
}

/** Clients take a deprecated version for a range only where there is no other, and warn of it. */
const YANKED = "Its publisher has taken this version back.";

async function packument(
  context: RequestContext,
  name: string,
  skill: SkillRecord,
  manifests: Recent<Manifest>,
): Promise<Response> {
  const given = await context.market.given(context.viewer, skill.fullName);
  const versions: Record<string, object> = {};
  const whole = deprecationWords(skill.deprecation, skill.successor);
  for (const summary of given) {
    const { version } = summary;
    const deprecation = summary.state === "listed" ? (summary.deprecation ?? whole) : YANKED;
    const kept = await buildManifest(context, name, skill.fullName, summary, manifests);
    const manifest = withTarball(context, kept);
    versions[version] =
      deprecation === undefined ? manifest : { ...manifest, deprecated: deprecation };
  }
  const listed = new Set(
    given.filter(({ state }) => state === "listed").map(({ version }) => version),
  );
  const latest = skill.latest?.version;
  return jsonAnswer({
    _id: name,
    name,
    description: skill.summary,
    "dist-tags": Object.fromEntries(
      Object.entries({ ...skill.tags, ...(latest === undefined ? {} : { latest }) }).filter(
        ([, version]) => listed.has(version),
      ),
    ),
    versions,
    time: {
      created: skill.createdAt,
      modified: skill.updatedAt,
      ...Object.fromEntries(
        given.map(({ version, createdAt }) => [
          version,
          new Date(parseTimestamp(createdAt)).toISOString(),
        ]),
      ),
    },
  });
}

function withTarball({ base }: RequestContext, manifest: Manifest): object {
  const { name, version, dist } = manifest;
  const file = `${name.slice(name.indexOf("/") + 1)}-${version}.tgz`;
  return {
    ...manifest,
    _id: `${name}@${version}`,
    // npm passes on what it does not know.
    _statement: statementAt(base, marketName(name), version),
    dist: { ...dist, tarball: `${base}/npm/${name}/-/${encodeURIComponent(file)}` },
  };
}

async function buildManifest(
  context: RequestContext,
  name: string,
  fullName: string,
  { version, tree }: GivenVersion,
  manifests: Recent<Manifest>,
): Promise<Manifest> {
  return manifests.get(`${name}@${version}#${fullName}#${tree}`, async () => {
    const record = await context.market.version(context.viewer, fullName, version);
    const bytes = await pack(context, name, record);
    return {
      ...packageOf(name, record),
      dist: {
        integrity: `sha512-${(await digestInTurns("sha512", bytes)).toString("base64")}`,
        shasum: (await digestInTurns("sha1", bytes)).toString("hex"),
        fileCount: record.files.length + 1,
        unpackedSize: record.size,
      },
    };
  });
}

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** It must follow from what never changes, since it is a part of the archive. */
function packageOf(name: string, record: VersionRecord): PackageJson {
  const { version, description, license, dependencies } = record;
  // Clients ask another registry, npm's own as a rule, for every scope but the one they were told of: the same words
  // would lead them to untrusted packages, which run scripts. What is left out is left to the lock.
  const needed = name.startsWith(PLAIN_SCOPE)
    ? dependencies.filter(({ name: other }) => isSlug(other))
    : [];
  return {
    name,
    version,
    description,
    keywords: ["agent-skill"],
    ...(license === undefined ? {} : { license }),
    ...(needed.length === 0
      ? {}
      : {
          dependencies: Object.fromEntries(
            needed.map(({ name: other, range }) => [PLAIN_SCOPE + other, rangeOf(range)]),
          ),
        }),
  };
}

/** A range in the words of npm, which has no comma; what it does not know is left to the lock. */
function rangeOf(range: string): string {
  return validRange(range.replaceAll(",", " ")) ?? "*";
}

async function pack(
  { market, viewer }: RequestContext,
  name: string,
  record: VersionRecord,
): Promise<Uint8Array> {
  const files = await market.content(viewer, record.fullName, record.version);
  const manifest = Buffer.from(`${JSON.stringify(packageOf(name, record), null, 2)}\n`);
  return await writeTarGz([
    { path: "package/package.json", bytes: manifest, isExecutable: false },
    ...files.map(({ path, bytes, isExecutable = false }) => ({
      path: `package/skills/${record.slug}/${path}`,
      bytes,
      isExecutable,
    })),
  ]);
}

async function tarball(context: RequestContext, name: string, file: string): Promise<Response> {
  const { market, viewer, request } = context;
  const prefix = `${name.slice(name.indexOf("/") + 1)}-`;
  if (!file.startsWith(prefix) || !file.endsWith(".tgz")) throw unknownPackage();
  const version = file.slice(prefix.length, -".tgz".length);
  const record = await market.version(viewer, marketName(name), version);
  if (record.version !== version) throw unknownPackage();
  const bytes = await pack(context, name, record);
  const answered = bytesAnswer(request, bytes, {
    mediaType: "application/octet-stream",
    digest: `sha256:${await sha256InTurns(bytes)}`,
  });
  if (answered.status === 200 && request.method === "GET")
    await market.countDownload(viewer, record.fullName, version);
  return answered;
}

async function search({ market, viewer, url }: RequestContext): Promise<Response> {
  const size = Number(url.searchParams.get("size") ?? "20");
  const limit = Number.isInteger(size) ? Math.min(Math.max(size, 1), 200) : 20;
  const { items, total } = await market.search(viewer, {
    query: url.searchParams.get("text") ?? "",
    limit,
  });
  const objects = items.flatMap((hit) => {
    if (hit.latest === undefined) return [];
    const name = hit.hasPlainName ? PLAIN_SCOPE + hit.slug : hit.fullName;
    const found = {
      name,
      version: hit.latest.version,
      description: hit.summary,
      keywords: hit.topics,
      date: hit.updatedAt,
      publisher: { username: hit.publisher.handle },
      maintainers: [{ username: hit.publisher.handle }],
      links: {},
    };
    const detail = { quality: hit.score, popularity: hit.score, maintenance: hit.score };
    return [{ package: found, score: { final: hit.score, detail }, searchScore: hit.score }];
  });
  return jsonAnswer({ objects, total });
}
