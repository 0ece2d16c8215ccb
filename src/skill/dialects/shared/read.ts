import {
  defineKey,
  emptyFacets,
  type Extension,
  type FacetId,
  getKey,
  getPath,
  isFacetId,
  isList,
  isObject,
  type Json,
  type JsonObject,
  lazyProperties,
  type Path,
  type Skill,
  splitFacet,
  parseJson,
} from "../../model/index.ts";
import type { Dialect, Reading, PreservedPlace } from "../dialect.ts";
import type { Field } from "../field.ts";
import { isAbsent, resolvePath } from "./check.ts";
import { coerce } from "./shape.ts";

type MutableFacets = Record<string, Record<string, Json>>;

/** Asked for when it is needed: a reading may have to fetch it. */
const withBody = lazyProperties<Reading, Pick<Skill, "body">>({ body: (reading) => reading.body });

/** From a reading to the model: the table says what each field means, the rest is kept. */
export function readFields(reading: Reading): Skill {
  const facets = emptyFacets() as unknown as MutableFacets;
  const sources: { [Id in FacetId]?: Path } = {};
  const claimed: Path[] = [];
  const put = (id: FacetId, value: Json, path: Path): void => {
    const [group, key] = splitFacet(id);
    (facets[group] as Record<string, Json>)[key] = value;
    sources[id] = path;
  };
  for (const field of reading.dialect.fields) {
    const path = resolvePath(field, reading);
    const raw = getPath(reading.view, path);
    if (raw === undefined || field.facet === undefined) continue;
    if (isAbsent(raw)) {
      claimed.push(path);
      continue;
    }
    const meaning = meaningOf(field, raw);
    if (meaning === undefined || sources[field.facet] !== undefined) continue;
    put(field.facet, meaning, path);
    claimed.push(path);
  }
  const preserved = readPreserved(reading.view, reading.dialect);
  for (const [id, value] of Object.entries(preserved.facets))
    if (isFacetId(id) && sources[id] === undefined)
      put(id, value, preservedPath(reading.dialect.preserve, id));
  const view = preserved.rest;
  const extensions = [...leftovers(view, [], claimed), ...preserved.extensions];
  // The groups were filled by facet id, whose types name exactly these keys.
  const skill: Skill = withBody({ ...(facets as unknown as Skill), extensions, sources }, reading);
  return reading.dialect.finish?.(skill, reading) ?? skill;
}

/** What a value in a field means to the model; undefined: nothing. */
export function meaningOf(field: Field, raw: Json): Json | undefined {
  const value = coerce(raw, field.shape);
  if (value === undefined || field.read === undefined) return value;
  return field.read(value);
}

export function startsWith(path: Path, prefix: Path): boolean {
  return prefix.length <= path.length && prefix.every((step, index) => path[index] === step);
}

function leftovers(value: JsonObject, at: Path, claimed: readonly Path[]): readonly Extension[] {
  const found: Extension[] = [];
  for (const [key, item] of Object.entries(value)) {
    const path = [...at, key];
    if (claimed.some((taken) => startsWith(path, taken))) continue;
    const hasClaimsBelow = claimed.some((taken) => startsWith(taken, path));
    if (hasClaimsBelow && isObject(item)) found.push(...leftovers(item, path, claimed));
    else found.push({ path, value: item });
  }
  return found;
}

export interface PreservedFields {
  readonly facets: JsonObject;
  readonly extensions: readonly Extension[];
  /** What a conversion filled in; the value is named where nothing else tells it. */
  readonly added: readonly { readonly path: Path; readonly value?: Json }[];
  /** Places that the dialect reads, but that meant nothing where the file came from. */
  readonly adopted: readonly Path[];
  /** Places that meant something where the file came from, and were left as they are. */
  readonly lent: readonly Path[];
  /** The frontmatter without what was preserved in it. */
  readonly rest: JsonObject;
}

export const PRESERVED_EXTENSIONS = "extensions";
export const PRESERVED_ADDITIONS = "added";
export const PRESERVED_ADOPTIONS = "adopted";
export const PRESERVED_LOANS = "lent";

/** Where a conversion preserves the value of a facet, or one of the two lists. */
export function preservedPath(preserve: PreservedPlace, id: string): Path {
  return [...preserve.path, preserve.form === "map" ? id : preserve.prefix + id];
}

/** What an earlier conversion preserved because the dialect had no field for it. */
export function readPreserved(view: JsonObject, dialect: Dialect): PreservedFields {
  const { preserve } = dialect;
  const container = getPath(view, preserve.path);
  const nothing = { facets: {}, extensions: [], added: [], adopted: [], lent: [], rest: view };
  if (!isObject(container)) return nothing;
  const facets: Record<string, Json> = {};
  const rest: Record<string, Json> = {};
  let extensions: readonly Extension[] = [];
  let added: PreservedFields["added"] = [];
  let adopted: readonly Path[] = [];
  let lent: readonly Path[] = [];
  for (const [key, raw] of Object.entries(container)) {
    const id = preserve.form === "map" ? key : stripPrefix(key, preserve.prefix);
    const value = preserve.form === "map" || typeof raw !== "string" ? raw : parseJson(raw);
    if (id === PRESERVED_EXTENSIONS && isList(value)) extensions = toExtensions(value);
    else if (id === PRESERVED_ADDITIONS && isList(value)) added = toAdditions(value);
    else if (id === PRESERVED_ADOPTIONS && isList(value)) adopted = toPaths(value);
    else if (id === PRESERVED_LOANS && isList(value)) lent = toPaths(value);
    else if (id !== undefined && isFacetId(id) && value !== undefined) facets[id] = value;
    else defineKey(rest, key, raw);
  }
  const isUntouched = Object.keys(rest).length === Object.keys(container).length;
  const left = isUntouched ? view : replace(view, preserve.path, rest);
  return { facets, extensions, added, adopted, lent, rest: left };
}

function stripPrefix(key: string, prefix: string): string | undefined {
  return key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
}

function toExtensions(value: readonly Json[]): readonly Extension[] {
  return value.flatMap((item) => {
    const path = isObject(item) ? getKey(item, "path") : undefined;
    if (!isObject(item) || !isList(path)) return [];
    return [{ path: toPath(path), value: getKey(item, "value") ?? null }];
  });
}

function toAdditions(value: readonly Json[]): PreservedFields["added"] {
  return value.flatMap((item): PreservedFields["added"] =>
    isList(item) ? [{ path: toPath(item) }] : toExtensions([item]),
  );
}

function toPaths(value: readonly Json[]): readonly Path[] {
  return value.filter(isList).map(toPath);
}

function toPath(value: readonly Json[]): Path {
  return value.filter((step) => typeof step === "string" || typeof step === "number");
}

/** Puts `rest` at the path, and takes the emptied containers away. */
function replace(view: JsonObject, path: readonly string[], rest: JsonObject): JsonObject {
  const [head, ...tail] = path;
  if (head === undefined) return rest;
  const child = getKey(view, head);
  const next = tail.length === 0 ? rest : replace(isObject(child) ? child : {}, tail, rest);
  const copy = Object.entries(view).filter(([key]) => key !== head);
  if (Object.keys(next).length > 0) copy.push([head, next]);
  return Object.fromEntries(copy);
}
