/** Records as they travel: names with underscores, and null for what is absent. Both are made from the schema of the answer. */
import { z } from "zod";

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** What a record must hold to travel as `T`. */
export type Source<T> = T extends readonly (infer Item)[]
  ? readonly Source<Item>[]
  : T extends object
    ? {
        readonly [
          Name in keyof T as null extends T[Name]
            ? never
            : undefined extends T[Name]
              ? never
              : Camel<Name & string>
        ]: Source<T[Name]>;
      } & {
        readonly [
          Name in keyof T as null extends T[Name]
            ? Camel<Name & string>
            : undefined extends T[Name]
              ? Camel<Name & string>
              : never
        ]?: Source<NonNullable<T[Name]>> | null | undefined;
      }
    : T;

/** A kind of record: what it looks like outside, and how it gets there. */
export interface Shape<Record> {
  readonly schema: z.ZodType;
  readonly out: (record: Record) => object;
}

export function toShape<S extends z.ZodObject>(schema: S): Shape<Source<z.output<S>>> {
  return { schema, out: (record) => toWire(schema, record) };
}

export function toWire<S extends z.ZodObject>(schema: S, record: Source<z.output<S>>): z.output<S> {
  // Made member by member of what the schema says.
  return write(schema, record) as z.output<S>;
}

function write(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodNullable)
    return value === undefined || value === null ? null : write(schema.unwrap(), value);
  if (schema instanceof z.ZodOptional)
    return value === undefined ? undefined : write(schema.unwrap(), value);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item: unknown) => write(schema.element, item));
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return value;
  const source = value as { readonly [name: string]: unknown };
  const entries = Object.entries(schema.shape).map(
    ([name, member]) => [name, write(member, source[toCamel(name)])] as const,
  );
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

function toCamel(name: string): string {
  return name.replaceAll(/_([a-z0-9])/gu, (_match, letter: string) => letter.toUpperCase());
}
