import type { ReadNode } from "../../../platform/syntax/index.ts";
import type { Json, Span } from "../../../skill/index.ts";
import { cleanDocstring } from "./docstring.ts";
import type {
  Fault,
  ImplementedParameter,
  ImplementedTool,
  ReadModule,
  ValueKind,
} from "./implemented.ts";
import { readKey, readLiteral } from "./literals.ts";
import {
  childOf,
  field,
  firstError,
  type ParsedSource,
  partsOf,
  spanOf,
  wordsOf,
} from "./nodes.ts";
import {
  argumentsOf,
  lastName,
  literalProperties,
  readReturnType,
  readSchema,
  type Resolve,
} from "./script-types.ts";

/** The module whose `tool` marks a function. */
const HOME = "skillwright/tools";

/** Reads a `tools.ts` or `tools.js`: what it exports that `tool()` has made. */
export function readScriptModule(parsed: ParsedSource): ReadModule {
  const marks = readMarks(parsed);
  const constants = readConstants(parsed);
  const resolve: Resolve = (name) => constants.get(name)?.value;
  const exported = readExports(parsed);
  const tools: ImplementedTool[] = [];
  const unmarked = new Map<string, Span>();
  const all = [
    ...[...constants].map(([name, item]) => ({ ...item, exportName: exported.get(name) })),
    ...readDefaults(parsed),
  ];
  for (const { value, nameNode, statement, exportName } of all) {
    if (exportName === undefined) continue;
    const definition = toolDefinition(parsed, value, marks, resolve);
    if (definition === undefined) unmarked.set(exportName, spanOf(nameNode));
    else {
      const comment = commentBefore(parsed, statement);
      tools.push(readTool({ parsed, resolve, definition, exportName, nameNode, comment }));
    }
  }
  for (const [name, span] of readFunctions(parsed)) unmarked.set(name, span);
  const error = firstError(parsed.root);
  const obstacle = readObstacle(parsed);
  return {
    tools,
    unmarked,
    nested: [],
    ...(error === undefined ? {} : { error }),
    ...(obstacle === undefined ? {} : { obstacle }),
  };
}

/** What stands directly after `export default`. */
function readDefaults(
  parsed: ParsedSource,
): readonly (Constant & { readonly exportName: string })[] {
  return parsed.root.children.flatMap((statement) => {
    const value = statement.type === "export_statement" ? field(statement, "value") : undefined;
    return value === undefined
      ? []
      : [{ value, nameNode: value, statement, exportName: "default" }];
  });
}

/** Node takes types away and changes nothing else, and modules export by their own syntax alone. */
function readObstacle(parsed: ParsedSource): ReadModule["obstacle"] {
  for (const statement of parsed.root.children) {
    const inner =
      statement.type === "export_statement" ? field(statement, "declaration") : statement;
    const node = inner?.type === "expression_statement" ? (inner.children[0] ?? inner) : inner;
    if (node === undefined) continue;
    if (node.type === "enum_declaration" || node.type === "internal_module")
      return {
        message: `\`${wordsOf(parsed, node).split(/\s/, 1)[0] ?? "enum"}\` is TypeScript that does not run once its types are removed.`,
        hint: "Write an object with `as const` in its place.",
        span: spanOf(node),
      };
    const left = node.type === "assignment_expression" ? field(node, "left") : undefined;
    if (left !== undefined && /^(?:module\.)?exports\b/.test(wordsOf(parsed, left)))
      return {
        message: `\`${wordsOf(parsed, left)}\` is not ES module syntax with \`export\`.`,
        hint: "Write `export const NAME = tool({…})`, and `import` in place of `require`.",
        span: spanOf(left),
      };
  }
  return undefined;
}

/** Without the words that tell the compiler of a type. */
function bare(node: ReadNode): ReadNode {
  const wrapped = ["as_expression", "satisfies_expression", "parenthesized_expression"];
  const [inner] = wrapped.includes(node.type) ? partsOf(node) : [];
  return inner === undefined ? node : bare(inner);
}

function readMarks(parsed: ParsedSource): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of parsed.root.children) {
    const source = field(statement, "source");
    if (statement.type !== "import_statement" || source === undefined) continue;
    if (readLiteral(parsed, source) !== HOME) continue;
    const clause = childOf(statement, "import_clause");
    const list = clause === undefined ? undefined : childOf(clause, "named_imports");
    for (const item of list?.children ?? []) {
      const [name, alias] = [field(item, "name"), field(item, "alias")];
      if (name !== undefined && wordsOf(parsed, name) === "tool")
        names.add(wordsOf(parsed, alias ?? name));
    }
    const whole = clause === undefined ? undefined : childOf(clause, "namespace_import");
    const identifier = whole === undefined ? undefined : childOf(whole, "identifier");
    if (identifier !== undefined) names.add(`${wordsOf(parsed, identifier)}.tool`);
  }
  return names;
}

