/** Where Claude Code looks for skills and commands, and which files it finds there. */
import {
  readBytesIfPresent,
  resolveCanonical,
  listFolderEntries,
  findUp,
  isFolder,
  joinPath,
  lastPart,
  parentOf,
  relativePath,
  readTextIfPresent,
  withParents,
} from "../../../platform/index.ts";
import type { DroppedFile, AgentContext } from "../agent.ts";
import { byEnglishName } from "../english-order.ts";
import { valuesOf } from "../args.ts";
import { FolderSearch } from "../folder-search.ts";
import {
  type Cause,
  notInFolder,
  switchedOff,
  takenBy,
  tooDeep,
  tooLarge,
  wrongFileName,
} from "../causes.ts";
import { claudeHome, type ClaudeSettings, record } from "./settings.ts";
import { isOffered, isReserved } from "./text.ts";

export type Scope = "managed" | "user" | "project" | "plugin";

export interface ClaudeFile {
  /** The name by which Claude Code calls it. */
  readonly name: string;
  /** As the root leads to it. */
  readonly path: string;
  readonly scope: Scope;
  readonly kind: "Skill" | "Custom command";
  readonly bytes: Uint8Array;
}

export interface Found {
  readonly files: readonly ClaudeFile[];
  readonly dropped: readonly DroppedFile[];
}

const MAX_BYTES = 1_000_000;
const MANAGED = "/etc/claude-code/.claude";

/** Skills before commands, root by root. */
export function findFiles(ground: AgentContext, settings: ClaudeSettings): Found {
  const dropped: DroppedFile[] = [];
  const search = new FolderSearch(dropped);
  const { args } = ground;
  // Without commands there are no skills.
  if (args?.includes("--disable-slash-commands") === true) return { files: [], dropped };
  const files = [
    ...listRoots(ground, "skills").flatMap(({ path, source }) =>
      skillsIn(path, source, settings, dropped).toSorted(byEnglishName),
    ),
    ...listRoots(ground, "commands")
      .flatMap(({ path, source }) => commandsIn(path, source, search, dropped))
      .toSorted(byEnglishName),
    ...valuesOf(args, "--plugin-dir").flatMap((folder) => {
      const plugin = pluginIn(folder, lastPart(folder)) ?? lastPart(folder);
      return skillsIn(joinPath(folder, "skills"), "plugin", settings, dropped)
        .toSorted(byEnglishName)
        .map((file) => ({ ...file, name: `${plugin}:${file.name}` }));
    }),
  ];
  return { files: onceEach(files, dropped), dropped };
}

/** In the order in which a name counts: those before win. */
export function listRoots(
  ground: AgentContext,
  kind: "skills" | "commands",
): readonly { readonly path: string; readonly source: Scope }[] {
  const { args } = ground;
  const [named] = valuesOf(args, "--setting-sources");
  const isAsked = (source: string): boolean =>
    named === undefined || named.split(",").some((one) => one.trim() === source);
  const own = isAsked("user") ? [claudeHome(ground)] : [];
  const added = valuesOf(args, "--add-dir").map((folder) => joinPath(folder, ".claude"));
  const projects = isAsked("project") ? [...projectFolders(ground), ...added] : [];
  return [
    { path: joinPath(MANAGED, kind), source: "managed" },
    ...own.map((folder) => ({ path: joinPath(folder, kind), source: "user" as const })),
    ...projects.map((folder) => ({ path: joinPath(folder, kind), source: "project" as const })),
  ];
}

/** Those of the working directory and above it, up to the repository or the home, which does not count. */
function projectFolders({ folder, home }: AgentContext): readonly string[] {
  const places = withParents(folder, findUp(folder, [".git"]));
  const end = places.findIndex((place) => resolveCanonical(place) === resolveCanonical(home));
  return (end === -1 ? places : places.slice(0, end)).map((place) => joinPath(place, ".claude"));
}

function skillsIn(
  root: string,
  scope: Scope,
  { disabledPlugins }: ClaudeSettings,
  dropped: DroppedFile[],
): readonly ClaudeFile[] {
  const files: ClaudeFile[] = [];
  for (const entry of listFolderEntries(root)) {
    const path = joinPath(entry.path, "SKILL.md");
    const reason =
      entry.kind === "folder" ? reasonAgainst(entry.path, entry.name, disabledPlugins) : undefined;
    if (entry.kind !== "folder") {
      if (/\.md$/iu.test(entry.name)) dropped.push({ path: entry.path, ...notInFolder });
      continue;
    }
    dropped.push(...strangersIn(entry.path));
    const file = read(path, entry.name, scope, "Skill");
    if (file === undefined) continue;
    if (reason !== undefined) dropped.push({ path, ...reason });
    else if ("reason" in file) dropped.push(file);
    else files.push(file);
  }
  return files;
}

