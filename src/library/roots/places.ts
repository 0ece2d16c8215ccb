import { type Environment, joinPath, parentOf, resolvePath } from "../../platform/index.ts";
import {
  getKey,
  isList,
  isObject,
  type HomeFolder,
  type HomeRules,
  type Json,
  type JsonObject,
  type Path,
} from "../../skill/index.ts";

/** What is known about the machine and the agent before any folder is looked for. */
export interface PlacesInput {
  /** The home folder of the user. */
  readonly home: string;
  /** The folder from which relative paths count. */
  readonly folder: string;
  readonly environment: Environment;
  readonly agent: string;
  /** The agent whose folders have no id in their name. */
  readonly firstAgent: string;
  /** The configuration, as far as it may be seen. */
  readonly facts: JsonObject;
  /** Folders that the caller sets by name. */
  readonly given?: { readonly [name: string]: string };
}

/** Named folders at their places. */
export interface Places {
  readonly agent: string;
  readonly isFirstAgent: boolean;
  readonly folders: ReadonlyMap<string, string>;
  /** Folders that are not where they usually are. */
  readonly unusual: ReadonlySet<string>;
  readonly base: string;
}

/** Finds every folder that the rules name: given, by variable, by setting, or where it usually is. */
export function findPlaces(rules: HomeRules, input: PlacesInput): Places {
  const folders = new Map([["home", input.home]]);
  const unusual = new Set<string>();
  const places: Places = {
    agent: input.agent,
    isFirstAgent: input.agent === input.firstAgent,
    folders,
    unusual,
    base: input.folder,
  };
  for (const folder of rules.folders) {
    const usual = usualPath(folder, places, input);
    const path = chosenPath(folder, places, input) ?? usual;
    if (path !== undefined) folders.set(folder.name, path);
    if (path !== usual) unusual.add(folder.name);
  }
  return places;
}

function chosenPath(folder: HomeFolder, places: Places, input: PlacesInput): string | undefined {
  const { given = {}, environment, facts, agent } = input;
  if (Object.hasOwn(given, folder.name)) return expandPath(given[folder.name] ?? "", places);
  const variable = folder.variable === undefined ? undefined : environment[folder.variable]?.trim();
  if (variable !== undefined && variable !== "") return userPath(variable, places);
  const file = folder.fileVariable === undefined ? "" : (environment[folder.fileVariable] ?? "");
  const named = file.trim() === "" ? undefined : userPath(file.trim(), places);
  if (named !== undefined) return parentOf(named);
  for (const path of folder.settings ?? []) {
    // An agent that has no workspace of its own does not share the one of another.
    const isOfAgent = path.includes("{agent}") || agent === input.firstAgent;
    const value = isOfAgent ? settingAt(facts, path, agent) : undefined;
    if (typeof value === "string" && value.trim() !== "") return userPath(value.trim(), places);
  }
  const last = folder.lastVariable === undefined ? "" : (environment[folder.lastVariable] ?? "");
  if (last.trim() !== "" && agent === input.firstAgent) return userPath(last.trim(), places);
  const base = agent === input.firstAgent ? undefined : folder.agentBase;
  const shared = base === undefined ? undefined : settingAt(facts, base, agent);
  return typeof shared === "string" && shared.trim() !== ""
    ? userPath(`${shared.trim()}/${agent}`, places)
    : undefined;
}

function usualPath(folder: HomeFolder, places: Places, input: PlacesInput): string | undefined {
  const isOther = input.agent !== input.firstAgent && folder.agentPath !== undefined;
  const path = isOther ? folder.agentPath : folder.path;
  return path === undefined ? undefined : expandPath(path, places);
}

/** The setting at a path. A list is entered by the `id` of its items. */
function settingAt(facts: JsonObject, path: Path, agent: string): Json | undefined {
  let current: Json | undefined = facts;
  for (const step of path) {
    const key = step === "{agent}" ? agent : String(step);
    if (isList(current))
      current = current.find((item) => isObject(item) && getKey(item, "id") === key);
    else current = isObject(current) ? getKey(current, key) : undefined;
  }
  return current;
}

/** A path as people write it: braces in it are part of the name. */
function userPath(path: string, { folders, base }: Places): string {
  const home = folders.get("home") ?? base;
  return resolvePath(base, joinPath(path.replace(/^~(?=$|[\\/])/, home)));
}

/** A path with its named folders put in; undefined where one of them is nowhere. */
export function expandPath(path: string, places: Places): string | undefined {
  const home = places.folders.get("home") ?? places.base;
  let isWhole = true;
  const whole = path.replace(/^~(?=$|[\\/])/, home).replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = name === "agent" ? places.agent : places.folders.get(name);
    isWhole &&= value !== undefined;
    return value ?? "";
  });
  return isWhole ? resolvePath(places.base, joinPath(whole)) : undefined;
}
