/** A value that a schema asks for, to make requests that get past the first check. */
import { z } from "zod";

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly minimum?: number;
}

export function exampleOf(type: z.ZodType | undefined): unknown {
  if (type === undefined) return undefined;
  return valueOf(z.toJSONSchema(type, { io: "input", unrepresentable: "any" }) as JsonSchema, "");
}

/** Values of names that more than one route knows. */
const NAMED: { readonly [name: string]: unknown } = {
  name: "greet",
  skill_name: "greet",
  email: "someone@example.org",
  password: "correct horse battery",
  content: "---\nname: greet\ndescription: Greets. Use when asked to.\n---\n\nHello.\n",
  path: "notes/a.md",
  version: "1.0.0",
  scopes: ["registry:read"],
};

function valueOf(schema: JsonSchema, name: string): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (Object.hasOwn(NAMED, name)) return NAMED[name];
  if (choices !== undefined) return valueOf(choices[0] ?? {}, name);
  switch (schema.type) {
    case "string":
      return "text";
    case "integer":
    case "number":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return true;
    case "array":
      return [valueOf(schema.items ?? {}, "")];
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [key, valueOf(part, key)]),
      );
    default:
      return null;
  }
}
