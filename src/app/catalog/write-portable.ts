import { getKey, isObject, type Json, type JsonObject } from "../../skill/model/index.ts";

/** Fields of the open specification, in the order in which they are written. */
const FIELDS = ["name", "description", "license", "compatibility", "allowed-tools"];

/**
 * A SKILL.md in the plainest YAML there is: one field a line, every text in double quotes, so that each
 * reader, however small, sees the same. What is no portable field becomes text under `metadata`.
 */
export function writePortable(values: JsonObject, body: string): string {
  const lines = FIELDS.flatMap((key) => {
    const value = asText(getKey(values, key));
    return value === "" ? [] : [`${key}: ${quote(value)}`];
  });
  const metadata = metadataOf(values);
  if (metadata.length > 0) lines.push("metadata:");
  for (const [key, value] of metadata) lines.push(`  ${quote(key)}: ${quote(value)}`);
  return `---\n${lines.join("\n")}\n---\n${body.startsWith("\n") ? "" : "\n"}${body.toWellFormed()}`;
}

function metadataOf(values: JsonObject): readonly (readonly [string, string])[] {
  const written = getKey(values, "metadata");
  const own = isObject(written) ? Object.entries(written) : [];
  const others = Object.entries(values).filter(
    ([key]) => key !== "metadata" && !FIELDS.includes(key),
  );
  const texts = new Map<string, string>();
  for (const [key, value] of [...own, ...others]) {
    // An object that travels as JSON cannot hold this key as data.
    if (value === null || key === "__proto__" || texts.has(key)) continue;
    texts.set(key, typeof value === "string" ? value : JSON.stringify(value));
  }
  return [...texts];
}

/** Lists, such as those of tools, are written as one text with blanks between. */
function asText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(String).join(" ");
  return JSON.stringify(value);
}

/** JSON texts are texts of YAML in double quotes. */
function quote(text: string): string {
  return JSON.stringify(text.toWellFormed());
}
