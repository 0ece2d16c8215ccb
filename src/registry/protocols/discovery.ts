/** Discovery of agent skills at well-known addresses, in both of its versions. */
import {
  marketCodes,
  marketRefusal,
  type SkillSummary,
  type VersionRecord,
  type VersionSummary,
} from "../contract/index.ts";
import {
  bytesAnswer,
  type ProtocolAdapter,
  type ProtocolRow,
  refuseInText,
  statementAt,
  type RequestContext,
} from "./adapter.ts";
import { type IndexContent, IndexCache } from "./index-cache.ts";
import { listSkills, pageIn } from "./pages.ts";
import { Recent } from "./recent.ts";

const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
/** Clients fetch everything that an index lists, so that a longer one would serve nobody. */
/** Names of files of all versions that are remembered together. */
const KEPT_FILES = 200_000;
const NAME = /^(?!-)(?!.*--)[a-z0-9-]{1,64}(?<!-)$/u;

/** What an index tells of a version; none of it ever changes. */
interface Offer {
  readonly name: string;
  readonly fullName: string;
  readonly version: string;
  readonly tier: string;
  readonly description: string;
  /** Of the SKILL.md, where that is all. */
  readonly single: string | undefined;
  readonly archive: string;
  readonly files: readonly string[];
}

/** Which skills an index is about. */
type Scope =
  | { readonly kind: "all" }
  | { readonly kind: "publisher"; readonly handle: string }
  | { readonly kind: "skill"; readonly name: string; readonly version: string };

export function discoveryAdapter(indexSize: number): ProtocolAdapter {
  const offers = new Recent<Offer>(KEPT_FILES, ({ files }) => files.length + 1);
  const indexes = new IndexCache();
  const row = (
    path: string,
    doc: string,
    scopeOf: (context: RequestContext) => ScopedName | undefined,
  ): ProtocolRow => ({
    method: "GET",
    path,
    doc,
    handle: async (context) => {
      const scoped = scopeOf(context);
      if (scoped === undefined) throw unknownAddress();
      return answer(context, scoped, { offers, indexes, indexSize });
    },
  });
  return {
    id: "discovery",
    rows: [
      row(
        "/.well-known/agent-skills/{path...}",
        "Lists skills as discovery 0.2 has it, each with the digest of its archive.",
        ({ params }) => ({ scope: { kind: "all" }, place: `agent-skills/${params["path"] ?? ""}` }),
      ),
      row(
        "/.well-known/skills/{path...}",
        "Lists skills as discovery 0.1 has it, and gives their files.",
        ({ params }) => ({ scope: { kind: "all" }, place: `skills/${params["path"] ?? ""}` }),
      ),
      row(
        "/s/{path...}",
        "The same for one skill: `/s/NAME`, `/s/NAME@VERSION` or `/s/@PUBLISHER/NAME`, with the well-known address behind it.",
        ({ params }) => skillScope(params["path"] ?? ""),
      ),
      row(
        "/u/{path...}",
        "The same for all skills of a publisher: `/u/PUBLISHER`, with the well-known address behind it.",
        ({ params }) => publisherScope(params["path"] ?? ""),
      ),
      // Clients look there first when they are given the address of an archive.
      ...["/d/{file}/.well-known/{place...}", "/d/{publisher}/{file}/.well-known/{place...}"].map(
        (path) =>
          row(path, "The same for the skill of an archive.", ({ params }) => archiveScope(params)),
      ),
    ],
    refuse: refuseInText("Bearer"),
  };
}

interface Kept {
  readonly offers: Recent<Offer>;
  readonly indexes: IndexCache;
  readonly indexSize: number;
}

interface ScopedName {
  readonly scope: Scope;
  /** Below `.well-known/`. */
  readonly place: string;
}

function skillScope(path: string): ScopedName | undefined {
  const match =
    /^(?<name>(?:@[^/@]+\/)?[^/@]+)(?:@(?<version>[^/@]+))?\/\.well-known\/(?<place>.+)$/u.exec(
      path,
    );
  const { name, version = "latest", place } = match?.groups ?? {};
  if (name === undefined || place === undefined) return undefined;
  return { scope: { kind: "skill", name, version }, place };
}

function archiveScope({
  publisher,
  file = "",
  place = "",
}: RequestContext["params"]): ScopedName | undefined {
  const name = file.replace(/\.(?:zip|skill|tgz|tar\.gz)$/u, "");
  const full = publisher === undefined ? name : `${publisher}/${name}`;
  return name === file ? undefined : skillScope(`${full}/.well-known/${place}`);
}

function publisherScope(path: string): ScopedName | undefined {
  const { handle, place } =
    /^@?(?<handle>[^/@]+)\/\.well-known\/(?<place>.+)$/u.exec(path)?.groups ?? {};
  if (handle === undefined || place === undefined) return undefined;
  return { scope: { kind: "publisher", handle }, place };
}

function unknownAddress(): Error {
  return marketRefusal(
    marketCodes.notFound,
    "The address is not a well-known address of discovery.",
  );
}

