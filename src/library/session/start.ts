import { parse } from "dotenv";
import {
  type Environment,
  fileExists,
  isOfGroup,
  kindOf,
  readText,
  refusedGroups,
  takeStamp,
} from "../../platform/index.ts";
import type { Machine } from "../../platform/machine/index.ts";
import type { HomeRules, StartRules } from "../../skill/index.ts";
import { createBinFinder } from "../hosts/index.ts";
import { expandPath, type Places } from "../roots/index.ts";

/** A machine as a system sees it once it has started, and where it has from what it found there. */
export interface StartedMachine {
  readonly machine: Machine;
  /** Who gives a variable or a program that was not there before; undefined for what was. */
  readonly originOf: (kind: "variable" | "program", name: string) => string | undefined;
}

/** A folder is given by its name; `home` is that of the user, whatever the system takes for its own. */
export interface StartPlace {
  readonly home: string;
  readonly folder: string;
  readonly places: Places;
}

const MOST_BYTES = 1024 * 1024;

/** The same machine with what the system adds to its environment before it looks at skills. */
export function startMachine(
  machine: Machine,
  { start }: HomeRules,
  place: StartPlace,
): StartedMachine {
  if (start === undefined) return { machine, originOf: () => undefined };
  const variables = readVariables(start, place);
  const environment = (): Environment => added(machine.environment(), start, place, variables);
  const own = createBinFinder(machine);
  const originOf: StartedMachine["originOf"] = (kind, name) => {
    if (kind === "variable")
      return machine.environment()[name] === undefined ? variables.get(name)?.file : undefined;
    if (own.has(name)) return undefined;
    const finder = createBinFinder(machine);
    return (environment()["PATH"] ?? "").split(":").find((folder) => finder.has(name, folder));
  };
  return { machine: { ...machine, environment }, originOf };
}

/** An environment with what the system adds to it. */
export function startEnvironment(
  own: Environment,
  { start }: HomeRules,
  place: StartPlace,
): Environment {
  return start === undefined ? own : added(own, start, place, readVariables(start, place));
}

function added(
  own: Environment,
  start: StartRules,
  place: StartPlace,
  variables: ReadonlyMap<string, Variable>,
): Environment {
  const merged: Record<string, string | undefined> = { ...own };
  for (const [name, { value }] of variables) if (own[name] === undefined) merged[name] = value;
  const before = start.pathBefore.filter(isFolder);
  merged["PATH"] = widened(merged["PATH"], before, foldersAfter(start, place, merged));
  return merged;
}

interface Variable {
  readonly value: string;
  readonly file: string;
}

/** Of several files that set a name, the first one counts. */
function readVariables(start: StartRules, place: StartPlace): ReadonlyMap<string, Variable> {
  const variables = new Map<string, Variable>();
  for (const { path, isOfProject = false, onlyIfUsual = "" } of start.files) {
    if (place.places.unusual.has(onlyIfUsual)) continue;
    const file = placed(path, place);
    if (file === undefined || !isReadable(file)) continue;
    for (const [name, value] of Object.entries(parse(readText(file)))) {
      if (variables.has(name) || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) continue;
      if (!(isOfProject && isRefused(name.toUpperCase(), start)))
        variables.set(name, { value, file });
    }
  }
  return variables;
}

function isRefused(name: string, start: StartRules): boolean {
  return start.isRefused(name) || refusedGroups.some((group) => isOfGroup(name, group));
}

function isReadable(file: string): boolean {
  return fileExists(file) && kindOf(file) === "file" && (takeStamp(file)?.size ?? 0) <= MOST_BYTES;
}

function placed(path: string, { home, folder, places }: StartPlace): string | undefined {
  if (path.startsWith("~/")) return home + path.slice(1);
  return expandPath(path.replace("{folder}", folder), places);
}

/** Folders that stand behind those of PATH, where they are there. */
function foldersAfter(
  start: StartRules,
  { home }: StartPlace,
  environment: Environment,
): readonly string[] {
  return start.pathAfter
    .flatMap((forms) => {
      for (const form of forms) {
        const name = /^\$([A-Z_]+)/.exec(form)?.[1];
        if (name === undefined) return [form.replace(/^~/, home)];
        const value = environment[name]?.trim() ?? "";
        if (value.startsWith("/")) return [value + form.slice(name.length + 1)];
      }
      return [];
    })
    .filter(isFolder);
}

function widened(
  path: string | undefined,
  before: readonly string[],
  after: readonly string[],
): string | undefined {
  const own = (path ?? "").split(":").map((folder) => folder.trim());
  const all = [...before, ...own, ...after].filter((folder) => folder !== "");
  return all.length === 0 ? path : [...new Set(all)].join(":");
}

function isFolder(path: string): boolean {
  return kindOf(path) === "folder";
}
