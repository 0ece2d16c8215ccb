/** Files that settings bring in: each takes the place of the map that names it, and what stands beside the key wins. */
import JSON5 from "json5";
import {
  type Environment,
  isInside,
  kindOf,
  parentOf,
  readText,
  realPath,
  reasonOf,
  resolvePath,
  takeStamp,
} from "../../platform/index.ts";
import {
  defineKey,
  formatPath,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  type SettingsRules,
} from "../../skill/index.ts";
import type { Finding } from "./check.ts";
import { settingsCodes, settingsProblem } from "./diagnostics.ts";

const MOST_BYTES = 2 * 1024 * 1024;
const MOST_LEVELS = 10;

/** Where files are taken from: the folder of the settings, and those that a variable names. */
interface Boundary {
  readonly key: string;
  readonly roots: readonly string[];
}

/** Why a file is not brought in, with the place in the document that named it. */
class IncludeProblem extends Error {
  readonly path: Path;

  constructor(path: Path, message: string) {
    super(message);
    this.path = path;
  }
}

/** The document with everything that it brings in, or why a file of it cannot be had. */
export function withIncludes(
  document: JsonObject,
  rules: SettingsRules,
  file: string,
  environment: Environment,
): { readonly document: Json; readonly finding?: Finding } {
  const { includeKey, includeRoots = "" } = rules;
  if (includeKey === undefined) return { document };
  const named = (environment[includeRoots] ?? "").split(":").filter((item) => item.startsWith("/"));
  const boundary = { key: includeKey, roots: [parentOf(file), ...named] };
  try {
    return { document: visit(document, [], boundary, [resolvePath(file)]) };
  } catch (error) {
    if (!(error instanceof IncludeProblem)) throw error;
    const problem = settingsProblem(settingsCodes.unusableInclude, error.message, {
      path: error.path,
      hint: "Correct the path or the file; the agent does not start before.",
    });
    return { document: {}, finding: { ...problem, path: error.path, at: "value" } };
  }
}

function visit(value: Json, path: Path, boundary: Boundary, chain: readonly string[]): Json {
  if (isList(value))
    return value.map((item, index) => visit(item, [...path, index], boundary, chain));
  if (!isObject(value)) return value;
  const rest: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value))
    if (key !== boundary.key) defineKey(rest, key, visit(item, [...path, key], boundary, chain));
  if (!Object.hasOwn(value, boundary.key)) return rest;
  const included = resolveIncludes(
    value[boundary.key] ?? null,
    [...path, boundary.key],
    boundary,
    chain,
  );
  if (Object.keys(rest).length === 0) return included;
  if (isObject(included)) return mergeDeep(included, rest);
  throw new IncludeProblem(
    [...path, boundary.key],
    `\`${formatPath([...path, boundary.key])}\` brings in a file that is no map, so nothing may stand beside it.`,
  );
}

function resolveIncludes(
  value: Json,
  path: Path,
  boundary: Boundary,
  chain: readonly string[],
): Json {
  if (typeof value === "string") return load(value, path, boundary, chain);
  if (isList(value) && value.every((item) => typeof item === "string"))
    return value.reduce<Json>(
      (merged, item) => mergeDeep(merged, load(item, path, boundary, chain)),
      {},
    );
  throw new IncludeProblem(path, `\`${formatPath(path)}\` must be a path or a list of paths.`);
}

function load(named: string, path: Path, boundary: Boundary, chain: readonly string[]): Json {
  const from = chain.at(-1) ?? "";
  const file = resolvePath(parentOf(from), named);
  const fail = (why: string): never => {
    throw new IncludeProblem(path, `\`${formatPath(path)}\` names \`${named}\`, which ${why}.`);
  };
  if (named.includes("\0") || file.length >= 4096) return fail("is no usable path");
  const isWithin = (item: string): boolean => boundary.roots.some((root) => isInside(item, root));
  if (!isWithin(file)) return fail("lies outside of the folder of the settings");
  if (chain.includes(file)) return fail("brings itself in again");
  if (chain.length > MOST_LEVELS) return fail(`is more than ${MOST_LEVELS} files deep`);
  if (kindOf(file) === "missing") return fail("is not there");
  const roots = boundary.roots.map((root) => (kindOf(root) === "missing" ? root : realPath(root)));
  if (!roots.some((root) => isInside(realPath(file), root)))
    return fail("is a link out of the folder of the settings");
  if (kindOf(file) !== "file" || (takeStamp(file)?.size ?? 0) > MOST_BYTES)
    return fail("is no file of at most 2 MB");
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    return fail(`cannot be read: ${reasonOf(error)}`);
  }
  let parsed: Json;
  try {
    // What the parser of JSON5 gives is plain data.
    parsed = JSON5.parse(text) as Json;
  } catch {
    return fail("is not valid JSON5");
  }
  return visit(parsed, path.slice(0, -1), boundary, [...chain, file]);
}

/** Lists follow each other, maps are merged, and of anything else the later one counts. */
function mergeDeep(below: Json, above: Json): Json {
  if (isList(below) && isList(above)) return [...below, ...above];
  if (!isObject(below) || !isObject(above)) return above;
  const merged: Record<string, Json> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const other = Object.hasOwn(below, key) ? below[key] : undefined;
    defineKey(merged, key, other === undefined ? value : mergeDeep(other, value));
  }
  return merged;
}
