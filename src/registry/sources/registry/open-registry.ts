import { isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import { registryCodes, registryError } from "../../diagnostics.ts";
import { deprecationWords, REGISTRY_PATH } from "../../contract/index.ts";
import { attestedBy, lesserTier, tierOf } from "../../sign/tiers.ts";
import type { TrustedKeys } from "../../sign/trust.ts";
import { integrityOf, treeIntegrity } from "../../package/digests.ts";
import type { Demand } from "../../resolve/index.ts";
import { readArchiveBytes } from "../archive/index.ts";
import { openClawHub } from "../clawhub/index.ts";
import { toFetched } from "../fetched-files.ts";
import type { FetchedSkill } from "../fetched.ts";
import { askForObject, askWeb, readWebAddress, refusedBy, type WebOptions } from "../http.ts";
import type { Offer, SkillPlace } from "../place.ts";
import { downloadVersion } from "./client.ts";
import { readSeveral, togetherAsked } from "./several.ts";
import { objectIn, objectsIn, optionalIn, textIn, textsIn, unknownIn } from "./wire.ts";

export interface RegistryOptions extends WebOptions {
  readonly mayBeRisky?: boolean;
  /** Whose signatures count here, whatever the registry says. */
  readonly trust?: TrustedKeys;
}

/** States in which a version is given to those who ask for it; one in review has been reported by users. */
const GIVEN: ReadonlySet<string> = new Set(["listed", "yanked", "in-review"]);
const FIRST_PAGE = 200;

/** Opens a registry by its address; one that only speaks as ClawHub does is spoken to in that way. */
export async function openRegistry(
  given: string,
  options: RegistryOptions = {},
): Promise<SkillPlace> {
  const address = readWebAddress(given);
  const probe = `${address}${REGISTRY_PATH}/skills?limit=1`;
  const { status, header } = await askWeb({ url: probe }, options);
  const isOurs = /json/iu.test(header("content-type") ?? "") && status !== 404;
  if (!isOurs) return { ...(await openClawHub(address, options)), kind: "registry", address };
  const offers = new Map<string, Promise<readonly Offer[]>>();
  const known = new Map<string, JsonObject>();
  const records = new Map<string, Promise<JsonObject>>();
  const registry: Registry = {
    address,
    options,
    // Asked for by who looks at what a version needs, and again by who fetches it.
    versionOf: (name, version) => {
      const key = keyOf(name, version);
      const task = records.get(key) ?? readVersion(address, name, version, options);
      records.set(key, task);
      return task;
    },
  };
  return {
    kind: "registry",
    address,
    names: () => Promise.resolve(undefined),
    offersOf: (name) => {
      const task = offers.get(name) ?? listOffers(registry, name, known.get(name));
      offers.set(name, task);
      return task;
    },
    tagsOf: async (name) => {
      const skill = known.get(name) ?? (await askForObject({ url: at(address, name) }, options));
      const latest = skill && optionalIn(skill, "latest_version");
      return {
        ...(latest === undefined ? {} : { latest }),
        ...(skill === undefined ? {} : textsIn(skill, "tags")),
      };
    },
    prepare: togetherAsked(async (names) => {
      for (const { name, skill, latest } of await readSeveral(address, names, options)) {
        known.set(name, skill);
        const version = textIn(latest, "version");
        if (version !== "") records.set(keyOf(name, version), Promise.resolve(latest));
      }
    }),
    fetch: (name, version) => fetchVersion(registry, name, version),
  };
}

interface Registry {
  readonly address: string;
  readonly options: RegistryOptions;
  /** All that the registry says of a version. */
  readonly versionOf: (name: string, version: string) => Promise<JsonObject>;
}

function at(address: string, name: string, ...rest: readonly string[]): string {
  const parts = [name, ...rest].map(encodeURIComponent);
  return `${address}${REGISTRY_PATH}/skills/${parts.join("/")}`;
}

function keyOf(name: string, version: string): string {
  return JSON.stringify([name, version]);
}

async function listOffers(
  registry: Registry,
  name: string,
  told: JsonObject | undefined,
): Promise<readonly Offer[]> {
  const { address, options } = registry;
  const skill = told ?? (await askForObject({ url: at(address, name) }, options));
  if (skill === undefined || skill["is_deleted"] === true) return [];
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

/** Whether nobody who is trusted here stands for it; the files themselves are judged once they are there. */
async function countsForNothing(
  { versionOf, options }: Registry,
  name: string,
  version: string,
): Promise<boolean> {
  const record = await versionOf(name, version);
  const keyId = textIn(objectIn(record, "signature"), "key_id");
  const attested = attestedBy(options.trust?.get(keyId)?.role);
  return lesserTier(tierOf(record["claimed_tier"]), attested) === "experimental";
}

async function allVersions(
  address: string,
  name: string,
  options: RegistryOptions,
): Promise<readonly JsonObject[]> {
  const all: JsonObject[] = [];
  let cursor = "";
  do {
    const query = new URLSearchParams({
      limit: String(FIRST_PAGE),
      ...(cursor === "" ? {} : { cursor }),
    });
    const url = `${at(address, name, "versions")}?${query.toString()}`;
    const page: JsonObject = (await askForObject({ url }, options)) ?? {};
    all.push(...objectsIn(page, "versions"));
    cursor = textIn(page, "next_cursor");
  } while (cursor !== "");
  return all;
}

async function readVersion(
  address: string,
  name: string,
  version: string,
  options: RegistryOptions,
): Promise<JsonObject> {
  const url = at(address, name, version);
  const answer = await askWeb({ url, headers: { accept: "application/json" } }, options);
  if (answer.status === 404) throw unknownIn(address, `${name}@${version}`);
  if (answer.status !== 200) throw refusedBy(answer, url);
  const value: Json = JSON.parse(Buffer.from(answer.bytes).toString("utf8"));
  return isObject(value) ? value : {};
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
  { address, options, versionOf }: Registry,
  name: string,
  version: string,
): Promise<FetchedSkill> {
  const record = await versionOf(name, version);
  const full = optionalIn(record, "full_name") ?? name;
  const bytes = await downloadVersion(address, full, version, options);
  const promised = optionalIn(objectIn(record, "artifact"), "integrity");
  const artifact = integrityOf(bytes);
  if (promised !== artifact) throw wrongBytes(name, version, artifact, promised);
  const files = (await readArchiveBytes(bytes)).files.map(toFetched);
  const tree = treeIntegrity(files);
  if (tree !== optionalIn(record, "tree"))
    throw wrongBytes(name, version, tree, optionalIn(record, "tree"));
  return {
    name: optionalIn(record, "name") ?? name,
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
    isAsPromised: true,
  };
}

function wrongBytes(name: string, version: string, actual: string, promised = "a digest"): Error {
  return registryError(
    registryCodes.wrongDigest,
    `The content of \`${name}\` ${version} has the digest \`${actual}\`, but \`${promised}\` was promised.`,
    { hint: "Nothing was written." },
  );
}
