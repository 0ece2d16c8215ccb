import { isObject, type Json, type JsonObject } from "../../model/index.ts";
import type { Dialect } from "../dialect.ts";
import { type Field, NAMESPACE, type Shape, type TextShape } from "../field.ts";

interface Node {
  schema: { [key: string]: Json };
  readonly children: Map<string, Node>;
  readonly required: Set<string>;
}

function emptyNode(): Node {
  return { schema: {}, children: new Map(), required: new Set() };
}

/** JSON Schema (draft 2020-12) of a dialect's frontmatter, made from its field table. */
export function jsonSchema(dialect: Dialect): JsonObject {
  const root = emptyNode();
  for (const field of dialect.fields)
    for (const path of pathsOf(field, dialect)) place(root, path, field);
  const known = dialect.unknownKeys === "refused";
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `Frontmatter of a SKILL.md for ${dialect.title}`,
    description: dialect.summary,
    ...close(root),
    ...(known ? { additionalProperties: false } : {}),
  };
}

/** A field under a namespace may stand under each of them. */
function pathsOf(field: Field, dialect: Dialect): readonly (readonly string[])[] {
  const all = [field.path, ...(field.aliases ?? [])];
  return all.flatMap((path) => {
    const steps = path.map(String);
    if (!steps.includes(NAMESPACE)) return [steps];
    return dialect.namespaces.map((name) =>
      steps.map((step) => (step === NAMESPACE ? name : step)),
    );
  });
}

function place(root: Node, path: readonly string[], field: Field): void {
  let node = root;
  for (const [index, step] of path.entries()) {
    const child = node.children.get(step) ?? emptyNode();
    node.children.set(step, child);
    // A field with other spellings cannot be demanded under one of them.
    const isDemanded = field.isRequired === true && field.aliases === undefined;
    if (index === path.length - 1 && isDemanded) node.required.add(step);
    node = child;
  }
  node.schema = {
    ...shapeSchema(field.shape),
    description: field.doc,
    ...(field.default === undefined ? {} : { default: field.default }),
  };
}

function close(node: Node): JsonObject {
  if (node.children.size === 0) return node.schema;
  const properties: Record<string, Json> = {};
  for (const [key, child] of node.children) properties[key] = close(child);
  const existing = isObject(node.schema["properties"]) ? node.schema["properties"] : {};
  const required = [...node.required];
  return {
    type: "object",
    ...node.schema,
    properties: { ...existing, ...properties },
    ...(required.length === 0 ? {} : { required }),
  };
}

function textSchema(shape: TextShape): JsonObject {
  const isTrimmed = shape.trims === true;
  const pattern = shape.pattern === undefined || isTrimmed ? undefined : shape.pattern.source;
  return {
    type: shape.takesScalars === true ? ["string", "number", "boolean"] : "string",
    ...(shape.min === undefined ? {} : { minLength: shape.min }),
    ...(shape.max === undefined || isTrimmed ? {} : { maxLength: shape.max }),
    ...(shape.values === undefined ? {} : { enum: [...shape.values] }),
    ...(pattern === undefined ? {} : { pattern }),
  };
}

/** The schema of one shape; what a pattern cannot say is left to the checks. */
function shapeSchema(shape: Shape): JsonObject {
  switch (shape.kind) {
    case "any":
      return {};
    case "text":
      return textSchema(shape);
    case "boolean":
      return { type: shape.takesWords === true ? ["boolean", "string", "number"] : "boolean" };
    case "number":
      return numberSchema(shape);
    case "list": {
      const items = shape.skips === undefined ? shapeSchema(shape.of) : {};
      const list = {
        type: "array",
        items,
        ...(shape.min === undefined ? {} : { minItems: shape.min }),
      };
      return shape.splits === undefined ? list : { anyOf: [list, { type: "string" }] };
    }
    case "map":
      return { type: "object", additionalProperties: shapeSchema(shape.of) };
    case "record":
      return recordSchema(shape.fields);
    case "either":
      return { anyOf: shape.of.map(shapeSchema) };
  }
}

function numberSchema(shape: Extract<Shape, { kind: "number" }>): JsonObject {
  const type = shape.isInteger === true ? "integer" : "number";
  return {
    type: shape.takesText === true ? [type, "string"] : type,
    ...(shape.min === undefined ? {} : { minimum: shape.min }),
    ...(shape.max === undefined ? {} : { maximum: shape.max }),
  };
}

function recordSchema(fields: Extract<Shape, { kind: "record" }>["fields"]): JsonObject {
  const properties: Record<string, Json> = {};
  const required: string[] = [];
  for (const [key, field] of Object.entries(fields)) {
    properties[key] = { ...shapeSchema(field.shape), description: field.doc };
    if (field.required === true) required.push(key);
  }
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
}

/** A shape in a few words, for tables that people read. */
export function shapeWords(shape: Shape): string {
  switch (shape.kind) {
    case "any":
      return "anything";
    case "text": {
      if (shape.values !== undefined)
        return shape.values.map((value) => `\`${value}\``).join(" · ");
      const limits = shape.max === undefined ? "" : `, at most ${shape.max} characters`;
      return `text${limits}`;
    }
    case "boolean":
      return "true or false";
    case "number": {
      const range = shape.min === undefined ? "" : `, ${shape.min} to ${shape.max ?? "any"}`;
      return `${shape.isInteger === true ? "whole number" : "number"}${range}`;
    }
    case "list": {
      const least = shape.min === undefined ? "" : `, at least ${shape.min}`;
      const split = shape.splits === undefined ? "" : ", or text";
      return `list of ${shapeWords(shape.of)}${least}${split}`;
    }
    case "map":
      return `map of ${shapeWords(shape.of)}`;
    case "record":
      return `map with ${Object.keys(shape.fields)
        .map((key) => `\`${key}\``)
        .join(", ")}`;
    case "either":
      return shape.says;
  }
}
