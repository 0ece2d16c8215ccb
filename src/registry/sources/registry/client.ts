import type { ReleaseJudgement } from "../../../skill/compare/index.ts";
import type { JsonObject } from "../../../skill/index.ts";
import {
  deprecationWords,
  MATCH_FIELDS,
  MATCHES,
  type MatchReason,
  REGISTRY_PATH,
} from "../../contract/index.ts";
import {
  fetchBody,
  fetchJsonObject,
  sendRequest,
  type Question,
  readObject,
  readRegistryAddress,
  refusedBy,
  type WebOptions,
} from "../http.ts";
import { semverIn } from "./semver.ts";
import { objectIn, objectsIn, optionalIn, textIn, unknownIn, unknownVersion } from "./wire.ts";

/** Skills of a registry, as its lists tell of them. */
export interface RegistrySkill {
  readonly name: string;
  readonly fullName: string;
  readonly description: string;
  readonly latest?: string;
  readonly tier?: string;
  readonly downloads: number;
  readonly rating: number;
  readonly ratings: number;
  readonly publisher: string;
  readonly deprecation?: string;
}

/** A skill that a search found. */
export interface FoundSkill extends RegistrySkill {
  /** How each word was recognised, as the registry says it; none from an older one. */
  readonly why: readonly MatchReason[];
}

export interface SearchRequest {
  readonly query: string;
  readonly limit?: number;
  readonly tier?: string;
  readonly dialect?: string;
}

export interface PublishRequest {
  /** The archive, as `pack` writes it. */
  readonly archive: Uint8Array;
  /** Default: what the SKILL.md says. */
  readonly version?: string;
  readonly publisher?: string;
  readonly changelog?: string;
  readonly tags?: readonly string[];
  readonly visibility?: string;
  readonly isDraft?: boolean;
  readonly isDryRun?: boolean;
}

export interface PublishedSkill {
  readonly name: string;
  readonly fullName: string;
  readonly version: string;
  /** `listed` where everybody can have it. */
  readonly state: string;
  readonly tier: string;
  /** Of the tree of its files. */
  readonly tree: string;
  readonly isNew: boolean;
  /** How it differs from the version before it; absent where there is none. */
  readonly semver?: ReleaseJudgement;
  readonly warnings: readonly string[];
}

/** A registry of this program, spoken to by those who publish and search. */
export interface RegistryClient {
  readonly address: string;
  readonly search: (request: SearchRequest) => Promise<readonly FoundSkill[]>;
  /** All that the registry says of a skill, or of one version of it. */
  readonly describe: (name: string, version?: string) => Promise<JsonObject>;
  /** The version whose tree this is, and the latest one; undefined where there is no such skill. */
  readonly resolve: (
    name: string,
    tree: string,
  ) => Promise<{ readonly match?: string; readonly latest?: string } | undefined>;
  readonly whoAmI: () => Promise<string>;
  readonly publish: (request: PublishRequest) => Promise<PublishedSkill>;
  readonly yank: (
    name: string,
    version: string,
    isBack: boolean,
    reason?: string,
  ) => Promise<string>;
  /** Tells users of a skill or of a version not to use it; without a message takes that back. */
  readonly deprecate: (
    name: string,
    version?: string,
    message?: string,
    successor?: string,
  ) => Promise<void>;
}

/** How questions to one registry are put together and asked. */
interface Wire {
  readonly at: (path: string, query?: Query) => string;
  readonly ask: (question: Question, name: string, version?: string) => Promise<JsonObject>;
  readonly options: WebOptions;
}

type Query = Readonly<Record<string, string | undefined>>;

/** Opens a client for the registry at an address. */
export function openRegistryClient(given: string, options: WebOptions = {}): RegistryClient {
  const address = readRegistryAddress(given);
  const wire: Wire = {
    options,
    at: (path, query = {}) => {
      const words = new URLSearchParams();
      for (const [key, value] of Object.entries(query))
        if (value !== undefined) words.append(key, value);
      return `${address}${REGISTRY_PATH}${path}${words.size === 0 ? "" : `?${words.toString()}`}`;
    },
    ask: async (question, name, version) => {
      const answer = await fetchJsonObject(question, options);
      if (answer !== undefined) return answer;
      const url = wire.at(skillAt(name));
      const skill = version === undefined ? undefined : await fetchJsonObject({ url }, options);
      throw skill === undefined || version === undefined
        ? unknownIn(address, name)
        : unknownVersion(name, version, skill);
    },
  };
  return { address, ...reading(wire), ...writing(wire) };
}

function skillAt(name: string, ...rest: readonly string[]): string {
  return ["/skills", encodeURIComponent(name), ...rest.map(encodeURIComponent)].join("/");
}