interface Constant {
  readonly value: ReadNode;
  readonly nameNode: ReadNode;
  readonly statement: ReadNode;
}

function readConstants(parsed: ParsedSource): ReadonlyMap<string, Constant> {
  const found = new Map<string, Constant>();
  for (const statement of parsed.root.children) {
    const declaration =
      statement.type === "export_statement" ? field(statement, "declaration") : statement;
    if (declaration?.type !== "lexical_declaration") continue;
    for (const item of declaration.children) {
      const [nameNode, value] = [field(item, "name"), field(item, "value")];
      if (nameNode !== undefined && value !== undefined)
        found.set(wordsOf(parsed, nameNode), { value, nameNode, statement });
    }
  }
  return found;
}

/** Names of exports by the names that they have in the module. */
function readExports(parsed: ParsedSource): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const statement of parsed.root.children) {
    if (statement.type !== "export_statement") continue;
    const declaration = field(statement, "declaration");
    for (const item of declaration?.children ?? []) {
      const name = field(item, "name");
      if (name !== undefined) names.set(wordsOf(parsed, name), wordsOf(parsed, name));
    }
    for (const item of childOf(statement, "export_clause")?.children ?? []) {
      const [name, alias] = [field(item, "name"), field(item, "alias")];
      if (name !== undefined) names.set(wordsOf(parsed, name), wordsOf(parsed, alias ?? name));
    }
  }
  return names;
}

function readFunctions(parsed: ParsedSource): readonly (readonly [string, Span])[] {
  return parsed.root.children.flatMap((statement) => {
    const declaration = field(statement, "declaration");
    const name = declaration === undefined ? undefined : field(declaration, "name");
    const isFunction = declaration?.type === "function_declaration" && name !== undefined;
    return isFunction ? [[wordsOf(parsed, name), spanOf(name)] as const] : [];
  });
}

/** The object that `tool()` is given. */
function toolDefinition(
  parsed: ParsedSource,
  value: ReadNode,
  marks: ReadonlySet<string>,
  resolve: Resolve,
): ReadNode | undefined {
  const call = bare(value);
  const called = call.type === "call_expression" ? field(call, "function") : undefined;
  if (called === undefined || !marks.has(wordsOf(parsed, called))) return undefined;
  const [first] = argumentsOf(call);
  const given = first === undefined ? undefined : bare(first);
  const named = given?.type === "identifier" ? resolve(wordsOf(parsed, given)) : given;
  const definition = named === undefined ? undefined : bare(named);
  return definition?.type === "object" ? definition : undefined;
}

function commentBefore(parsed: ParsedSource, statement: ReadNode): string | undefined {
  const siblings = parsed.root.children;
  const before = siblings[siblings.indexOf(statement) - 1];
  const words = before?.type === "comment" ? wordsOf(parsed, before) : "";
  const inner = /^\/\*\*([^]*)\*\/$/.exec(words)?.[1];
  const text = inner === undefined ? "" : cleanDocstring(inner.replaceAll(/^[ \t]*\*\s?/gm, ""));
  return text === "" ? undefined : text;
}

interface Found {
  readonly parsed: ParsedSource;
  readonly resolve: Resolve;
  readonly definition: ReadNode;
  readonly exportName: string;
  readonly nameNode: ReadNode;
  readonly comment: string | undefined;
}

const HINTS = ["readOnly", "destructive", "idempotent", "openWorld"];

function readTool(found: Found): ImplementedTool {
  const { parsed, resolve, definition, exportName, nameNode, comment } = found;
  const options = optionsOf(parsed, definition, resolve);
  const [name, description, atomic, title, timeout] = [
    "name",
    "description",
    "atomic",
    "title",
    "timeout",
  ].map((key) => options.get(key));
  const says = typeof description === "string" && description !== "" ? description : comment;
  const hints = HINTS.filter((key) => typeof options.get(key) === "boolean");
  const returns = readReturns(parsed, definition, resolve);
  return {
    name: typeof name === "string" ? name : exportName,
    ...(says === undefined ? {} : { description: says }),
    ...readParameters(parsed, definition, resolve, nameNode),
    ...(returns === undefined ? {} : { returns }),
    ...(typeof atomic === "boolean" ? { atomic } : {}),
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof timeout === "number" && timeout > 0 ? { timeout } : {}),
    ...(hints.length === 0
      ? {}
      : { hints: Object.fromEntries(hints.map((key) => [key, options.get(key) === true])) }),
    span: spanOf(nameNode),
  };
}

