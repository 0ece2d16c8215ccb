import { getKey, isList, isObject, type Json, type JsonObject } from "../../model/index.ts";
import { isReferencePath, normalizePath } from "./paths.ts";

/** Ids alone; the contract knows no versions of dependencies. */
export function readDependencies(value: Json): Json | undefined {
  return isList(value) ? value.map((name) => ({ name })) : undefined;
}

export function writeDependencies(value: Json): Json | undefined {
  if (!isList(value)) return undefined;
  return value.flatMap((item) => (isObject(item) ? (getKey(item, "name") ?? []) : []));
}

/** The map by id as a list; an entry without a path has no meaning. */
export function readReferences(value: Json): Json | undefined {
  if (!isObject(value)) return undefined;
  const list = Object.entries(value).map(([id, entry]) => readReference(id, entry));
  return list.includes(undefined) ? undefined : list.filter((entry) => entry !== undefined);
}

function readReference(id: string, entry: Json): JsonObject | undefined {
  if (!isObject(entry)) return undefined;
  const { path, mime_type: mimeType, ...rest } = entry;
  if (typeof path !== "string") return undefined;
  return {
    id,
    path: normalizePath(path.trim()),
    ...(typeof mimeType === "string" ? { mimeType: mimeType.trim() } : {}),
    ...rest,
  };
}

/** A reference that lies elsewhere, or is no Markdown, cannot be said here. */
export function writeReferences(value: Json): Json | undefined {
  if (!isList(value)) return undefined;
  const map: Record<string, Json> = {};
  for (const item of value) {
    const id = isObject(item) ? getKey(item, "id") : undefined;
    if (!isObject(item) || typeof id !== "string") return undefined;
    const { id: _id, path, mimeType, ...rest } = item;
    if (typeof path !== "string" || !isReferencePath(path)) return undefined;
    map[id] = { path, ...(mimeType === undefined ? {} : { mime_type: mimeType }), ...rest };
  }
  return map;
}