function reading({
  at,
  ask,
  options,
}: Wire): Pick<RegistryClient, "search" | "describe" | "resolve" | "whoAmI"> {
  return {
    search: async ({ query, limit, tier, dialect }) => {
      const url = at("/search", { q: query, limit: limit?.toString(), tier, dialect });
      const found = objectsIn(await ask({ url }, query), "skills");
      return found.map((value) => ({ ...toSkill(value), why: reasonsIn(value) }));
    },
    describe: async (name, version) =>
      await ask(
        { url: at(skillAt(name, ...(version === undefined ? [] : [version]))) },
        name,
        version,
      ),
    resolve: async (name, tree) => {
      const url = at(skillAt(name, "resolve"), { digest: tree });
      const answer = await fetchJsonObject({ url }, options);
      if (answer === undefined) return undefined;
      const [match, latest] = [optionalIn(answer, "match"), optionalIn(answer, "latest")];
      return {
        ...(match === undefined ? {} : { match }),
        ...(latest === undefined ? {} : { latest }),
      };
    },
    whoAmI: async () => textIn(await ask({ url: at("/whoami") }, "whoami"), "handle"),
  };
}

function writing(wire: Wire): Pick<RegistryClient, "publish" | "yank" | "deprecate"> {
  const { at, ask } = wire;
  return {
    publish: async (request) => await publish(request, wire),
    yank: async (name, version, isBack, reason) => {
      const url = at(skillAt(name, version, isBack ? "unyank" : "yank"));
      const body = reason === undefined ? {} : { reason };
      const answer = await ask(sending("POST", url, body), name, version);
      return textIn(answer, "state");
    },
    deprecate: async (name, version, message, successor) => {
      const body = {
        ...(version === undefined ? {} : { version }),
        ...(message === undefined ? {} : { message }),
        ...(successor === undefined ? {} : { successor }),
      };
      await ask(sending("PUT", at(skillAt(name, "deprecation")), body), name, version);
    },
  };
}

function sending(method: string, url: string, body: object): Question {
  return {
    method,
    url,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  };
}

async function publish(request: PublishRequest, { at, options }: Wire): Promise<PublishedSkill> {
  const url = at("/skills", {
    publisher: request.publisher,
    version: request.version,
    changelog: request.changelog,
    tags: request.tags?.join(","),
    visibility: request.visibility,
    draft: request.isDraft === true ? "true" : undefined,
    dry_run: request.isDryRun === true ? "true" : undefined,
  });
  const answer = await sendRequest(
    {
      method: "POST",
      url,
      body: request.archive,
      headers: { "content-type": "application/zip", accept: "application/json" },
    },
    options,
  );
  if (answer.status !== 201) throw refusedBy(answer, url);
  // What is not there reads as empty.
  const body = readObject(answer, options) ?? {};
  const version = objectIn(body, "version");
  const semver = semverIn(version);
  return {
    name: textIn(version, "name"),
    fullName: textIn(version, "full_name"),
    version: textIn(version, "version"),
    state: textIn(version, "state"),
    tier: textIn(version, "security_tier"),
    tree: textIn(version, "tree"),
    isNew: body["is_new_skill"] === true,
    ...(semver === undefined ? {} : { semver }),
    warnings: objectsIn(body, "warnings").map((warning) => textIn(warning, "message")),
  };
}

function reasonsIn(value: JsonObject): readonly MatchReason[] {
  return objectsIn(value, "why").flatMap((reason) => {
    const by = MATCHES.find((one) => one === reason["by"]);
    const field = MATCH_FIELDS.find((one) => one === reason["field"]);
    const [word, found] = [optionalIn(reason, "word"), optionalIn(reason, "found")];
    if (by === undefined) return [];
    return [
      {
        by,
        ...(field === undefined ? {} : { field }),
        ...(word === undefined ? {} : { word }),
        ...(found === undefined ? {} : { found }),
      },
    ];
  });
}

function toSkill(value: JsonObject): RegistrySkill {
  const latest = optionalIn(value, "latest_version");
  const tier = optionalIn(objectIn(value, "latest"), "security_tier");
  const deprecation = deprecationWords(
    optionalIn(value, "deprecated"),
    optionalIn(value, "successor"),
  );
  const number = (key: string): number => (typeof value[key] === "number" ? value[key] : 0);
  return {
    name: value["has_plain_name"] === true ? textIn(value, "name") : textIn(value, "full_name"),
    fullName: textIn(value, "full_name"),
    description: textIn(value, "description"),
    downloads: number("downloads"),
    rating: number("rating"),
    ratings: number("ratings"),
    publisher: textIn(objectIn(value, "publisher"), "handle"),
    ...(latest === undefined ? {} : { latest }),
    ...(tier === undefined ? {} : { tier }),
    ...(deprecation === undefined ? {} : { deprecation }),
  };
}

/** The bytes of a version, of which the registry promised a digest. */
export async function downloadVersion(
  address: string,
  name: string,
  version: string,
  options: WebOptions,
): Promise<Uint8Array> {
  const words = new URLSearchParams({ version });
  const path = `/skills/${encodeURIComponent(name)}/download?${words.toString()}`;
  const url = `${address}${REGISTRY_PATH}${path}`;
  return (await fetchBody({ url, hasDigest: true }, options)).bytes;
}
