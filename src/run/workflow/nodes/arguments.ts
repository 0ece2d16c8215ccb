/** Arguments of tools. */
import { z } from "zod";
import type { JsonObject } from "../../../skill/index.ts";
import { resolveValue, type Variables } from "../template.ts";
import { text } from "./fields.ts";

type Given = { readonly [name: string]: string | number | boolean };

export const argumentsField: z.ZodDefault<
  z.ZodRecord<z.ZodString, z.ZodUnion<readonly [z.ZodString, z.ZodNumber, z.ZodBoolean]>>
> = z.record(z.string().max(256), z.union([text, z.number(), z.boolean()])).default({});

/** A template alone keeps what it names as it is. */
export function fillArguments(given: Given, variables: Variables): JsonObject {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      typeof value === "string" ? resolveValue(value, variables) : value,
    ]),
  );
}
