import { isObject, type JsonObject } from "../../../skill/index.ts";
import { fail } from "../../errors.ts";
import { deprecationWords, REGISTRY_PATH } from "../../contract/index.ts";
import { attestedBy, greaterTier, lesserTier, parseTier } from "../../sign/tiers.ts";
import {
  type RequestedVersion,
  fetchStatements,
  type ProvedStatement,
  type ProvedVersion,
  wrongLog,
} from "../../states/fetch-statements.ts";
import { rootFor } from "../../states/roots.ts";
import type { TrustedKeys } from "../../sign/trust.ts";
import { computeIntegrity, treeIntegrity } from "../../package/digests.ts";
import { isFolderName } from "../../package/folder-name.ts";
import type { Demand } from "../../resolve/index.ts";
import { readArchiveBytes } from "../archive/index.ts";
import { openClawHub } from "../clawhub/index.ts";
import { type ListBounds, readPages } from "../budget.ts";
import { toFetched } from "../fetched-files.ts";
import type { FetchedSkill } from "../fetched.ts";
import {
  fetchBody,
  fetchJsonObject,
  sendRequest,
  readObject,
  readRegistryAddress,
  refusedBy,
  type WebOptions,
} from "../http.ts";
import type { Offer, SkillPlace } from "../place.ts";
import { findPackage, keepText } from "../web-cache.ts";
import { downloadVersion } from "./client.ts";
import { readSeveral, fetchTogether } from "./several.ts";
import { objectIn, objectsIn, optionalIn, textIn, textsIn, unknownIn } from "./wire.ts";

export interface RegistryOptions extends WebOptions {
  readonly mayBeRisky?: boolean;
  /** Whose signatures count here, whatever the registry says. */
  readonly trust?: TrustedKeys;
}

/** States in which a version is given to those who ask for it; one in review has been reported by users. */
const GIVEN: ReadonlySet<string> = new Set(["listed", "yanked", "in-review"]);
const FIRST_PAGE = 200;
/** Twice as many versions as a registry takes of one skill. */
const VERSIONS: ListBounds = { pages: 20, entries: 4000, bytes: 16_000_000 };

/** Opens a registry by its address; one that only speaks as ClawHub does is spoken to in that way. */
export async function openRegistry(
  given: string,
  options: RegistryOptions = {},
): Promise<SkillPlace> {
  const address = readRegistryAddress(given);
  const probe = `${address}${REGISTRY_PATH}/skills?limit=1`;
  const { status, header } = await sendRequest({ url: probe }, options);
  const isOurs = /json/iu.test(header("content-type") ?? "") && status !== 404;
  if (!isOurs) return { ...(await openClawHub(address, options)), kind: "registry", address };
  const offers = new Map<string, Promise<readonly Offer[]>>();
  const known = new Map<string, JsonObject>();
  const records = new Map<string, Promise<JsonObject>>();
  const stated = new Map<string, Promise<ProvedStatement | undefined>>();
  const registry: Registry = {
    address,
    options,
    known,
    offersOf: (name) => {
      const task = offers.get(name) ?? listOffers(registry, name);
      offers.set(name, task);
      return task;
    },
    statedOf: (name, version) => {
      const key = keyOf(name, version);
      const task =
        stated.get(key) ??
        readStated(address, [{ name, version }], options).then(([one]) => one?.own);
      stated.set(key, task);
      return task;
    },
    // Asked for by who looks at what a version needs, and again by who fetches it.
    versionOf: (name, version) => {
      const key = keyOf(name, version);
      const full = optionalIn(known.get(name) ?? {}, "full_name") ?? name;
      const task = records.get(key) ?? readVersion(address, full, version, options);
      records.set(key, task);
      return task;
    },
  };
  return {
    kind: "registry",
    address,
    names: () => Promise.resolve(undefined),
    offersOf: registry.offersOf,
    tagsOf: async (name) => {
      const skill = known.get(name) ?? (await fetchJsonObject({ url: at(address, name) }, options));
      const latest = skill && optionalIn(skill, "latest_version");
      return {
        ...(latest === undefined ? {} : { latest }),
        ...(skill === undefined ? {} : textsIn(skill, "tags")),
      };
    },
    currentName: (name) => currentName(registry, name),
    prepare: fetchTogether(async (names) => {
      // One by one they are found among what was kept.
      if (options.cache !== undefined && options.cache.mode !== "online") return;
      const asked: RequestedVersion[] = [];
      for (const { name, skill, latest } of await readSeveral(address, names, options)) {
        known.set(name, skill);
        cacheRecord(address, skill, options, name);
        const [version, full] = [textIn(latest, "version"), textIn(latest, "full_name")];
        if (version === "") continue;
        records.set(keyOf(name, version), Promise.resolve(latest));
        keepText(options.cache, at(address, full, version), JSON.stringify(latest));
        asked.push({ name: full, version });
      }
      for (const { name, version, own } of await readStated(address, asked, options))
        stated.set(keyOf(name, version), Promise.resolve(own));
    }),
    readManifest: async (name, version) => {
      const url = `${at(address, name, version, "file")}?path=SKILL.md`;
      return (await fetchBody({ url }, options)).bytes;
    },
    fetch: (name, version) => fetchVersion(registry, name, version),
  };
}