/** Files that look like skills to people and not to Claude Code. */
function strangersIn(folder: string): readonly DroppedFile[] {
  return listFolderEntries(folder).flatMap(({ name, path, kind, isLink }) => {
    if (kind === "file" && name !== "SKILL.md" && /^skill\.md$/iu.test(name))
      return [{ path, ...wrongFileName }];
    const inner = joinPath(path, "SKILL.md");
    return kind === "folder" && !isLink && readTextIfPresent(inner) !== undefined
      ? [{ path: inner, ...tooDeep("Claude Code", inner, parentOf(folder)) }]
      : [];
  });
}

function renamed(reason: string): Cause {
  return { reason, fix: "Give the folder another name." };
}

function reasonAgainst(
  folder: string,
  name: string,
  disabledPlugins: ReadonlySet<string>,
): Cause | undefined {
  if (/^synced[. ]*$/iu.test(name)) return renamed("The folder `synced` belongs to the account.");
  if (isReserved(name)) return renamed("Names of `anthropic-skills` are kept for the account.");
  if (!isOffered(name))
    return renamed("The name of the folder holds characters that are not shown.");
  const plugin = disabledPlugins.size === 0 ? undefined : pluginIn(folder, name);
  return plugin !== undefined && disabledPlugins.has(plugin)
    ? switchedOff(
        `The plugin \`${plugin}\` is switched off in the settings.`,
        `Set \`enabledPlugins.${plugin}\` to true in the settings.`,
      )
    : undefined;
}

function pluginIn(folder: string, name: string): string | undefined {
  const text = readTextIfPresent(joinPath(folder, ".claude-plugin/plugin.json"));
  if (text === undefined) return undefined;
  try {
    const own = record(JSON.parse(text))["name"];
    return typeof own === "string" && own !== "" ? own : name;
  } catch {
    return name;
  }
}

/** Markdown files at any depth; a SKILL.md stands for all of its folder. */
function commandsIn(
  root: string,
  scope: Scope,
  search: FolderSearch,
  dropped: DroppedFile[],
): readonly ClaudeFile[] {
  const files: ClaudeFile[] = [];
  const seen = new Set<string>();
  const walk = (folder: string): void => {
    const real = resolveCanonical(folder);
    if (seen.has(real)) return;
    seen.add(real);
    const entries = search.entriesOf(folder);
    const markdown = entries.filter(({ kind, name }) => kind === "file" && name.endsWith(".md"));
    const skill = markdown.find(({ name }) => /^skill\.md$/iu.test(name));
    for (const { path } of markdown) {
      if (skill !== undefined && path !== skill.path) {
        dropped.push({
          path,
          ...takenBy(skill.path, `${skill.name} in the same folder stands for it.`),
        });
        continue;
      }
      const place = skill === undefined ? path.replace(/\.md$/u, "") : folder;
      const name = place === root ? lastPart(root) : relativePath(root, place).split("/").join(":");
      if (!isOffered(name) || isReserved(name)) {
        dropped.push({
          path,
          reason: "The name of the file holds characters that are not shown.",
          fix: "Rename the file with letters, digits and hyphens.",
        });
        continue;
      }
      const file = read(path, name, scope, "Custom command");
      if (file === undefined) continue;
      if ("reason" in file) dropped.push(file);
      else files.push(file);
    }
    for (const { kind, path } of entries) if (kind === "folder") walk(path);
  };
  if (isFolder(root)) walk(root);
  return files;
}

function read(
  path: string,
  name: string,
  scope: Scope,
  kind: ClaudeFile["kind"],
): ClaudeFile | DroppedFile | undefined {
  const bytes = readBytesIfPresent(path);
  if (bytes === undefined) return undefined;
  if (bytes.length > MAX_BYTES)
    return {
      path,
      ...tooLarge(`The file is larger than ${MAX_BYTES.toLocaleString("en")} bytes.`),
    };
  return { name, path, scope, kind, bytes };
}

/** A file that two ways lead to counts once, and so does a name. */
function onceEach(files: readonly ClaudeFile[], dropped: DroppedFile[]): readonly ClaudeFile[] {
  const seen = new Map<string, string>();
  return files.filter(({ path }) => {
    const real = resolveCanonical(path);
    const before = seen.get(real);
    if (before === undefined) seen.set(real, path);
    else dropped.push({ path, ...takenBy(before, `It is the same file as ${before}.`) });
    return before === undefined;
  });
}
