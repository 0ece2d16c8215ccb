import { getKey, isList, isObject, type Json, type JsonObject } from "../../model/index.ts";

export const inputTypes: readonly string[] = ["text", "textarea"];

/** The name of an input as the system takes it; undefined: it skips the entry. */
export function inputName(item: Json): string | undefined {
  const name = isObject(item) ? getKey(item, "name") : undefined;
  if (typeof name !== "string" && typeof name !== "number" && name !== true) return undefined;
  // Zero and the empty text count as no name.
  return name === "" || name === 0 ? undefined : String(name).trim();
}

/** Names of all inputs that the system sees. */
export function declaredInputs(inputs: Json | undefined): readonly string[] {
  if (!isList(inputs)) return [];
  return inputs.map(inputName).filter((name) => name !== undefined);
}

/** Inputs as the model has them: names as text, an unknown type is `text`. */
export function readInputs(value: Json): Json | undefined {
  if (!isList(value)) return undefined;
  return value.flatMap((item) => {
    const name = inputName(item);
    return isObject(item) && name !== undefined ? [readInput(item, name)] : [];
  });
}

function readInput(item: JsonObject, name: string): JsonObject {
  const { name: _name, type, required, ...rest } = item;
  const isRequired = readRequired(required);
  return {
    name,
    ...rest,
    ...(type === undefined || type === null ? {} : { type: knownType(type) }),
    ...(isRequired === undefined ? {} : { required: isRequired }),
  };
}

function knownType(type: Json): string {
  return typeof type === "string" && inputTypes.includes(type) ? type : "text";
}

function readRequired(value: Json | undefined): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  return /^(?:true|yes|on|1|y|t)$/i.test(JSON.stringify(value).replaceAll('"', "").trim());
}
