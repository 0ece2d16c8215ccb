import { sha256Of } from "../../../platform/index.ts";
import { isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import { registryCodes, registryError } from "../../diagnostics.ts";
import { integrityOf } from "../../package/digests.ts";
import { readArchiveBytes } from "../archive/index.ts";
import { toFetched } from "../fetched-files.ts";
import type { FetchedFile, FetchedSkill, Origin } from "../fetched.ts";
import { askForBytes, askWeb, readWebAddress, type WebOptions } from "../http.ts";
import type { SkillPlace } from "../place.ts";
import { shelfOf } from "../shelf.ts";

const SCHEMA = /^https:\/\/schemas\.agentskills\.io\/discovery\/0\.2\.\d+\/schema\.json$/u;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;
const DIGEST = /^sha256:[0-9a-f]{64}$/u;
/** Where indexes lie, the newer form first. */
const FORMS = [".well-known/agent-skills", ".well-known/skills"] as const;

/** Undefined where the site tells of none. */
export async function openWellKnown(
  given: string,
  options: WebOptions = {},
): Promise<SkillPlace | undefined> {
  const base = readWebAddress(given);
  for (const form of FORMS) {
    const address = `${base}/${form}/index.json`;
    const index = await readIndex(address, options);
    const list = index?.["skills"];
    if (index === undefined || !isList(list)) continue;
    const read = form === FORMS[0] ? readNew(index, list, address) : readOld(list, address);
    const skills = new Map(
      read.map((entry) => [entry.name, () => entry.fetch(options, originAt(base, entry.name))]),
    );
    return shelfOf("well-known", base, skills);
  }
  return undefined;
}

function originAt(base: string, name: string): Origin {
  return { kind: "well-known", server: base, uri: name, reference: `well-known:${base}#${name}` };
}

/** A page of HTML for what is missing is as good as nothing. */
async function readIndex(url: string, options: WebOptions): Promise<JsonObject | undefined> {
  const { status, bytes } = await askWeb({ url, headers: { accept: "application/json" } }, options);
  if (status !== 200) return undefined;
  try {
    const value: Json = JSON.parse(Buffer.from(bytes).toString("utf8"));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Entry {
  readonly name: string;
  readonly fetch: (options: WebOptions, origin: Origin) => Promise<FetchedSkill>;
}

/** With a digest of every artifact. */
function readNew(index: JsonObject, list: readonly Json[], address: string): readonly Entry[] {
  const schema = index["$schema"];
  if (typeof schema !== "string" || !SCHEMA.test(schema))
    throw invalid(`Unexpected \`$schema\` of ${address}, expected that of version 0.2.`);
  return list.map((item) => {
    const entry = isObject(item) ? item : {};
    const [name, type, description, url, digest] = texts(
      entry,
      "name",
      "type",
      "description",
      "url",
      "digest",
    );
    if (!NAME.test(name) || name.length > 64 || !DIGEST.test(digest) || !URL.canParse(url, address))
      throw invalid(
        `Unexpected entry \`${name}\` of ${address}, expected a name, an address and a digest.`,
      );
    return {
      name,
      fetch: async (options, origin) => {
        const { bytes } = await askForBytes({ url: new URL(url, address) }, options);
        if (`sha256:${sha256Of(bytes)}` !== digest)
          throw registryError(
            registryCodes.wrongDigest,
            `Unexpected bytes of \`${name}\`, expected \`${digest}\`.`,
            { hint: "Nothing was written." },
          );
        const files = type === "archive" ? await filesIn(bytes) : [manifestOf(bytes)];
        const whole = { ...origin, artifact: integrityOf(bytes) };
        return { name, description, origin: whole, files };
      },
    };
  });
}

async function filesIn(bytes: Uint8Array): Promise<readonly FetchedFile[]> {
  return (await readArchiveBytes(bytes)).files.map(toFetched);
}

function manifestOf(bytes: Uint8Array): FetchedFile {
  return toFetched({ path: "SKILL.md", bytes });
}

/** With a list of files, of which nothing is promised. */
function readOld(list: readonly Json[], address: string): readonly Entry[] {
  return list.map((item) => {
    const entry = isObject(item) ? item : {};
    const [name, description] = texts(entry, "name", "description");
    const files = entry["files"];
    if (!NAME.test(name) || !isList(files) || !files.every((path) => typeof path === "string"))
      throw invalid(`Unexpected entry \`${name}\` of ${address}, expected a name and its files.`);
    const root = new URL(`${name}/`, address);
    return {
      name,
      fetch: async (options, origin) => {
        const fetched = await Promise.all(
          files.map(async (path) => {
            const url = new URL(path.split("/").map(encodeURIComponent).join("/"), root);
            if (!url.href.startsWith(root.href))
              throw invalid(`Unexpected file \`${path}\` of \`${name}\`, expected one below it.`);
            return toFetched({ path, bytes: (await askForBytes({ url }, options)).bytes });
          }),
        );
        return { name, description, origin, files: fetched };
      },
    };
  });
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
