import JSON5 from "json5";
import {
  errorCode,
  isInside,
  joinPath,
  kindOf,
  lastPart,
  parentOf,
  readText,
  realPath,
  reasonOf,
  resolvePath,
} from "../../platform/index.ts";
import { listEntries } from "../../platform/tree/index.ts";
import {
  type Diagnostic,
  getKey,
  getPath,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  type PluginRules,
} from "../../skill/index.ts";
import { rootCodes, rootProblem } from "./diagnostics.ts";
import { expandPath, type Places } from "./places.ts";
import type { RefusedFile } from "./refused.ts";

/** A folder of skills that a plugin brings. */
export interface PluginFolder {
  readonly plugin: string;
  readonly path: string;
}

/** The same of one that is not enabled. */
export interface OffFolder extends PluginFolder, Pick<RefusedFile, "problem" | "setting"> {}

export interface PluginFolders {
  readonly folders: readonly PluginFolder[];
  readonly off: readonly OffFolder[];
  /** Plugins and folders that are left out, each with its reason. */
  readonly problems: readonly Diagnostic[];
  /** Folders in which a plugin may appear or change. */
  readonly watched: readonly string[];
}

interface Plugin {
  readonly id: string;
  readonly path: string;
  readonly isOff: boolean;
  readonly skills: readonly string[];
}

/** The folders of skills of every plugin that is enabled. */
export function findPluginFolders(
  rules: PluginRules,
  places: Places,
  facts: JsonObject,
): PluginFolders {
  const problems: Diagnostic[] = [];
  const parents = parentFolders(rules, places, facts);
  const plugins = new Map<string, Plugin>();
  for (const { path, isOff } of parents.flatMap((parent) => candidates(parent, rules.manifest))) {
    const plugin = readPlugin(path, isOff, rules, problems);
    if (plugin !== undefined && !plugins.has(plugin.id)) plugins.set(plugin.id, plugin);
  }
  const off: OffFolder[] = [];
  const folders = [...plugins.values()].flatMap((plugin) => {
    const found = findDisabledReason(plugin, rules, facts);
    if (found === undefined) return skillFolders(plugin, problems);
    const { why, setting } = found;
    const problem = rootProblem(
      rootCodes.pluginOff,
      `The skills of the plugin \`${plugin.id}\` are not loaded: ${why}.`,
      { file: plugin.path, hint: formatChange(setting) },
    );
    problems.push(problem);
    // What is wrong with its folders does not matter while it is off.
    off.push(...skillFolders(plugin, []).map((folder) => ({ ...folder, problem, setting })));
    return [];
  });
  // A manifest may change as well as the folder that plugins lie in.
  const own = [...plugins.values()].map(({ path }) => path);
  return { folders, off, problems, watched: [...parents.map(({ path }) => path), ...own] };
}

function formatChange({ path, value }: PluginSetting): string {
  return `Set \`${path.join(".")}\` to \`${JSON.stringify(value)}\` to load them.`;
}

interface Parent {
  readonly path: string;
  readonly isOff: boolean;
}

function parentFolders(rules: PluginRules, places: Places, facts: JsonObject): readonly Parent[] {
  const named = texts(getPath(facts, rules.settings.paths)).map((path) => ({ path, isOff: false }));
  return [...named, ...rules.folders].flatMap(({ path: written, isOff = false }) => {
    const path = expandPath(written, places);
    return path === undefined ? [] : [{ path, isOff }];
  });
}

/** A folder is a plugin when it has a manifest; otherwise its children may be. */
function candidates(parent: Parent, manifest: string): readonly Parent[] {
  const folder = kindOf(parent.path) === "file" ? parentOf(parent.path) : parent.path;
  if (kindOf(joinPath(folder, manifest)) === "file") return [{ ...parent, path: folder }];
  try {
    return listEntries(folder)
      .filter(({ name, kind }) => kind !== "file" && !name.startsWith("."))
      .map(({ name }) => ({ ...parent, path: joinPath(folder, name) }))
      .filter(({ path }) => kindOf(joinPath(path, manifest)) === "file");
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return [];
  }
}

