import type { Environment } from "../../platform/index.ts";
import { suggest, quoteForShell } from "../../skill/index.ts";
import { registryCodes, registryError } from "../errors.ts";
import { ANY, isRange } from "../resolve/index.ts";
import type { TrustedKeys } from "../sign/trust.ts";
import { openArchive } from "./archive/index.ts";
import { openClawHub } from "./clawhub/index.ts";
import type { FetchedSkill } from "./fetched.ts";
import { openFolder } from "./folder/index.ts";
import { openGit } from "./git/index.ts";
import type { WebOptions } from "./http.ts";
import type { SkillPlace } from "./place.ts";
import { readReference, type Reference } from "./reference.ts";
import { openRegistry } from "./registry/index.ts";
import { createSkillIndex } from "./skill-index.ts";
import { openWellKnown } from "./well-known/index.ts";

/** What it takes to reach places. */
export interface SourceContext extends WebOptions {
  /** From which relative paths count. */
  readonly folder: string;
  readonly environment: Environment;
  /** The registry for names without an address. */
  readonly registry?: string;
  /** The same for a registry that speaks as ClawHub does. */
  readonly clawhub?: string;
  readonly mayBeRisky?: boolean;
  /** Whose signatures count. */
  readonly trust?: TrustedKeys;
  /** Registries that were opened already, each of which is found out and asked only once. */
  readonly opened?: Map<string, Promise<SkillPlace>>;
  /** Hears of skills of a place that cannot be had, where others of it can. */
  readonly onFault?: (fault: Error) => void;
  /** Fetches a skill of an MCP server; where absent, none can be had from there. */
  readonly fetchMcp?: (place: string, name: string | undefined) => Promise<FetchedSkill>;
}

/** Skills that are wanted from a place. */
export interface Wanted {
  readonly place: SkillPlace;
  readonly name: string;
  readonly range: string;
  /** What was asked for, as the lock keeps it. */
  readonly requested: string;
  /** The word that was asked for in place of a range, and the version for which it stands. */
  readonly tagged?: { readonly tag: string; readonly version: string };
  /** The version that is there, which stays unless a later one fits. */
  readonly current?: string;
  /** The name that was asked for, where the skill has another by now. */
  readonly formerly?: string;
}

export interface OpenOptions {
  /** Takes every skill of a place that holds several. */
  readonly takesAll?: boolean;
  /** What an archive has to be. */
  readonly integrity?: string;
  /** What a skill of a registry is called here, whatever it is called there by now. */
  readonly localName?: string;
}

/** Opens what a word stands for, and finds what is wanted there. */
export async function openSource(
  word: string,
  ground: SourceContext,
  options: OpenOptions = {},
): Promise<readonly Wanted[]> {
  const reference = readReference(word, ground.folder);
  return await openReference(reference, ground, options);
}

export async function openReference(
  reference: Reference,
  ground: SourceContext,
  options: OpenOptions = {},
): Promise<readonly Wanted[]> {
  if ("range" in reference) return [await openNamed(reference, ground, options)];
  const place = await openPlace(reference, ground, options);
  const requested = reference.kind === "git" ? (reference.address.ref ?? ANY) : ANY;
  const names = (await place.names()) ?? [];
  reportFaults(place, reference.name, names, ground);
  const chosen = choose(names, reference.name, place.address, options.takesAll ?? false);
  return chosen.map((name) => ({ place, name, range: ANY, requested }));
}

/** Throws where nothing else is wanted, or nothing else is there. */
function reportFaults(
  { faults = new Map() }: SkillPlace,
  asked: string | undefined,
  names: readonly string[],
  { onFault = () => {} }: SourceContext,
): void {
  const [first] = faults.values();
  const fault = asked === undefined ? (names.length === 0 ? first : undefined) : faults.get(asked);
  if (fault !== undefined && !names.includes(asked ?? "")) throw fault;
  for (const other of faults.values()) onFault(other);
}

async function openNamed(
  { kind, server, name, range }: Extract<Reference, { readonly range: string }>,
  ground: SourceContext,
  { localName }: OpenOptions,
): Promise<Wanted> {
  const address = server ?? (kind === "registry" ? ground.registry : ground.clawhub);
  if (address === undefined)
    throw registryError(
      registryCodes.invalidAddress,
      `No registry configured in which to find \`${name}\`.`,
      {
        hint:
          kind === "registry"
            ? "Pass `--registry URL`, or set `SKILLWRIGHT_REGISTRY`. A path begins with `./`."
            : "Write `clawhub:URL#NAME`, or set `CLAWHUB_REGISTRY`.",
      },
    );
  const place = await openOnce(kind, address, ground);
  const folderName = localName ?? name.slice(name.indexOf("/") + 1);
  const wanted = {
    place: name === folderName ? place : calledIn(place, folderName, name),
    name: folderName,
    requested: range,
  };
  if (isRange(range)) return { ...wanted, range };
  const version = await resolveTag(place, name, range);
  return { ...wanted, range: `==${version}`, tagged: { tag: range, version } };
}

/** Throws where the skill has no such tag; a skill that is not there is for whoever asks for its versions. */
async function resolveTag(place: SkillPlace, name: string, tag: string): Promise<string> {
  const tags = (await place.tagsOf?.(name)) ?? {};
  const version = Object.hasOwn(tags, tag) ? tags[tag] : undefined;
  if (version !== undefined) return version;
  if ((await place.offersOf(name)).length === 0)
    throw registryError(registryCodes.unknownSkill, `No skill \`${name}\` at ${place.address}.`, {
      hint: "It is not there, or not for you: log in with `skillwright login`.",
    });
  const known = Object.keys(tags).map((word) => `\`${word}\``);
  throw registryError(
    registryCodes.unknownSkill,
    `\`${name}\` has no tag \`${tag}\`; it has ${known.length === 0 ? "none" : known.join(", ")}.`,
    { hint: `\`skillwright info ${quoteForShell(name)}\` shows its versions.` },
  );
}

