/** Schemas of the input of operations, made from its fields: for callers over the network. */
import { z } from "zod";
import type { Field, Fields } from "./fields.ts";

const LONGEST_TEXT = 20_000;
const LONGEST_PATH = 1024;
/** Characters of one skill; the size of the whole request is bounded by whoever carries it. */
const LONGEST_SKILL = 1_000_000;
const MOST_ITEMS = 100;
const MOST_FILES = 1000;

const inline = z.object({
  path: z.string().max(LONGEST_PATH),
  text: z.string().max(LONGEST_SKILL),
});
const filePath = z.string().min(1).max(LONGEST_PATH);
const file = z.union([
  filePath,
  z.strictObject({ path: filePath, text: z.string() }),
  z.strictObject({ path: filePath, base64: z.base64() }),
]);
const skill = z.union([
  filePath,
  inline.extend({ files: z.array(file).max(MOST_FILES).exactOptional() }),
]);

/** Fields that callers on other computers can fill. */
export function remoteFields(fields: Fields): readonly (readonly [name: string, field: Field])[] {
  return Object.entries(fields).filter(
    ([, { kind, only }]) => only !== "local" && kind !== "file" && kind !== "folder",
  );
}

/** `body`: JSON. `query`: every value is text, and lists are separated by commas. */
export function toInputSchema(fields: Fields, form: "body" | "query" = "body"): z.ZodObject {
  const shape = remoteFields(fields).map(([name, field]) => {
    const schema = form === "query" ? toQuery(field) : toBody(field);
    return [name, schema.describe(field.doc)] as const;
  });
  return z.object(Object.fromEntries(shape));
}

function toBody(field: Field): z.ZodType {
  const value = toValue(field);
  if (field.many !== true) return toOptional(field, value);
  const list = z.array(value).max(MOST_ITEMS);
  // A command without paths looks into the working directory, which only this computer has.
  const isGiven = field.kind === "skill" || field.kind === "document";
  return isGiven ? list.min(1) : list.default([]);
}

function toOptional({ required, kind }: Field, value: z.ZodType): z.ZodType {
  if (kind === "flag") return value.default(false);
  return required === true ? value : value.exactOptional();
}

function toValue({ kind, choices }: Field): z.ZodType {
  switch (kind) {
    case "number":
      return z.number();
    case "flag":
      return z.boolean();
    case "skill":
      return skill;
    case "document":
      return inline;
    case "json":
      return z.json();
    default:
      return choices === undefined ? z.string().max(LONGEST_TEXT) : z.enum(choices);
  }
}

function toQuery(field: Field): z.ZodType {
  const { kind, many, required } = field;
  if (many === true)
    return z
      .string()
      .max(LONGEST_TEXT)
      .default("")
      .transform((text) => text.split(",").filter((item) => item !== ""));
  if (kind === "flag") return z.stringbool().default(false);
  const value = kind === "number" ? z.coerce.number() : toValue(field);
  return required === true ? value : value.exactOptional();
}
