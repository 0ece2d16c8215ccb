import { defineKey, getKey, isObject, type Json, type JsonObject } from "../../model/index.ts";
import type { Reading } from "../dialect.ts";
import { portableKeys } from "../shared/portable.ts";
import { BLOCK } from "./schema.ts";

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
      metadata[`${BLOCK}.frontmatter.${key}`] = JSON.stringify(value);
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