interface Registry {
  readonly address: string;
  readonly options: RegistryOptions;
  /** What it has said of skills, by the names that were asked for. */
  readonly known: Map<string, JsonObject>;
  readonly offersOf: (name: string) => Promise<readonly Offer[]>;
  /** All that the registry says of a version. */
  readonly versionOf: (name: string, version: string) => Promise<JsonObject>;
  /** What its log proves of a version; undefined where there is no log, or nothing in it. */
  readonly statedOf: (name: string, version: string) => Promise<ProvedStatement | undefined>;
}

function at(address: string, name: string, ...rest: readonly string[]): string {
  const parts = [name, ...rest].map(encodeURIComponent);
  return `${address}${REGISTRY_PATH}/skills/${parts.join("/")}`;
}

/** Under the name that was asked for and under the full one, by which locks ask. */
function cacheRecord(
  address: string,
  value: JsonObject,
  { cache }: RegistryOptions,
  name: string,
): void {
  for (const one of new Set([name, optionalIn(value, "full_name") ?? name]))
    keepText(cache, at(address, one), JSON.stringify(value));
}

/** What the registry calls a skill that is asked for under this name. */
async function currentName({ known, offersOf }: Registry, name: string): Promise<string> {
  if (!known.has(name)) await offersOf(name);
  const now = optionalIn(known.get(name) ?? {}, "name") ?? "";
  return isFolderName(now) ? now : plainName(name);
}

/** A skill that was renamed stays what it is called where it is installed or needed. */
async function nameOf(registry: Registry, asked: string, record: JsonObject): Promise<string> {
  const given = optionalIn(record, "name") ?? plainName(asked);
  return given === (await currentName(registry, asked)) ? plainName(asked) : given;
}

function plainName(name: string): string {
  return name.slice(name.indexOf("/") + 1);
}

function keyOf(name: string, version: string): string {
  return JSON.stringify([name, version]);
}

async function listOffers(registry: Registry, name: string): Promise<readonly Offer[]> {
  const { address, options } = registry;
  const told = registry.known.get(name);
  const skill = told ?? (await fetchJsonObject({ url: at(address, name) }, options));
  if (skill === undefined || skill["is_deleted"] === true) return [];
  if (told === undefined) cacheRecord(address, skill, options, name);
  registry.known.set(name, skill);
  const known = Object.values(objectIn(skill, "versions")).filter(isObject);
  const all = known.length < FIRST_PAGE ? known : await allVersions(address, name, options);
  const general = deprecationWords(optionalIn(skill, "deprecated"), optionalIn(skill, "successor"));
  return all
    .filter((version) => GIVEN.has(textIn(version, "state")))
    .map((record): Offer => {
      const version = textIn(record, "version");
      const deprecation = optionalIn(record, "deprecated") ?? general;
      return {
        version,
        isYanked: record["state"] !== "listed",
        isExperimental: () => countsForNothing(registry, name, version),
        readDependencies: () => readDependencies(registry, name, version),
        ...(deprecation === undefined ? {} : { deprecation }),
      };
    });
}

async function readStated(
  address: string,
  versions: readonly RequestedVersion[],
  options: RegistryOptions,
): Promise<readonly ProvedVersion[]> {
  if (versions.length === 0) return [];
  return (await fetchStatements(address, versions, options))?.stated ?? [];
}

