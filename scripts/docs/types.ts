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

/** An object type: its text without names and indentation, and the property that has it. */
export interface FoundType {
  readonly text: string;
  readonly property: string;
  /** What the operation is about. */
  readonly owner: string;
  readonly isAnswer: boolean;
  readonly schema: Schema;
}

/** The name of an object type that is declared elsewhere. */
export type NameType = (type: FoundType) => string | undefined;

/** A named type that has some of the properties of another one. */
export interface BaseType {
  readonly name: string;
  readonly properties: ReadonlySet<string>;
}

export interface Printing {
  readonly indent: string;
  readonly nameType: NameType;
  /** The type that the object with this text extends. */
  readonly findBase: (text: string) => BaseType | undefined;
  /** The property that has the type, or the words for what has none. */
  readonly property: string;
  /** What the operation is about. */
  readonly owner: string;
  /** Answers are JSON, where nothing is undefined. */
  readonly isAnswer: boolean;
}

const PLAIN: Omit<Printing, "isAnswer"> = {
  indent: "",
  nameType: () => undefined,
  findBase: () => undefined,
  property: "",
  owner: "",
};

export function typeOf(value: unknown, printing: Printing): string {
  if (typeof value !== "object" || value === null) return "Json";
  const schema = value as Schema;
  // Only values of any kind refer to themselves.
  if (schema.$ref !== undefined) return "Json";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((item) => JSON.stringify(item)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return [...new Set(choices.map((choice) => typeOf(choice, printing)))].join(" | ");
  if (schema.allOf !== undefined)
    return schema.allOf.map((part) => typeOf(part, printing)).join(" & ");
  const { type } = schema;
  if (Array.isArray(type)) return type.map((item: string) => plainType(item)).join(" | ");
  if (type === "array") return `readonly ${wrapped(schema.items, printing)}[]`;
  if (type === "object") return nameOrObject(schema, printing);
  return typeof type === "string" ? plainType(type) : "Json";
}

function plainType(type: string): string {
  if (type === "integer") return "number";
  return ["string", "number", "boolean", "null"].includes(type) ? type : "Json";
}

/** The type of an item; several choices are put in parentheses. */
function wrapped(items: unknown, printing: Printing): string {
  const type = typeOf(items, printing);
  const { anyOf, oneOf } = (items ?? {}) as Schema;
  if (/^\w+ & /u.test(type)) return `(${type})`;
  const isObject = type.startsWith("{") && anyOf === undefined && oneOf === undefined;
  return type.includes(" | ") && !isObject ? `(${type})` : type;
}

function nameOrObject(schema: Schema, printing: Printing): string {
  if (Object.keys(schema.properties ?? {}).length < 2) return objectType(schema, printing);
  const { property, owner, isAnswer } = printing;
  const text = plainText(schema, { isAnswer });
  const name = printing.nameType({ text, property, owner, isAnswer, schema });
  return name ?? objectType(schema, printing);
}

export function objectType(schema: Schema, printing: Printing): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const names = Object.keys(properties);
  const { indent } = printing;
  const inner = { ...printing, indent: `${indent}  ` };
  if (names.length === 0) {
    const rest =
      typeof additionalProperties === "object" ? typeOf(additionalProperties, inner) : "Json";
    return `{ readonly [key: string]: ${rest} }`;
  }
  const base =
    printing.findBase === PLAIN.findBase
      ? undefined
      : printing.findBase(plainText(schema, printing));
  const own = names.filter((name) => base?.properties.has(name) !== true);
  const lines = own.map((name) => {
    const mark = required.includes(name) ? "" : "?";
    const type = typeOf(properties[name], { ...inner, property: name });
    return `${inner.indent}readonly ${name}${mark}: ${type}${mark === "" || printing.isAnswer ? "" : " | undefined"};`;
  });
  return `${base === undefined ? "" : `${base.name} & `}${inBraces(lines, indent)}`;
}

/** The text of an object type by itself, by which two that are alike are known. */
function plainText(schema: Schema, { isAnswer }: Pick<Printing, "isAnswer">): string {
  return objectType(schema, { ...PLAIN, isAnswer });
}

/** The texts of an object's properties, by name. */
export function propertyTexts(schema: Schema, isAnswer: boolean): ReadonlyMap<string, string> {
  const { properties = {}, required = [] } = schema;
  return new Map(
    Object.entries(properties).map(([name, value]) => [
      name,
      `${required.includes(name) ? "" : "?"}${typeOf(value, { ...PLAIN, isAnswer })}`,
    ]),
  );
}

/** The members of an object: on one line where they fit. */
export function inBraces(lines: readonly string[], indent: string): string {
  const line = `{ ${lines.map((one) => one.trim().replace(/;$/u, "")).join("; ")} }`;
  const isShort = !line.includes("\n") && indent.length + line.length <= MOST_COLUMNS;
  return isShort ? line : `{\n${lines.join("\n")}\n${indent}}`;
}

/** Of an object on one line, which stands behind a name. */
const MOST_COLUMNS = 84;
