import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  quoteForShell,
} from "../../../skill/index.ts";
import { registryCodes, registryError } from "../../errors.ts";

export function textIn(value: JsonObject, key: string): string {
  return optionalIn(value, key) ?? "";
}

export function optionalIn(value: JsonObject, key: string): string | undefined {
  const found = value[key];
  return typeof found === "string" && found !== "" ? found : undefined;
}

export function objectIn(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isObject(found) ? found : {};
}

export function textsIn(value: JsonObject, key: string): Readonly<Record<string, string>> {
  const texts = Object.entries(objectIn(value, key)).filter(([, text]) => typeof text === "string");
  // Only texts are left.
  return Object.fromEntries(texts) as Record<string, string>;
}

export function objectsIn(value: JsonObject, key: string): readonly JsonObject[] {
  const found: Json | undefined = value[key];
  return isList(found) ? found.filter(isObject) : [];
}

const MOST_VERSIONS = 8;

/** A skill that is there, but not in the version that was asked for. */
export function unknownVersion(name: string, version: string, skill: JsonObject): Error {
  const known = Object.keys(objectIn(skill, "versions"));
  const shown = known.slice(0, MOST_VERSIONS).join(", ");
  return registryError(
    registryCodes.unknownSkill,
    `No version \`${version}\` of \`${name}\`; there are ${shown}${known.length > MOST_VERSIONS ? " …" : ""}.`,
    { hint: `\`skillwright info ${quoteForShell(name)}\` shows all of them.` },
  );
}

export function unknownIn(server: string, name: string): Error {
  return registryError(registryCodes.unknownSkill, `No skill \`${name}\` at ${server}.`, {
    hint: "It is not there, or not for you: log in with `skillwright login`.",
  });
}