/** Whether nobody who is trusted here stands for it; the files themselves are judged once they are there. */
async function countsForNothing(
  { address, versionOf, statedOf, options }: Registry,
  name: string,
  version: string,
): Promise<boolean> {
  const record = await versionOf(name, version);
  const keyId = textIn(objectIn(record, "signature"), "key_id");
  const trust = options.trust ?? new Map();
  const full = optionalIn(record, "full_name") ?? name;
  const stated = rootFor(trust, address) === undefined ? undefined : await statedOf(full, version);
  const byRoot = stated?.statement.tier ?? "experimental";
  const attested = greaterTier(attestedBy(trust.get(keyId)?.role), byRoot);
  return lesserTier(parseTier(record["claimed_tier"] ?? byRoot), attested) === "experimental";
}

async function allVersions(
  address: string,
  name: string,
  options: RegistryOptions,
): Promise<readonly JsonObject[]> {
  return await readPages(
    address,
    VERSIONS,
    async (cursor, budget) => {
      const query = new URLSearchParams({
        limit: String(FIRST_PAGE),
        ...(cursor === undefined ? {} : { cursor }),
      });
      const url = `${at(address, name, "versions")}?${query.toString()}`;
      const page = (await fetchJsonObject({ url }, { ...options, budget })) ?? {};
      return { entries: objectsIn(page, "versions"), next: optionalIn(page, "next_cursor") };
    },
    options.budget,
  );
}

async function readVersion(
  address: string,
  name: string,
  version: string,
  options: RegistryOptions,
): Promise<JsonObject> {
  const url = at(address, name, version);
  const answer = await sendRequest({ url, headers: { accept: "application/json" } }, options);
  if (answer.status === 404) throw unknownIn(address, `${name}@${version}`);
  if (answer.status !== 200) throw refusedBy(answer, url);
  const record = readObject(answer, options) ?? {};
  // Its full name is the one by which it is asked for without a network.
  const full = optionalIn(record, "full_name") ?? name;
  if (full !== name) keepText(options.cache, at(address, full, version), JSON.stringify(record));
  return record;
}

async function readDependencies(
  { versionOf }: Registry,
  name: string,
  version: string,
): Promise<readonly Demand[]> {
  const record = await versionOf(name, version);
  return objectsIn(record, "dependencies").map((item) => ({
    name: textIn(item, "name"),
    range: textIn(item, "version"),
  }));
}

/** Compared twice: the archive with its digest, and all files with that of the tree. */
async function fetchVersion(
  registry: Registry,
  name: string,
  version: string,
): Promise<FetchedSkill> {
  const { address, options, versionOf, statedOf } = registry;
  const record = await versionOf(name, version);
  const full = optionalIn(record, "full_name") ?? name;
  const promised = optionalIn(objectIn(record, "artifact"), "integrity");
  const bytes =
    findPackage(options.cache, promised) ??
    (await downloadVersion(address, full, version, options));
  const artifact = computeIntegrity(bytes);
  if (promised !== artifact) throw wrongBytes(name, version, artifact, promised);
  const files = (await readArchiveBytes(bytes)).files.map(toFetched);
  const tree = treeIntegrity(files);
  if (tree !== optionalIn(record, "tree"))
    throw wrongBytes(name, version, tree, optionalIn(record, "tree"));
  const stated = await statedOf(full, version);
  checkStated(stated, {
    address,
    name,
    version,
    tree,
    isTrusted: rootFor(options.trust ?? new Map(), address) !== undefined,
  });
  return {
    name: await nameOf(registry, name, record),
    description: textIn(record, "description"),
    origin: {
      kind: "registry",
      server: address,
      uri: full,
      reference: `registry:${address}#${full}@${version}`,
      artifact,
    },
    files,
    version,
    ...(stated === undefined ? {} : { statement: { note: stated.note, index: stated.index } }),
    isAsPromised: true,
  };
}

/** What is given has to be what the log has; where a root is trusted, nothing is given without it. */
function checkStated(
  stated: ProvedStatement | undefined,
  {
    address,
    name,
    version,
    tree,
    isTrusted,
  }: {
    readonly address: string;
    readonly name: string;
    readonly version: string;
    readonly tree: string;
    readonly isTrusted: boolean;
  },
): void {
  if (stated === undefined) {
    if (isTrusted) throw wrongLog(address, `it has no statement on \`${name}\` ${version}`);
    return;
  }
  if (stated.statement.digests?.tree !== tree)
    throw wrongLog(address, `its statement on \`${name}\` ${version} is for other files`);
}

function wrongBytes(name: string, version: string, actual: string, promised = "a digest"): Error {
  return fail("registry/wrong-digest", {
    what: `The content of \`${name}\` ${version}`,
    actual,
    promised,
  });
}