function readPlugin(
  path: string,
  isOff: boolean,
  rules: PluginRules,
  problems: Diagnostic[],
): Plugin | undefined {
  const file = joinPath(path, rules.manifest);
  const manifest = readManifest(file, problems);
  if (manifest === undefined) return undefined;
  const id = getKey(manifest, "id");
  const listed = getKey(manifest, "skills");
  if (listed !== undefined && !isList(listed))
    problems.push(
      rootProblem(
        rootCodes.pluginManifest,
        "`skills` in the plugin's manifest must be a list of folders.",
        { file, hint: 'Write `"skills": ["./skills"]`.' },
      ),
    );
  const skills = texts(listed).map((item) => item.trim());
  const name = typeof id === "string" && id.trim() !== "" ? id.trim() : lastPart(path);
  return { id: name, path, isOff, skills: skills.filter((item) => item !== "") };
}

function readManifest(file: string, problems: Diagnostic[]): JsonObject | undefined {
  try {
    const value: unknown = JSON5.parse(readText(file));
    if (isObject(value)) return value;
  } catch (error) {
    const isFailure = errorCode(error) !== "";
    if (isFailure) {
      const message = `The plugin's manifest cannot be read: ${reasonOf(error)}.`;
      problems.push(rootProblem(rootCodes.pluginManifest, message, { file, cause: error }));
      return undefined;
    }
  }
  const message = "The plugin's manifest is not a map in JSON.";
  problems.push(rootProblem(rootCodes.pluginManifest, message, { file }));
  return undefined;
}

type PluginSetting = NonNullable<RefusedFile["setting"]>;

interface DisabledReason {
  /** Follows "The skills of the plugin … are not loaded: ". */
  readonly why: string;
  readonly setting: PluginSetting;
}

/** Why a plugin is not enabled, and what would enable it. */
function findDisabledReason(
  { id, isOff }: Plugin,
  rules: PluginRules,
  facts: JsonObject,
): DisabledReason | undefined {
  const { settings } = rules;
  const entry = settings.entry.map((step) => (step === "{plugin}" ? id : step));
  const own = getPath(facts, entry);
  const allow = texts(getPath(facts, settings.allow));
  const deny = texts(getPath(facts, settings.deny));
  const change = (why: string, path: Path, value: Json): DisabledReason => ({
    why,
    setting: { say: `Switch the plugin \`${id}\` on.`, path, value },
  });
  if (getPath(facts, settings.enabled) === false)
    return change("plugins are switched off", settings.enabled, true);
  if (deny.includes(id)) {
    const others = deny.filter((item) => item !== id);
    return change("the settings deny the plugin", settings.deny, others);
  }
  if (own === false) return change("the settings switch the plugin off", entry, true);
  if (allow.length > 0 && !allow.includes(id))
    return change("the plugin is not in the list of allowed plugins", settings.allow, [
      ...allow,
      id,
    ]);
  const isOn = own === true || allow.includes(id);
  return isOff && !isOn
    ? change("the plugin is off until the settings switch it on", entry, true)
    : undefined;
}

function skillFolders(plugin: Plugin, problems: Diagnostic[]): readonly PluginFolder[] {
  return plugin.skills.flatMap((skills) => {
    const path = resolvePath(plugin.path, skills);
    const isThere = kindOf(path) === "folder";
    if (isThere && isInside(realPath(path), realPath(plugin.path)))
      return [{ plugin: plugin.id, path }];
    const expected = isThere ? "is outside of the plugin" : "does not exist";
    const message = `The folder \`${skills}\` of the plugin \`${plugin.id}\` ${expected}.`;
    problems.push(rootProblem(rootCodes.pluginFolder, message, { file: path }));
    return [];
  });
}

function texts(value: Json | undefined): readonly string[] {
  return isList(value) ? value.filter((item) => typeof item === "string") : [];
}
