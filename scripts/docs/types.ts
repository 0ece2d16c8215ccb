/** A JSON Schema, as far as the table of routes makes use of it, as the text of a TypeScript type. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly unknown[];
  readonly oneOf?: readonly unknown[];
  readonly allOf?: readonly unknown[];
  readonly items?: unknown;
  readonly properties?: { readonly [name: string]: unknown };
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

export function typeOf(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return "Json";
  const schema = value as Schema;
  // Only values of any kind refer to themselves.
  if (schema.$ref !== undefined) return "Json";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((item) => JSON.stringify(item)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return [...new Set(choices.map((choice) => typeOf(choice, indent)))].join(" | ");
  if (schema.allOf !== undefined)
    return schema.allOf.map((part) => typeOf(part, indent)).join(" & ");
  const { type } = schema;
  if (Array.isArray(type)) return type.map((item: string) => plainType(item)).join(" | ");
  if (type === "array") return `readonly ${wrapped(typeOf(schema.items, indent))}[]`;
  if (type === "object") return objectType(schema, indent);
  return typeof type === "string" ? plainType(type) : "Json";
}

function plainType(type: string): string {
  if (type === "integer") return "number";
  return ["string", "number", "boolean", "null"].includes(type) ? type : "Json";
}

function wrapped(type: string): string {
  return type.includes(" | ") && !type.startsWith("{") ? `(${type})` : type;
}

function objectType(schema: Schema, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const names = Object.keys(properties);
  const inner = `${indent}  `;
  if (names.length === 0) {
    const rest =
      typeof additionalProperties === "object" ? typeOf(additionalProperties, inner) : "Json";
    return `{ readonly [key: string]: ${rest} }`;
  }
  const lines = names.map((name) => {
    const mark = required.includes(name) ? "" : "?";
    const type = typeOf(properties[name], inner);
    return `${inner}readonly ${name}${mark}: ${type}${mark === "" ? "" : " | undefined"};`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}
