import {
  getKey,
  getPath,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../../model/index.ts";
import { namesIn, unique } from "../shared/migration.ts";

/** The block in which another system keeps its data. */
export interface Block {
  readonly path: Path;
  readonly value: JsonObject;
}

const NAMESPACES: { readonly [source: string]: readonly string[] } = {
  openclaw: ["openclaw", "clawdbot", "clawdis"],
  hermes: ["hermes"],
};

/** Keys that give such a block away where no namespace does. */
const SHAPE = ["requires", "install", "primaryEnv", "envVars", "emoji", "skillKey", "always"];

export const sources: readonly string[] = ["auto", ...Object.keys(NAMESPACES)];

/** Where the data of the source stands: by namespace, under `metadata` or beside it, or by shape. */
export function findBlock(frontmatter: JsonObject, source: string): Block | undefined {
  const namespaces = Object.keys(NAMESPACES)
    .filter((name) => source === "auto" || source === name)
    .flatMap((name) => NAMESPACES[name] ?? []);
  const named = [
    ...namespaces.map((name) => ["metadata", name]),
    ...namespaces.map((name) => [name]),
  ];
  for (const path of named) {
    const value = getPath(frontmatter, path);
    if (isObject(value)) return { path, value };
  }
  for (const path of [["metadata"], []]) {
    const value = getPath(frontmatter, path);
    if (isObject(value) && SHAPE.some((key) => Object.hasOwn(value, key))) return { path, value };
  }
  return undefined;
}

/** What a block asks for, and what is left of it when that has moved elsewhere. */
export interface Demands {
  readonly env: readonly string[];
  readonly tools: readonly string[];
  readonly bins: readonly string[];
  readonly config: readonly string[];
  readonly pythonPackages: readonly string[];
  readonly nodePackages: readonly string[];
  readonly rest: JsonObject;
}

export function readDemands(block: JsonObject): Demands {
  const given = getKey(block, "requires");
  const requires = isObject(given) ? given : {};
  const env = [
    ...entryNames(getKey(requires, "env")),
    ...entryNames(getKey(block, "primaryEnv")),
    ...entryNames(getKey(block, "envVars")),
    ...entryNames(getKey(block, "env")),
    ...entryNames(getKey(block, "optionalEnv")),
  ];
  const leftRequires = without(requires, ["env", "tools", "bins", "anyBins"]);
  const left = without(block, ["primaryEnv", "envVars", "env", "optionalEnv"]);
  const isEmptied = isObject(given) && Object.keys(leftRequires).length === 0;
  const rest = Object.entries(left).flatMap(([key, value]): [string, Json][] => {
    if (key !== "requires" || !isObject(given)) return [[key, value]];
    return isEmptied ? [] : [[key, leftRequires]];
  });
  return {
    env: unique(env),
    tools: unique(namesIn(getKey(requires, "tools"))),
    bins: unique([...namesIn(getKey(requires, "bins")), ...namesIn(getKey(requires, "anyBins"))]),
    config: unique(namesIn(getKey(requires, "config"))),
    ...readPackages(getKey(block, "install")),
    rest: Object.fromEntries(rest),
  };
}

/** Names of variables: texts, or maps with `name` or `key`. */
function entryNames(value: Json | undefined): readonly string[] {
  const items = isList(value) ? value : value === undefined ? [] : [value];
  return items.flatMap((item) =>
    isObject(item) ? namesIn(getKey(item, "name") ?? getKey(item, "key")) : namesIn(item),
  );
}

function isText(item: Json): boolean {
  return typeof item === "string";
}

/** Takes keys away whose values are nothing but names; what says more stays where it is. */
function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(([key, value]) => {
      const isMoved = keys.includes(key) && (isList(value) ? value.every(isText) : isText(value));
      return !isMoved;
    }),
  );
}

const NODE = ["node", "npm", "pnpm", "yarn", "bun"];
const PYTHON = ["uv", "pip", "pipx", "python", "poetry"];

/** Packages named by installers: `{kind, package}` in its spellings, or `{npm: package}`. */
function readPackages(install: Json | undefined): Pick<Demands, "nodePackages" | "pythonPackages"> {
  const found: { readonly manager: string; readonly name: string }[] = [];
  for (const entry of isList(install) ? install : [install ?? null]) {
    if (!isObject(entry)) continue;
    const manager = firstText(entry, ["type", "manager", "kind"]);
    const name = firstText(entry, ["package", "name", "spec"]);
    if (manager !== undefined && name !== undefined) found.push({ manager, name });
    for (const key of [...NODE, ...PYTHON])
      for (const item of namesIn(getKey(entry, key))) found.push({ manager: key, name: item });
  }
  const by = (managers: readonly string[]): readonly string[] =>
    unique(found.filter((item) => managers.includes(item.manager)).map((item) => item.name));
  return { nodePackages: by(NODE), pythonPackages: by(PYTHON) };
}

function firstText(entry: JsonObject, keys: readonly string[]): string | undefined {
  return keys.flatMap((key) => namesIn(getKey(entry, key)))[0];
}
