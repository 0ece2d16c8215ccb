import { computeSha256 } from "../../../platform/index.ts";
import { isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import { fail, registryCodes, registryError } from "../../errors.ts";
import { computeIntegrity } from "../../package/digests.ts";
import { readArchiveBytes } from "../archive/index.ts";
import { type ListBounds, readPages } from "../budget.ts";
import { toFetched } from "../fetched-files.ts";
import type { FetchedFile, FetchedSkill } from "../fetched.ts";
import {
  fetchBody,
  fetchJsonObject,
  sendRequest,
  readObject,
  readWebAddress,
  refusedBy,
  type WebOptions,
} from "../http.ts";
import type { Offer, SkillPlace } from "../place.ts";
import { objectsIn, optionalIn, textsIn } from "../registry/wire.ts";
import { factsOf } from "../skill-index.ts";

import { parseRefusal } from "../answer-json.ts";

const DISCOVERY = [".well-known/clawhub.json", ".well-known/clawdhub.json"] as const;
const SLUG = /^[a-z0-9](?:[a-z0-9._-]{0,94}[a-z0-9])?$/u;
/** What the registry puts into its archives beside what was published. */
const ADDED: ReadonlySet<string> = new Set(["_meta.json", "skill-card.md"]);
const PAGE = 200;
const VERSIONS: ListBounds = { pages: 50, entries: 10_000, bytes: 16_000_000 };

export interface ClawHubOptions extends WebOptions {
  /** Takes also what the registry warns of. */
  readonly mayBeRisky?: boolean;
}

interface Hub {
  readonly site: string;
  readonly api: string;
  readonly options: ClawHubOptions;
}

/** Opens a registry by the address of its site, or of its interface itself. */
export async function openClawHub(
  given: string,
  options: ClawHubOptions = {},
): Promise<SkillPlace> {
  const hub = await discover(given, options);
  const offers = new Map<string, Promise<readonly Offer[]>>();
  const fetched = new Map<string, Promise<FetchedSkill>>();
  const fetch = (name: string, version: string): Promise<FetchedSkill> => {
    const key = JSON.stringify([name, version]);
    const task = fetched.get(key) ?? fetchVersion(hub, name, version);
    fetched.set(key, task);
    return task;
  };
  return {
    kind: "clawhub",
    address: hub.site,
    names: () => Promise.resolve(undefined),
    offersOf: (name) => {
      const task = offers.get(name) ?? listVersions(hub, name, fetch);
      offers.set(name, task);
      return task;
    },
    tagsOf: async (name) => {
      const skill = (await describe(hub, name))?.["skill"];
      return isObject(skill) ? textsIn(skill, "tags") : {};
    },
    fetch,
  };
}

async function discover(given: string, options: ClawHubOptions): Promise<Hub> {
  const site = readWebAddress(given);
  for (const path of DISCOVERY) {
    const answer = await sendRequest({ url: `${site}/${path}` }, options);
    const found = answer.status === 200 ? readObject(answer, options) : undefined;
    const base = found?.["apiBase"] ?? found?.["registry"];
    if (typeof base === "string" && base !== "")
      return {
        site,
        api: `${readWebAddress(base)}/api/v1`,
        options: { ...options, namedUrl: site },
      };
  }
  return { site, api: `${site}/api/v1`, options };
}

interface Slug {
  readonly slug: string;
  readonly owner?: string;
}

/** `slug` or `@owner/slug`. */
function readSlug(name: string): Slug {
  const parts = /^@([^/]+)\/(.+)$/u.exec(name);
  const owner = parts?.[1];
  const slug = parts?.[2] ?? name;
  if (!SLUG.test(slug) || (owner !== undefined && !SLUG.test(owner)))
    throw registryError(
      registryCodes.unsafePath,
      `The name \`${name}\` is not a slug or \`@owner/slug\`.`,
    );
  return owner === undefined ? { slug } : { slug, owner };
}

function addressOf(
  { api }: Hub,
  path: string,
  { owner }: Slug,
  query: Readonly<Record<string, string>> = {},
): string {
  const words = new URLSearchParams(owner === undefined ? query : { ...query, ownerHandle: owner });
  return words.size === 0 ? `${api}/${path}` : `${api}/${path}?${words.toString()}`;
}

async function describe(hub: Hub, name: string): Promise<JsonObject | undefined> {
  const slug = readSlug(name);
  const url = addressOf(hub, `skills/${slug.slug}`, slug);
  const answer = await sendRequest({ url, headers: { accept: "application/json" } }, hub.options);
  if (answer.status === 404) return undefined;
  if (answer.status === 409) throw readAmbiguous(answer.bytes, name);
  if (answer.status !== 200) throw refusedBy(answer, url);
  const value = readObject(answer, hub.options);
  return value !== undefined && isObject(value["skill"]) ? value : undefined;
}

async function listVersions(
  hub: Hub,
  name: string,
  fetch: (name: string, version: string) => Promise<FetchedSkill>,
): Promise<readonly Offer[]> {
  const described = await describe(hub, name);
  if (described === undefined) return [];
  // Of what the registry only warns, whoever fetches it decides.
  refuseFlagged(name, described["moderation"], { mayBeRisky: true });
  const slug = readSlug(name);
  const versions = await readPages(
    hub.site,
    VERSIONS,
    async (cursor, budget) => {
      const query = { limit: String(PAGE), ...(cursor === undefined ? {} : { cursor }) };
      const url = addressOf(hub, `skills/${slug.slug}/versions`, slug, query);
      const page = (await fetchJsonObject({ url }, { ...hub.options, budget })) ?? {};
      const entries = objectsIn(page, "items").flatMap(({ version }) =>
        typeof version === "string" ? [version] : [],
      );
      return { entries, next: optionalIn(page, "nextCursor") };
    },
    hub.options.budget,
  );
  return versions.map((version) => ({
    version,
    // The registry does not say what a skill needs; the skill does.
    readDependencies: async () => factsOf(await fetch(name, version)).dependencies,
  }));
}

async function fetchVersion(hub: Hub, name: string, version: string): Promise<FetchedSkill> {
  const found = await describe(hub, name);
  if (found === undefined) throw unknown(name);
  refuseFlagged(name, found["moderation"], hub.options);
  const slug = { ...readSlug(name), ...ownerIn(found["owner"], readSlug(name)) };
  const path = `skills/${slug.slug}/versions/${encodeURIComponent(version)}`;
  const record = await fetchJsonObject({ url: addressOf(hub, path, slug) }, hub.options);
  const listed = isObject(record?.["version"]) ? record["version"]["files"] : undefined;
  const url = addressOf(hub, "download", slug, { slug: slug.slug, version });
  const { bytes } = await fetchBody({ url }, hub.options);
  const content = await readArchiveBytes(bytes);
  const files = content.files.map(toFetched);
  const isAsPromised = isList(listed) && listed.length > 0;
  const kept = isAsPromised ? comparedWith(listed, files, name) : files;
  const full = slug.owner === undefined ? slug.slug : `@${slug.owner}/${slug.slug}`;
  return {
    name: slug.slug,
    description: content.read.skill.guidance.description ?? "",
    origin: {
      kind: "clawhub",
      server: hub.site,
      uri: full,
      reference: `clawhub:${hub.site}#${full}@${version}`,
      artifact: computeIntegrity(bytes),
    },
    files: kept,
    version,
    isAsPromised,
  };
}

function ownerIn(owner: Json | undefined, { owner: asked }: Slug): { readonly owner?: string } {
  if (asked !== undefined) return { owner: asked };
  const handle = isObject(owner) ? owner["handle"] : undefined;
  return typeof handle === "string" && SLUG.test(handle) ? { owner: handle } : {};
}

function refuseFlagged(name: string, verdict: Json | undefined, options: ClawHubOptions): void {
  if (!isObject(verdict)) return;
  const summary = typeof verdict["summary"] === "string" ? `: ${verdict["summary"]}` : "";
  if (verdict["isMalwareBlocked"] === true)
    throw registryError(
      registryCodes.withdrawnSkill,
      `The registry blocks \`${name}\` as malware${summary}.`,
      { hint: "Nothing was written." },
    );
  if (verdict["isSuspicious"] === true && options.mayBeRisky !== true)
    throw registryError(registryCodes.riskySkill, `The registry warns of \`${name}\`${summary}.`, {
      hint: "Nothing was written. `--allow-risky` installs it nevertheless.",
    });
}

/** Every file that is listed, with the bytes that are promised, and none that is not. */
function comparedWith(
  listed: readonly Json[],
  files: readonly FetchedFile[],
  name: string,
): readonly FetchedFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const kept = listed.map((item) => {
    const path = isObject(item) && typeof item["path"] === "string" ? item["path"] : "";
    const file = byPath.get(path);
    const promised = isObject(item) ? item["sha256"] : undefined;
    if (file === undefined || computeSha256(file.bytes) !== promised)
      throw fail("registry/wrong-digest", {
        what: `The content of \`${path}\` of \`${name}\``,
        promised: typeof promised === "string" ? promised : "a digest",
      });
    byPath.delete(path);
    return file;
  });
  const stray = [...byPath.keys()].find((path) => !ADDED.has(path));
  if (stray === undefined) return kept;
  throw registryError(
    registryCodes.unlistedFile,
    `The registry does not list the file \`${stray}\` of \`${name}\`.`,
    { hint: "Nothing was written." },
  );
}