/** Options that are literals, or constants of the module that are. */
function optionsOf(
  parsed: ParsedSource,
  definition: ReadNode,
  resolve: Resolve,
): Map<string, Json> {
  const options = new Map(literalProperties(parsed, definition));
  for (const part of partsOf(definition)) {
    const isShort = part.type === "shorthand_property_identifier";
    const key = isShort ? part : field(part, "key");
    const value = isShort ? part : field(part, "value");
    if (key === undefined || value === undefined || options.has(wordsOf(parsed, key))) continue;
    if (value.type !== "identifier" && !isShort) continue;
    const constant = resolve(wordsOf(parsed, value));
    const literal = constant === undefined ? undefined : readLiteral(parsed, bare(constant));
    if (literal !== undefined) options.set(wordsOf(parsed, key), literal);
  }
  return options;
}

/** The value of a property, or the method of that name. */
function property(parsed: ParsedSource, object: ReadNode, name: string): ReadNode | undefined {
  for (const part of partsOf(object)) {
    const key = field(part, "key") ?? field(part, "name");
    if (key !== undefined && readKey(parsed, key) === name) return field(part, "value") ?? part;
    const isShort = part.type === "shorthand_property_identifier";
    if (isShort && wordsOf(parsed, part) === name) return part;
  }
  return undefined;
}

function readParameters(
  parsed: ParsedSource,
  definition: ReadNode,
  resolve: Resolve,
  nameNode: ReadNode,
): Pick<ImplementedTool, "parameters" | "faults"> {
  const written = property(parsed, definition, "parameters");
  const shape = written === undefined ? undefined : shapeOf(parsed, written, resolve);
  if (shape === undefined)
    return { parameters: [], faults: [unreadable(spanOf(written ?? nameNode), "parameters")] };
  const parameters: ImplementedParameter[] = [];
  const faults: Fault[] = [];
  for (const pair of partsOf(shape)) {
    const [key, value] = [field(pair, "key") ?? pair, field(pair, "value") ?? pair];
    const isShort = pair.type === "shorthand_property_identifier";
    const name = isShort ? wordsOf(parsed, pair) : readKey(parsed, key);
    const target = isShort ? resolve(name ?? "") : value;
    const schema = target === undefined ? undefined : readSchema(parsed, target, resolve);
    if (name === undefined || schema === undefined)
      faults.push(unreadable(spanOf(pair), name ?? wordsOf(parsed, key)));
    else parameters.push({ name, ...schema, span: spanOf(key) });
  }
  return { parameters, faults };
}

function unreadable(span: Span, name: string): Fault {
  return {
    kind: "unreadable-parameters",
    message: `The schema of \`${name}\` cannot be read without running the module.`,
    hint: "Write the schema in this file, such as `query: string()` or `query: z.string()`.",
    span,
  };
}

/** The object with a schema for each name: as it is, by its name, or inside `z.object({…})`. */
function shapeOf(
  parsed: ParsedSource,
  node: ReadNode,
  resolve: Resolve,
  depth = 0,
): ReadNode | undefined {
  if (depth > 4) return undefined;
  if (node.type === "object") return node;
  if (node.type === "identifier" || node.type === "shorthand_property_identifier") {
    const value = resolve(wordsOf(parsed, node));
    return value === undefined ? undefined : shapeOf(parsed, value, resolve, depth + 1);
  }
  const called = node.type === "call_expression" ? field(node, "function") : undefined;
  if (called === undefined) return undefined;
  const isObject = /^(?:strict|loose)?object$/i.test(lastName(parsed, called));
  const [first] = argumentsOf(node);
  const target = field(called, "object");
  const next = isObject ? first : target?.type === "call_expression" ? target : undefined;
  return next === undefined ? undefined : shapeOf(parsed, next, resolve, depth + 1);
}

function readReturns(
  parsed: ParsedSource,
  definition: ReadNode,
  resolve: Resolve,
): ValueKind | undefined {
  const said = property(parsed, definition, "returns");
  const schema = said === undefined ? undefined : readSchema(parsed, said, resolve);
  if (schema !== undefined) return schema.kind;
  const run = property(parsed, definition, "run");
  const annotation = run === undefined ? undefined : field(run, "return_type");
  return annotation === undefined ? undefined : readReturnType(wordsOf(parsed, annotation));
}
