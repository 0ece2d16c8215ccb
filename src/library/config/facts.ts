import {
  defineKey,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  type SettingsField,
} from "../../skill/index.ts";
import { MASK } from "./secret.ts";

/** Whether a path of a document is the one of a field, in which `*` stands for any key. */
export function matchesPath(path: Path, pattern: Path): boolean {
  return path.length === pattern.length && startsWithPath(path, pattern);
}

export function startsWithPath(path: Path, pattern: Path): boolean {
  return (
    path.length >= pattern.length &&
    pattern.every((step, index) => step === "*" || step === path[index])
  );
}

/**
 * The document as gates need it: of every value what it counts as, and what it says only where that is
 * known to be harmless. A secret can stand under any key that the rules do not know.
 */
export function factsOf(document: JsonObject, fields: readonly SettingsField[]): JsonObject {
  const plain = fields.filter((field) => field.isSecret !== true).map((field) => field.path);
  const isPlain = (path: Path): boolean => plain.some((pattern) => startsWithPath(path, pattern));
  const conceal = (value: Json, path: Path): Json => {
    if (isPlain(path)) return value;
    if (isList(value)) return value.map((item, index) => conceal(item, [...path, index]));
    if (isObject(value)) return concealMap(value, path);
    return concealScalar(value);
  };
  const concealMap = (map: JsonObject, path: Path): JsonObject => {
    const copy: Record<string, Json> = {};
    for (const [key, value] of Object.entries(map))
      defineKey(copy, key, conceal(value, [...path, key]));
    return copy;
  };
  return concealMap(document, []);
}

/** Blank text stays blank and zero stays zero, since systems disagree on what these count as. */
function concealScalar(value: Json): Json {
  if (typeof value === "string") return value.trim() === "" ? value : MASK;
  if (typeof value === "number") return value === 0 ? 0 : 1;
  return value;
}