function unknown(name: string): Error {
  return registryError(registryCodes.unknownSkill, `The registry has no skill \`${name}\`.`);
}

/** One line of an answer to a search. */
export interface HubEntry {
  readonly name: string;
  readonly description: string;
  readonly version?: string;
}

export async function searchClawHub(
  given: string,
  query: string,
  limit: number,
  options: ClawHubOptions = {},
): Promise<readonly HubEntry[]> {
  const hub = await discover(given, options);
  const words = new URLSearchParams({ q: query, limit: String(limit) });
  const url = `${hub.api}/search?${words.toString()}`;
  const answer = await fetchJsonObject({ url }, hub.options);
  const results = answer?.["results"];
  return (isList(results) ? results : []).flatMap((item) => {
    if (!isObject(item) || typeof item["slug"] !== "string") return [];
    const { slug, summary, version, ownerHandle } = item;
    return [
      {
        name: typeof ownerHandle === "string" ? `@${ownerHandle}/${slug}` : slug,
        description: typeof summary === "string" ? summary : "",
        ...(typeof version === "string" ? { version } : {}),
      },
    ];
  });
}

/** Several publishers have a skill of one slug; the answer of the registry names them. */
function readAmbiguous(bytes: Uint8Array, name: string): Error {
  const value = parseRefusal(bytes);
  const matches = isObject(value) ? value["matches"] : undefined;
  const names = (isList(matches) ? matches : []).flatMap((match) =>
    isObject(match) && typeof match["ownerHandle"] === "string"
      ? [`\`@${match["ownerHandle"]}/${name}\``]
      : [],
  );
  return registryError(
    registryCodes.ambiguousSkill,
    `Several skills are called \`${name}\`${names.length === 0 ? "" : `: ${names.join(", ")}`}.`,
    { hint: "Name the publisher as well." },
  );
}
