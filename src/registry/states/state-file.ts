/** What registries last said of the installed skills of a folder, and how far their logs were then. */
import {
  cacheFolder,
  type Environment,
  joinPath,
  makeFolder,
  OWN_FOLDER,
  parentOf,
  realPath,
  computeSha256,
  readTextIfPresent,
  writeFileAtomically,
} from "../../platform/index.ts";
import { isObject, type Json, type JsonObject } from "../../skill/index.ts";
import { createPrivateFolder } from "../lock/folder-lock.ts";
import { isTakenDown } from "../transparency/index.ts";

/** What a registry said of one installed version. */
export interface KnownState {
  readonly version: string;
  readonly state: string;
  readonly reason: string;
  /** When it was asked, as a moment of ISO 8601. */
  readonly askedAt: string;
}

/** The log of a registry, as it was when it was last asked. */
export interface KnownLog {
  readonly key: string;
  readonly size: number;
  /** In base64. */
  readonly root: string;
}

export interface KnownStates {
  /** By the addresses of registries. */
  readonly logs: ReadonlyMap<string, KnownLog>;
  /** By the names of skills. */
  readonly skills: ReadonlyMap<string, KnownState>;
}

const FILE = "statements.json";

export function statesPath(folder: string): string {
  return joinPath(folder, OWN_FOLDER, FILE);
}

/** Nothing where there is no file; one that is damaged is asked for anew. */
export function readStates(folder: string): KnownStates {
  return parseStates(readTextIfPresent(statesPath(folder)) ?? "");
}

function parseStates(text: string): KnownStates {
  let value: Json = null;
  try {
    value = JSON.parse(text);
  } catch {
    // As good as none.
  }
  const given = isObject(value) ? value : {};
  return {
    logs: new Map(
      entriesOf(given["logs"]).map(([address, log]) => [
        address,
        { key: textIn(log, "key"), size: Number(log["size"] ?? 0), root: textIn(log, "root") },
      ]),
    ),
    skills: new Map(
      entriesOf(given["skills"]).map(([name, state]) => [
        name,
        {
          version: textIn(state, "version"),
          state: textIn(state, "state"),
          reason: textIn(state, "reason"),
          askedAt: textIn(state, "asked_at"),
        },
      ]),
    ),
  };
}

function entriesOf(value: Json | undefined): readonly (readonly [string, JsonObject])[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => (isObject(item) ? [[key, item]] : []));
}

function textIn(value: JsonObject, key: string): string {
  const found = value[key];
  return typeof found === "string" ? found : "";
}

export function writeStates(
  folder: string,
  { logs, skills }: KnownStates,
  environment: Environment,
): void {
  const file = joinPath(createPrivateFolder(folder), FILE);
  const value = {
    version: 1,
    logs: Object.fromEntries(logs),
    skills: Object.fromEntries(
      [...skills].map(([name, { askedAt, ...state }]) => [name, { ...state, asked_at: askedAt }]),
    ),
  };
  const text = `${JSON.stringify(value, undefined, 2)}\n`;
  writeFileAtomically(file, text);
  const mark = markOf(folder, environment);
  try {
    makeFolder(parentOf(mark));
    writeFileAtomically(mark, computeSha256(text));
  } catch {
    // Without a folder for caches everything is asked for each time.
  }
}

/**
 * Whether this user's program wrote the file. One that came with a repository or an archive may say that a registry was
 * asked a moment ago, and so hide what it has taken down.
 */
export function hasWrittenStates(folder: string, environment: Environment): boolean {
  const text = readTextIfPresent(statesPath(folder));
  // Before the mark, which is that of a folder that is there.
  return (
    text !== undefined && readTextIfPresent(markOf(folder, environment)) === computeSha256(text)
  );
}

function markOf(folder: string, environment: Environment): string {
  return joinPath(cacheFolder(environment), "statements", computeSha256(realPath(folder)));
}

/** Why the registry took an installed version down; undefined where it has not. */
export function whyTakenDown(
  { skills }: KnownStates,
  { name, version }: { readonly name: string; readonly version: string },
): string | undefined {
  const known = skills.get(name);
  if (known === undefined || known.version !== version || !isTakenDown(known.state))
    return undefined;
  return known.reason === "" ? `it is ${known.state}` : known.reason;
}
