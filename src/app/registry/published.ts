/** Skills in a registry: found, published, deprecated and yanked. */
import { failure, kindOf, lastPart, resolvePath } from "../../platform/index.ts";
import {
  type Published,
  type PublishOptions,
  publishSkill,
  type RegistryClient,
  type SyncedSkill,
  syncSkill,
} from "../../registry/index.ts";
import type { MatchReason } from "../../registry/contract/index.ts";
import { searchClawHub, skillFoldersIn } from "../../registry/sources/index.ts";
import { type JsonObject, SkillError } from "../../skill/index.ts";
import type { Context } from "../context.ts";
import type { LocalComputer } from "../machine/local-computer.ts";
import { asBuild } from "./build-token.ts";
import { openRegistry, readExact, type SourceInput, toSourceContext } from "./sources.ts";

const LIMIT = 20;
const MOST = 200;

export interface SearchAnswer {
  readonly skills: readonly {
    readonly name: string;
    readonly version?: string;
    readonly tier?: string;
    readonly description: string;
    readonly deprecation?: string;
    readonly why?: readonly MatchReason[];
  }[];
}

interface SearchInput extends SourceInput {
  readonly words: readonly string[];
  readonly limit?: number;
  readonly tier?: string;
  readonly speaks?: string;
  readonly clawhub?: string;
}

export async function searchSkills(
  computer: LocalComputer,
  input: SearchInput,
): Promise<SearchAnswer> {
  const { tier, speaks: dialect, clawhub } = input;
  const query = input.words.join(" ");
  const limit = Math.min(MOST, Math.max(1, input.limit ?? LIMIT));
  if (clawhub !== undefined)
    return {
      skills: await searchClawHub(clawhub, query, limit, toSourceContext(computer, input)),
    };
  const found = await openRegistry(computer, input).search({
    query,
    limit,
    ...(tier === undefined ? {} : { tier }),
    ...(dialect === undefined ? {} : { dialect }),
  });
  return {
    skills: found.map(({ latest, ...skill }) => ({
      ...skill,
      ...(latest === undefined ? {} : { version: latest }),
    })),
  };
}

interface NameInput extends SourceInput {
  /** `NAME` or `NAME@VERSION`. */
  readonly name: string;
}

export async function describeSkill(
  computer: LocalComputer,
  input: NameInput,
): Promise<JsonObject> {
  const { name, version } = readExact(input.name);
  return await openRegistry(computer, input).describe(name, version);
}

export interface YankAnswer {
  readonly name: string;
  readonly version: string;
  readonly state: string;
}

/** Takes a published version back, or brings it back. */
export async function yankVersion(
  computer: LocalComputer,
  input: NameInput & { readonly undo: boolean; readonly reason?: string },
): Promise<YankAnswer> {
  const { name, version = "" } = readExact(input.name);
  if (version === "")
    throw failure("cli/usage", `\`yank\` takes \`NAME@VERSION\`, not \`${input.name}\`.`);
  const client = openRegistry(computer, input);
  const state = await client.yank(name, version, input.undo, input.reason);
  return { name, version, state };
}

export interface DeprecateAnswer {
  readonly name: string;
  readonly version: string | null;
  readonly message: string | null;
  readonly successor: string | null;
}

/** Tells users of a skill not to use it any more, or takes that back. */
export async function deprecateSkill(
  computer: LocalComputer,
  input: NameInput & { readonly message?: string; readonly successor?: string },
): Promise<DeprecateAnswer> {
  const { message, successor } = input;
  const { name, version } = readExact(input.name);
  await openRegistry(computer, input).deprecate(name, version, message, successor);
  return {
    name,
    version: version ?? null,
    message: message ?? null,
    successor: successor ?? null,
  };
}

interface PublishInput extends SourceInput {
  readonly publisher?: string;
  readonly changelog?: string;
  readonly visibility?: string;
  readonly allowRisky: boolean;
  readonly dryRun: boolean;
}

function toOptions(input: PublishInput): PublishOptions {
  const { publisher, changelog, visibility } = input;
  return {
    ...(publisher === undefined ? {} : { publisher }),
    ...(changelog === undefined ? {} : { changelog }),
    ...(visibility === undefined ? {} : { visibility }),
    mayBeRisky: input.allowRisky,
    isDryRun: input.dryRun,
  };
}

export interface PublishAnswer {
  readonly published: Published;
  /** Of the registry. */
  readonly address: string;
  readonly isDryRun: boolean;
  readonly toJSON: () => object;
}

/** Hands a skill to a registry. */
export async function publishFolder(
  computer: LocalComputer,
  input: PublishInput & {
    readonly path?: string;
    readonly version?: string;
    readonly tag: readonly string[];
    readonly draft: boolean;
  },
): Promise<PublishAnswer> {
  const { path = ".", version, tag: tags, draft: isDraft, dryRun: isDryRun } = input;
  const client = openRegistry(await asBuild(computer, input), input);
  const published = await publishSkill(resolvePath(computer.folder, path), client, {
    ...toOptions(input),
    ...(version === undefined ? {} : { version }),
    isDraft,
    ...(tags.length === 0 ? {} : { tags }),
  });
  const toJSON = (): object => ({ ...published, isDryRun });
  return { published, address: client.address, isDryRun, toJSON };
}

interface SyncInput extends PublishInput {
  readonly names: readonly string[];
  readonly all: boolean;
  readonly root: readonly string[];
  readonly bump?: "patch" | "minor" | "major";
}

export interface SyncAnswer {
  readonly skills: readonly SyncedSkill[];
  readonly isDryRun: boolean;
}

/** Publishes what is new or has changed among the skills of folders. */
export async function syncFolders(
  { computer, person }: Context & { readonly computer: LocalComputer },
  input: SyncInput,
): Promise<SyncAnswer> {
  if (input.all === input.names.length > 0)
    throw failure("cli/usage", "`sync` takes either skill names or `--all`.");
  const folders = findFolders(computer, input);
  const client = openRegistry(await asBuild(computer, input), input);
  const bar = person?.startProgress("Comparing");
  const skills: SyncedSkill[] = [];
  for (const [index, folder] of folders.entries()) {
    skills.push(await syncOne(folder, client, input));
    bar?.onProgress(index + 1, folders.length);
  }
  bar?.end();
  return { skills, isDryRun: input.dryRun };
}

function findFolders(
  { folder }: LocalComputer,
  { names, all, root }: SyncInput,
): readonly string[] {
  const roots = (root.length === 0 ? ["skills"] : root).map((path) => resolvePath(folder, path));
  const missing = roots.find((path) => kindOf(path) !== "folder");
  if (missing !== undefined)
    throw failure("cli/no-such-path", "The folder of skills does not exist.", { file: missing });
  const folders = [...new Set(roots.flatMap(skillFoldersIn))];
  if (all) return folders;
  return names.map((name) => {
    const found = folders.find((path) => lastPart(path) === name);
    if (found !== undefined) return found;
    throw failure("cli/usage", `No skill \`${name}\` in the folders searched.`);
  });
}

/** What is wrong with one skill keeps no other from being published. */
async function syncOne(
  folder: string,
  client: RegistryClient,
  input: SyncInput,
): Promise<SyncedSkill> {
  const { bump } = input;
  try {
    return await syncSkill(folder, client, {
      ...toOptions(input),
      ...(bump === undefined ? {} : { bump }),
    });
  } catch (error) {
    if (!SkillError.isInstance(error)) throw error;
    return { name: lastPart(folder), folder, done: "failed", reason: error.message };
  }
}
