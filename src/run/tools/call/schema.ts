/** Values held against what a declaration says of them. */
import { isList, isObject, type Json, type JsonObject } from "../../../skill/index.ts";

/** The part of JSON Schema that declarations use; what is not known says nothing. */
export function problemsOf(schema: JsonObject, value: Json, where: string): readonly string[] {
  const { type, enum: choices, properties, required, items } = schema;
  const types = (isList(type) ? type : [type]).filter((item) => typeof item === "string");
  if (types.length > 0 && !types.some((item) => isOfType(item, value)))
    return [`The value of ${where} must be ${types.join(" or ")}, not ${typeName(value)}.`];
  if (
    isList(choices) &&
    !choices.some((choice) => JSON.stringify(choice) === JSON.stringify(value))
  )
    return [
      `The value of ${where} cannot be \`${JSON.stringify(value)}\`; use ${choices.map((choice) => `\`${JSON.stringify(choice)}\``).join(", ")}.`,
    ];
  if (isList(value) && isObject(items))
    return value.flatMap((item, index) => problemsOf(items, item, `item ${index + 1} of ${where}`));
  if (!isObject(value)) return [];
  const known = isObject(properties) ? properties : {};
  const lacking = (isList(required) ? required : [])
    .filter((name) => typeof name === "string")
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `Missing \`${name}\` in ${where}.`);
  const inside = Object.entries(known).flatMap(([name, item]) => {
    const own = Object.hasOwn(value, name) ? value[name] : undefined;
    return own === undefined || !isObject(item)
      ? []
      : problemsOf(item, own, `\`${name}\` of ${where}`);
  });
  return [...lacking, ...inside];
}

function isOfType(type: string, value: Json): boolean {
  switch (type) {
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    case "array":
      return isList(value);
    case "object":
      return isObject(value);
    case "null":
      return value === null;
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      return true;
  }
}

function typeName(value: Json): string {
  if (value === null) return "null";
  if (isList(value)) return "array";
  return typeof value;
}
