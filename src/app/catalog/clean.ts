import { withoutControls, type Json, type JsonObject } from "../../skill/model/index.ts";

/** The same value with every text, and every key, made harmless for models, screens and pages of lines. */
export function cleanTexts<Value extends Json | JsonObject>(value: Value): Value {
  // The shape stays, so that the type does.
  return clean(value) as Value;
}

function clean(value: Json): Json {
  if (typeof value === "string") return withoutControls(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(clean);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [withoutControls(key), clean(item)]),
  );
}
