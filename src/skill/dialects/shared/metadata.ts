import { getKey, isObject, type Json, type JsonObject, withKey } from "../../model/index.ts";
import { parseRelaxedJson } from "../../text/index.ts";
import type { Dialect } from "../dialect.ts";

export interface MetadataView {
  readonly view: JsonObject;
  readonly namespace?: string;
  readonly data?: JsonObject;
}

/** `metadata` as a map, also where it was written as text, and the namespace that counts. */
export function resolveMetadata(frontmatter: JsonObject, dialect: Dialect): MetadataView {
  const raw = getKey(frontmatter, "metadata");
  if (raw === undefined) return { view: frontmatter };
  const map = metadataMap(raw, dialect);
  if (map === undefined) return { view: frontmatter };
  const view = map === raw ? frontmatter : withKey(frontmatter, "metadata", map);
  for (const namespace of dialect.namespaces) {
    const data = getKey(map, namespace);
    if (isObject(data)) return { view, namespace, data };
  }
  return { view };
}

function metadataMap(raw: Json, dialect: Dialect): JsonObject | undefined {
  if (isObject(raw)) return raw;
  if (typeof raw !== "string" || dialect.metadataText === undefined) return undefined;
  const parsed = parseRelaxedJson(raw, dialect.metadataText);
  return parsed !== undefined && isObject(parsed) ? parsed : undefined;
}