export function openOnce(
  kind: "registry" | "clawhub",
  address: string,
  ground: SourceContext,
): Promise<SkillPlace> {
  const key = `${kind} ${address}`;
  const open = kind === "registry" ? openRegistry : openClawHub;
  const task = ground.opened?.get(key) ?? open(address, ground);
  ground.opened?.set(key, task);
  return task;
}

/** The same under the name that it has by now, so that its folder is called as the registry calls it. */
export async function underCurrentName(wanted: Wanted): Promise<Wanted> {
  const { place, name } = wanted;
  const now = (await place.currentName?.(name)) ?? name;
  return now === name
    ? wanted
    : { ...wanted, name: now, place: calledIn(place, now, name), formerly: name };
}

/** A place in which a name stands for another, such as one with its publisher. */
function calledIn(place: SkillPlace, short: string, full: string): SkillPlace {
  const translate = (name: string): string => (name === short ? full : name);
  const { currentName, prepare, tagsOf, readManifest } = place;
  return {
    ...place,
    ...(prepare === undefined ? {} : { prepare: (names) => prepare(names.map(translate)) }),
    offersOf: (name) => place.offersOf(translate(name)),
    ...(currentName === undefined ? {} : { currentName: (name) => currentName(translate(name)) }),
    ...(tagsOf === undefined ? {} : { tagsOf: (name) => tagsOf(translate(name)) }),
    ...(readManifest === undefined
      ? {}
      : { readManifest: (name, version) => readManifest(translate(name), version) }),
    fetch: async (name, version) => ({
      ...(await place.fetch(translate(name), version)),
      name,
    }),
  };
}

async function openPlace(
  reference: Exclude<Reference, { readonly range: string }>,
  ground: SourceContext,
  options: OpenOptions,
): Promise<SkillPlace> {
  switch (reference.kind) {
    case "folder":
      return openFolder(reference.path);
    case "archive":
      return await openArchive(reference.path, { ...ground, ...options });
    case "git":
      checkOnline(ground, reference.address.url);
      return await openGit(reference.address, ground.environment);
    case "mcp":
      checkOnline(ground, reference.place);
      return await openMcp(reference.place, reference.name, ground);
    case "well-known":
      return requirePlace(await openWellKnown(reference.url, ground, true), reference.url);
    case "web": {
      const isArchive = /\.(?:zip|tar|tgz|tar\.gz)$/iu.test(new URL(reference.url).pathname);
      const found = isArchive ? undefined : await openWellKnown(reference.url, ground);
      return found ?? (await openArchive(reference.url, { ...ground, ...options }));
    }
  }
}

/** Of git and MCP nothing is kept; what lies on this machine can be had all the same. */
function checkOnline({ cache }: SourceContext, place: string): void {
  if (cache?.mode !== "offline" || !/^(?:https?|ssh|git):|^[\w.-]+@/iu.test(place)) return;
  throw registryError(
    registryCodes.offline,
    "Repositories of git and MCP servers are not asked with `--offline`.",
    { hint: "Nothing was written. Leave out `--offline`." },
  );
}

function requirePlace(place: SkillPlace | undefined, url: string): SkillPlace {
  if (place !== undefined) return place;
  throw registryError(registryCodes.noSkills, `The site \`${url}\` does not list skills.`, {
    hint: "It has no `.well-known/agent-skills/index.json`.",
  });
}

async function openMcp(
  place: string,
  name: string | undefined,
  { fetchMcp }: SourceContext,
): Promise<SkillPlace> {
  if (fetchMcp === undefined)
    throw registryError(
      registryCodes.invalidAddress,
      "The address of an MCP server cannot be used here.",
    );
  const skill = await fetchMcp(place, name);
  const { origin } = skill;
  const isWeb = /^https?:/u.test(origin.server);
  const reference = `mcp:${origin.server}#${encodeURIComponent(skill.name)}`;
  const known = isWeb ? { ...skill, origin: { ...origin, reference } } : skill;
  return createSkillIndex(
    "mcp",
    origin.server,
    new Map([[skill.name, () => Promise.resolve(known)]]),
  );
}

const MOST_NAMES = 20;

function choose(
  names: readonly string[],
  asked: string | undefined,
  address: string,
  takesAll: boolean,
): readonly string[] {
  if (names.length === 0) throw registryError(registryCodes.noSkills, `${address} has no skills.`);
  if (asked !== undefined) {
    if (names.includes(asked)) return [asked];
    const near = suggest(asked, names);
    throw registryError(
      registryCodes.unknownSkill,
      `${address} has no skill \`${asked}\`.`,
      near === undefined ? {} : { hint: `Did you mean \`${near}\`?` },
    );
  }
  if (names.length === 1 || takesAll) return names;
  const shown = names.slice(0, MOST_NAMES).map((name) => `\`${name}\``);
  throw registryError(
    registryCodes.ambiguousSkill,
    `${address} has ${names.length} skills: ${shown.join(", ")}${names.length > MOST_NAMES ? " …" : ""}.`,
    { hint: "Name one after a `#`, or take them with `--all`." },
  );
}