async function answer(
  context: RequestContext,
  { scope, place }: ScopedName,
  { offers, indexes, indexSize }: Kept,
): Promise<Response> {
  const make = INDEXES.get(place);
  if (make !== undefined)
    return indexes.answer(
      context,
      // Its addresses are relative to where it stands.
      JSON.stringify([place, scope, wayUp(context), pageIn(context)]),
      async () => {
        const found = await listOffers(context, scope, { offers, indexSize });
        const index = make(context, found.offers);
        return found.next === undefined
          ? index
          : { ...index, head: { ...index.head, next: found.next } };
      },
      crossOrigin(context.market.isPrivate),
    );
  const { skill, path } = /^skills\/(?<skill>[^/]+)\/(?<path>.+)$/u.exec(place)?.groups ?? {};
  if (skill === undefined || path === undefined) throw unknownAddress();
  return sendFile(context, scope, skill, path);
}

type MakeIndex = (context: RequestContext, offers: readonly Offer[]) => IndexContent;

const INDEXES: ReadonlyMap<string, MakeIndex> = new Map<string, MakeIndex>([
  [
    "agent-skills/index.json",
    (context, offers) => ({
      head: { $schema: SCHEMA },
      name: "skills",
      items: offers.map((offer) => entryOf(context, offer)),
    }),
  ],
  [
    "skills/index.json",
    (_visit, offers) => ({
      head: {},
      name: "skills",
      items: offers
        // One entry that a client does not like costs it the whole index.
        .filter(({ files }) => files.every((path) => !path.includes("..")))
        .map(({ name, description, files }) => ({ name, description, files })),
    }),
  ],
]);

function crossOrigin(isPrivate: boolean): Readonly<Record<string, string>> {
  return isPrivate ? {} : { "access-control-allow-origin": "*" };
}

async function listOffers(
  context: RequestContext,
  scope: Scope,
  { offers, indexSize }: Pick<Kept, "offers" | "indexSize">,
): Promise<{ readonly offers: readonly Offer[]; readonly next?: string }> {
  const { market, viewer } = context;
  if (scope.kind === "skill") {
    const record = await market.version(viewer, scope.name, scope.version);
    return { offers: [toOffer(record)].filter(isFit) };
  }
  if (scope.kind === "publisher") await market.publisher(viewer, scope.handle);
  const { skills, next } = await listSkills(
    context,
    { sort: "recommended", ...(scope.kind === "publisher" ? { publisher: scope.handle } : {}) },
    indexSize,
  );
  // The name of an entry becomes that of a folder, so that in one index each may stand once.
  const named = scope.kind === "all" ? skills.filter(({ hasPlainName }) => hasPlainName) : skills;
  const found = [];
  for (const skill of named) found.push(await remember(context, skill, offers));
  return { offers: found.filter(isFit), ...(next === undefined ? {} : { next }) };
}

function remember(
  { market, viewer }: RequestContext,
  { fullName, latest }: SkillSummary & { readonly latest: VersionSummary },
  offers: Recent<Offer>,
): Promise<Offer> {
  return offers.get(`${fullName}@${latest.version}#${latest.tree}#${latest.tier}`, async () =>
    toOffer(await market.version(viewer, fullName, latest.version)),
  );
}

function toOffer(record: VersionRecord): Offer {
  const { slug, fullName, version, tier, description, files, archives } = record;
  const [first] = files;
  return {
    name: slug,
    fullName,
    version,
    tier,
    description: description.slice(0, 1024),
    single: files.length === 1 && first?.path === "SKILL.md" ? first.digest : undefined,
    archive: archives.flat.digest,
    files: files.map(({ path }) => path),
  };
}

function isFit({ name, description }: Offer): boolean {
  return NAME.test(name) && description.trim() !== "";
}

function wayUp({ url }: RequestContext): string {
  return "../".repeat(url.pathname.split("/").length - 2);
}

function entryOf(context: RequestContext, offer: Offer): object {
  const { name, fullName, version, tier, description, single, archive } = offer;
  // Relative, so that they stay right behind a proxy or below a token.
  const up = wayUp(context);
  const statement = statementAt(up.slice(0, -1), fullName, version);
  const common = { name, description, version, tier, statement };
  if (single !== undefined)
    return {
      ...common,
      type: "skill-md",
      url: `../skills/${name}/SKILL.md?version=${encodeURIComponent(version)}`,
      digest: single,
    };
  return {
    ...common,
    type: "archive",
    url: `${up}d/${fullName}@${encodeURIComponent(version)}.zip?layout=flat`,
    digest: archive,
  };
}

async function sendFile(
  context: RequestContext,
  scope: Scope,
  skill: string,
  path: string,
): Promise<Response> {
  const { market, viewer, request, url } = context;
  const name =
    scope.kind === "skill"
      ? scope.name
      : scope.kind === "publisher"
        ? `@${scope.handle}/${skill}`
        : skill;
  const record = await market.version(
    viewer,
    name,
    url.searchParams.get("version") ?? (scope.kind === "skill" ? scope.version : "latest"),
  );
  if (record.slug !== skill) throw unknownAddress();
  const { bytes, digest } = await market.readFile(viewer, name, record.version, path);
  if (path === "SKILL.md" && request.method === "GET")
    await market.countDownload(viewer, name, record.version);
  return bytesAnswer(request, bytes, {
    mediaType: path.endsWith(".md") ? "text/markdown; charset=utf-8" : "application/octet-stream",
    digest,
    headers: crossOrigin(market.isPrivate),
  });
}
