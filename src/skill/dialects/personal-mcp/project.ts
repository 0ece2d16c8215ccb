import {
  defineKey,
  getKey,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from "../../model/index.ts";
import type { ProjectedValue, Reading } from "../dialect.ts";
import { portableKeys } from "../shared/portable.ts";
import { BLOCK } from "./schema.ts";

/** Before the keys of fields that are neither portable nor in the block. */
const OTHERS = `${BLOCK}.frontmatter.`;

/**
 * The frontmatter for uploads: the six portable fields, and everything else as text under
 * `metadata`. The block's keys become `x-personal-mcp.<key>`, other fields
 * `x-personal-mcp.frontmatter.<key>`; nothing is lost, and the same input gives the same output.
 */
export function project(reading: Reading): JsonObject {
  const { view } = reading;
  const metadata: Record<string, Json> = {};
  const authored = getKey(view, "metadata");
  for (const [key, value] of Object.entries(isObject(authored) ? authored : {}))
    defineKey(metadata, key, value);
  const block = getKey(view, BLOCK);
  for (const [key, value] of Object.entries(isObject(block) ? block : {}))
    if (value !== null) metadata[`${BLOCK}.${key}`] = asText(value);
  for (const [key, value] of Object.entries(view))
    if (value !== null && key !== BLOCK && !portableKeys.includes(key))
      metadata[OTHERS + key] = JSON.stringify(value);
  const projected: Record<string, Json> = {};
  for (const key of portableKeys) {
    const value = key === "metadata" ? metadata : getKey(view, key);
    if (value === undefined || value === null) continue;
    projected[key] = typeof value === "string" ? value.trim() : value;
  }
  return projected;
}

/** Text stays as it is; lists and maps become JSON. */
function asText(value: Json): string {
  return typeof value === "string" ? value.trim() : JSON.stringify(value);
}

/** The way back; text in the block that is no JSON list or map was text. */
export function unproject(metadata: JsonObject): readonly ProjectedValue[] {
  return Object.entries(metadata).flatMap(([key, text]): readonly ProjectedValue[] => {
    if (typeof text !== "string" || !key.startsWith(`${BLOCK}.`)) return [];
    const value = parseJson(text);
    if (key.startsWith(OTHERS))
      return value === undefined ? [] : [{ key, path: [key.slice(OTHERS.length)], value }];
    const isData = isList(value) || isObject(value);
    return [{ key, path: [BLOCK, key.slice(BLOCK.length + 1)], value: isData ? value : text }];
  });
}
