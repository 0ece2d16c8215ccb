import { computeSha256 } from "../../../platform/index.ts";
import { isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import { fail, registryCodes, registryError } from "../../errors.ts";
import { computeIntegrity } from "../../package/digests.ts";
import { readManifest } from "../../package/read-files.ts";
import { readArchiveBytes } from "../archive/index.ts";
import { type ListBounds, readPages } from "../budget.ts";
import { toFetched } from "../fetched-files.ts";
import type { FetchedFile, FetchedSkill, Origin } from "../fetched.ts";
import {
  fetchBody,
  sendRequest,
  readObject,
  readWebAddress,
  refusedBy,
  type WebOptions,
} from "../http.ts";
import type { SkillPlace } from "../place.ts";
import { createSkillIndex } from "../skill-index.ts";

const SCHEMA = /^https:\/\/schemas\.agentskills\.io\/discovery\/0\.2\.\d+\/schema\.json$/u;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;
const DIGEST = /^sha256:[0-9a-f]{64}$/u;
/** Where indexes lie, the newer form first. */
const FORMS = [".well-known/agent-skills", ".well-known/skills"] as const;

/** Undefined where the site tells of none; a site that refuses to tell is a failure where it has to tell. */
export async function openWellKnown(
  given: string,
  options: WebOptions = {},
  hasToTell = false,
): Promise<SkillPlace | undefined> {
  const base = readWebAddress(given);
  let refusal: Error | undefined;
  for (const form of FORMS) {
    const address = `${base}/${form}/index.json`;
    const index = await readIndex(address, options);
    if (index instanceof Error) refusal ??= index;
    if (index === undefined || index instanceof Error || !isList(index["skills"])) continue;
    if (form === FORMS[0]) checkSchema(index, address);
    const readEntry = form === FORMS[0] ? readNew : readOld;
    const list = await readList(address, index, options);
    return placeOf(
      base,
      list.map((item) => readEntry(isObject(item) ? item : {}, address)),
      options,
    );
  }
  if (refusal !== undefined && hasToTell) throw refusal;
  return undefined;
}

function placeOf(base: string, read: readonly (Entry | Fault)[], options: WebOptions): SkillPlace {
  const entries = read.filter((item) => "fetch" in item);
  const faults = read.filter((item) => "fault" in item);
  const fetching = entries.map(
    (entry) => [entry.name, () => fetchNamed(entry, options, originAt(base, entry.name))] as const,
  );
  return {
    ...createSkillIndex("well-known", base, new Map(fetching)),
    faults: new Map(faults.map(({ name, fault }) => [name, fault])),
  };
}

/** An index that calls a skill otherwise than it does itself would have it take the place of another. */
async function fetchNamed(
  { name, fetch }: Entry,
  options: WebOptions,
  origin: Origin,
): Promise<FetchedSkill> {
  const skill = await fetch(options, origin);
  const own = readManifest(skill.files)?.skill.identity.name ?? name;
  if (own === name) return skill;
  throw fail("registry/wrong-frontmatter", {
    place: origin.server,
    name: `\`${name}\``,
    given: `\`${own}\``,
  });
}

function originAt(base: string, name: string): Origin {
  return { kind: "well-known", server: base, uri: name, reference: `well-known:${base}#${name}` };
}

const INDEX: ListBounds = { pages: 500, entries: 100_000, bytes: 64_000_000 };

/** Entries of all pages: a large index says where the next one is. */
async function readList(
  address: string,
  first: JsonObject,
  options: WebOptions,
): Promise<readonly Json[]> {
  return await readPages(
    address,
    INDEX,
    async (cursor, budget) => {
      const page =
        cursor === undefined
          ? first
          : await readIndex(new URL(cursor, address).href, { ...options, budget });
      if (page instanceof Error) throw page;
      const { skills, next } = page ?? {};
      // Only another page of the same index.
      const isMore = typeof next === "string" && next.startsWith("?") && isList(skills);
      return { entries: isList(skills) ? skills : [], next: isMore ? next : undefined };
    },
    options.budget,
  );
}

/** A page of HTML for what is missing is as good as nothing. */
async function readIndex(
  url: string,
  options: WebOptions,
): Promise<JsonObject | Error | undefined> {
  const answer = await sendRequest({ url, headers: { accept: "application/json" } }, options);
  if (answer.status === 404 || answer.status === 410) return undefined;
  if (answer.status !== 200) return refusedBy(answer, url);
  return readObject(answer, options);
}

interface Entry {
  readonly name: string;
  readonly fetch: (options: WebOptions, origin: Origin) => Promise<FetchedSkill>;
}

/** An entry of an index that cannot be followed. */
interface Fault {
  readonly name: string;
  readonly fault: Error;
}

function checkSchema(index: JsonObject, address: string): void {
  const schema = index["$schema"];
  if (typeof schema !== "string" || !SCHEMA.test(schema))
    throw invalid(`The \`$schema\` of ${address} is not that of version 0.2.`);
}

/** What the artifact of an entry holds, by its type. */
const TYPES: ReadonlyMap<string, (bytes: Uint8Array) => Promise<readonly FetchedFile[]>> = new Map([
  ["archive", filesIn],
  ["skill-md", (bytes: Uint8Array) => Promise.resolve([manifestOf(bytes)])],
]);

/** With a digest of every artifact. */
function readNew(entry: JsonObject, address: string): Entry | Fault {
  const [name, type, description] = texts(entry, "name", "type", "description");
  const [url, digest] = texts(entry, "url", "digest");
  const filesOf = TYPES.get(type);
  if (!NAME.test(name) || name.length > 64 || !DIGEST.test(digest) || !URL.canParse(url, address))
    return faulty(name, address, "a name, an address and a digest");
  if (filesOf === undefined)
    return faulty(name, address, `the type ${[...TYPES.keys()].join(" or ")} and not \`${type}\``);
  return {
    name,
    fetch: async (options, origin) => {
      const onward = { ...options, namedUrl: address };
      const { bytes } = await fetchBody({ url: new URL(url, address) }, onward);
      if (`sha256:${computeSha256(bytes)}` !== digest)
        throw fail("registry/wrong-digest", {
          what: `The content of \`${name}\``,
          promised: digest,
        });
      const whole = { ...origin, artifact: computeIntegrity(bytes) };
      const files = await filesOf(bytes);
      return { name, description, origin: whole, files, isAsPromised: true };
    },
  };
}

function faulty(name: string, address: string, expected: string): Fault {
  const fault = invalid(`The entry \`${name}\` of ${address} is not valid: it needs ${expected}.`);
  return { name, fault };
}

async function filesIn(bytes: Uint8Array): Promise<readonly FetchedFile[]> {
  return (await readArchiveBytes(bytes)).files.map(toFetched);
}

function manifestOf(bytes: Uint8Array): FetchedFile {
  return toFetched({ path: "SKILL.md", bytes });
}

/** With a list of files, of which nothing is promised. */
function readOld(entry: JsonObject, address: string): Entry | Fault {
  const [name, description] = texts(entry, "name", "description");
  const files = entry["files"];
  if (!NAME.test(name) || !isList(files) || !files.every((path) => typeof path === "string"))
    return faulty(name, address, "a name and its files");
  const root = new URL(`${name}/`, address);
  return {
    name,
    fetch: async (options, origin) => {
      const fetched = await Promise.all(
        files.map(async (path) => {
          const url = new URL(path.split("/").map(encodeURIComponent).join("/"), root);
          if (!url.href.startsWith(root.href))
            throw invalid(`The file \`${path}\` of \`${name}\` is not below its address.`);
          return toFetched({ path, bytes: (await fetchBody({ url }, options)).bytes });
        }),
      );
      return { name, description, origin, files: fetched };
    },
  };
}

function texts<Names extends readonly string[]>(
  entry: JsonObject,
  ...names: Names
): { readonly [Index in keyof Names]: string } {
  // One text for each name, which the type of `map` does not say.
  return names.map((name) => {
    const value = entry[name];
    return typeof value === "string" ? value : "";
  }) as { readonly [Index in keyof Names]: string };
}

function invalid(message: string): Error {
  return registryError(registryCodes.invalidEntry, message, { hint: "Nothing was written." });
}
