import { z } from "zod";
import { NEEDED } from "../../app/hub/index.ts";

export interface JsonSchema {
  readonly [key: string]: unknown;
  readonly type?: string;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
}

/** What a schema of the table takes or gives, for those who are told of it. */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  // What zod makes is JSON Schema, whose type it spells in another way.
  const made = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;
  const { properties, required = [] } = made;
  if (properties === undefined) return made;
  const needed = Object.keys(properties).filter((name) => properties[name]?.[NEEDED] === true);
  if (needed.length === 0) return made;
  return {
    ...made,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [
        name,
        needed.includes(name) ? withoutMark(value) : value,
      ]),
    ),
    required: [...new Set([...required, ...needed])],
  };
}

function withoutMark({ [NEEDED]: _mark, default: _default, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
