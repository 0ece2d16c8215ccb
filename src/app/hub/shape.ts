/** Records as they travel: names with underscores, and null for what is absent. Both are made from the members of the answer. */
import { z } from "zod";
import type { Json } from "../../skill/model/index.ts";

export type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** What a record must hold to travel as `T`. */
type Source<T> = T extends readonly (infer Item)[]
  ? readonly Source<Item>[]
  : T extends object
    ? Camelized<{ readonly [Name in keyof T]: Nullable<T[Name], Source<NonNullable<T[Name]>>> }>
    : T;

type Nullable<T, S> = null extends T
  ? S | null | undefined
  : undefined extends T
    ? S | undefined
    : S;

/** By their names in the program; what may be absent may be left out. */
type Camelized<T> = {
  readonly [Name in keyof T as undefined extends T[Name] ? never : Camel<Name & string>]: T[Name];
} & {
  readonly [Name in keyof T as undefined extends T[Name] ? Camel<Name & string> : never]?: T[Name];
};

/** A kind of record: what it looks like outside, and how it gets there. */
export interface Shape<Value> {
  readonly schema: z.ZodType;
  readonly out: (value: Value) => unknown;
}

interface Members {
  readonly [name: string]: z.ZodType | Shape<never>;
}

type SourceOf<Member> =
  Member extends Shape<infer Value>
    ? Value
    : Member extends z.ZodType<infer Output>
      ? Nullable<Output, Source<NonNullable<Output>>>
      : never;

/** What a record must hold to travel with these members. */
export type RecordOf<M extends Members> = Camelized<{
  readonly [Name in keyof M]: SourceOf<M[Name]>;
}>;

/** A kind of record that travels as an object. */
export interface ObjectShape<Value> extends Shape<Value> {
  readonly out: (value: Value) => object;
}

export function toShape<const M extends Members>(members: M): ObjectShape<RecordOf<M>> {
  const parts = Object.entries(members).map(
    ([name, member]) => [name, isShape(member) ? member : valueShape(member)] as const,
  );
  return {
    schema: z.object(Object.fromEntries(parts.map(([name, { schema }]) => [name, schema]))),
    out: (record) => {
      const source = record as { readonly [name: string]: never };
      const entries = parts.map(([name, { out }]) => [name, out(source[toCamel(name)] as never)]);
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    },
  };
}

function isShape(member: z.ZodType | Shape<never>): member is Shape<never> {
  return "out" in member;
}

/** Values that are written as their schema says. */
function valueShape(schema: z.ZodType): Shape<never> {
  return { schema, out: (value) => write(schema, value) };
}

/** Values that have the names of the outside already. */
export function asIs<Value>(schema: z.ZodType): Shape<Value> {
  return { schema, out: (value) => value };
}

/** A body that another program wrote. */
export const jsonShape: Shape<Json> = asIs(z.json());

export function listOf<Value>({ schema, out }: Shape<Value>): Shape<readonly Value[]> {
  return { schema: z.array(schema), out: (values) => values.map((value) => out(value)) };
}

export function orNull<Value>({ schema, out }: Shape<Value>): Shape<Value | undefined> {
  return {
    schema: schema.nullable(),
    out: (value) => (value === undefined ? null : out(value)),
  };
}

export function mapOf<Value>({ schema, out }: Shape<Value>): Shape<ReadonlyMap<string, Value>> {
  return {
    schema: z.record(z.string(), schema),
    out: (values) => Object.fromEntries([...values].map(([key, value]) => [key, out(value)])),
  };
}

/** The same outside, of records that have other names. */
export function from<Value, Other>(
  { schema, out }: ObjectShape<Value>,
  toValue: (other: Other) => Value,
): ObjectShape<Other> {
  return { schema, out: (other) => out(toValue(other)) };
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

export function toCamel(name: string): string {
  return name.replaceAll(/_([a-z0-9])/gu, (_match, letter: string) => letter.toUpperCase());
}
