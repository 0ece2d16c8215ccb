import { isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";
import { registryCodes, registryError } from "../../diagnostics.ts";

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

export function objectsIn(value: JsonObject, key: string): readonly JsonObject[] {
  const found: Json | undefined = value[key];
  return isList(found) ? found.filter(isObject) : [];
}

export function unknownIn(server: string, name: string): Error {
  return registryError(
    registryCodes.unknownSkill,
    `Unexpected skill \`${name}\`, expected one of ${server}.`,
    { hint: "It is not there, or not for you: log in with `skillwright login`." },
  );
}
