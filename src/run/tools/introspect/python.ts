import type { ReadNode } from "../../../platform/syntax/index.ts";
import type { Span } from "../../../skill/index.ts";
import { cleanDocstring, readDocstring } from "./docstring.ts";
import type { Fault, ImplementedParameter, ImplementedTool, ReadModule } from "./implemented.ts";
import { readLiteral, readString } from "./literals.ts";
import {
  childOf,
  field,
  firstError,
  type ParsedSource,
  partsOf,
  spanOf,
  wordsOf,
} from "./nodes.ts";
import { readType } from "./python-types.ts";

/** The module whose `tool` marks a function. */
const HOME = /^gaia(?:\.|$)/;

/** Reads a `tools.py`: its functions with `@tool`, as the code declares them. */
export function readPythonModule(parsed: ParsedSource): ReadModule {
  const marks = readMarks(parsed);
  const tools: ImplementedTool[] = [];
  const unmarked = new Map<string, Span>();
  const nested: { name: string; span: Span }[] = [];
  visit(parsed.root, true);
  const error = firstError(parsed.root);
  return { tools, unmarked, nested, ...(error === undefined ? {} : { error }) };

  function visit(node: ReadNode, isTop: boolean): void {
    for (const child of node.children) {
      const isDecorated = child.type === "decorated_definition";
      const definition = isDecorated ? field(child, "definition") : child;
      if (definition?.type === "function_definition") {
        take(definition, isDecorated ? child : undefined, isTop);
        const body = field(definition, "body");
        if (body !== undefined) visit(body, false);
      } else visit(definition ?? child, isTop && definition?.type !== "class_definition");
    }
  }

  function take(definition: ReadNode, decorated: ReadNode | undefined, isTop: boolean): void {
    const nameNode = field(definition, "name");
    if (nameNode === undefined) return;
    const name = wordsOf(parsed, nameNode);
    const mark = decorated?.children.find(
      (child) => child.type === "decorator" && isMark(parsed, child, marks),
    );
    if (mark === undefined) {
      if (isTop) unmarked.set(name, spanOf(nameNode));
    } else if (isTop) tools.push(readTool(parsed, name, nameNode, definition, mark));
    else nested.push({ name, span: spanOf(nameNode) });
  }
}

/** What names stand for the mark, and which stand for something else of that name. */
interface Marks {
  readonly own: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

function readMarks(parsed: ParsedSource): Marks {
  const own = new Set<string>();
  const others = new Set<string>();
  const open = [parsed.root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    open.push(...node.children);
    if (node.type !== "import_from_statement") continue;
    const module = field(node, "module_name");
    const from = module === undefined ? "" : wordsOf(parsed, module);
    for (const item of node.children.filter((child) => child.field === "name")) {
      const original = wordsOf(parsed, field(item, "name") ?? item);
      const alias = field(item, "alias");
      const name = alias === undefined ? original : wordsOf(parsed, alias);
      if (original === "tool" && HOME.test(from)) own.add(name);
      else if (name === "tool") others.add(name);
    }
  }
  return { own, others };
}

function isMark(parsed: ParsedSource, decorator: ReadNode, { own, others }: Marks): boolean {
  const [expression] = partsOf(decorator);
  if (expression === undefined) return false;
  const called = expression.type === "call" ? field(expression, "function") : expression;
  if (called === undefined) return false;
  const name = wordsOf(parsed, called);
  if (own.has(name)) return true;
  return name.split(".").at(-1) === "tool" && !others.has(name);
}

function readTool(
  parsed: ParsedSource,
  name: string,
  nameNode: ReadNode,
  definition: ReadNode,
  mark: ReadNode,
): ImplementedTool {
  const docstring = findDocstring(parsed, definition);
  const { summary, parameters: described } = readDocstring(docstring ?? "");
  const { parameters, faults } = readParameters(parsed, definition, described);
  const returnType = field(definition, "return_type");
  const isGenerator = hasYield(field(definition, "body"));
  const returns = isGenerator
    ? ({ type: "unknown", notJson: "a generator" } as const)
    : returnType === undefined
      ? undefined
      : readType(wordsOf(parsed, returnType));
  return {
    name,
    ...(docstring === undefined ? {} : { description: summary === "" ? docstring : summary }),
    parameters,
    ...(returns === undefined ? {} : { returns }),
    ...readOptions(parsed, mark),
    span: spanOf(nameNode),
    faults,
  };
}

function findDocstring(parsed: ParsedSource, definition: ReadNode): string | undefined {
  const [first] = partsOf(field(definition, "body") ?? definition);
  const [expression] = first?.type === "expression_statement" ? partsOf(first) : [];
  if (expression === undefined) return undefined;
  if (expression.type !== "string" && expression.type !== "concatenated_string") return undefined;
  const text = cleanDocstring(readString(parsed, expression) ?? "");
  return text === "" ? undefined : text;
}

interface ReadParameters {
  readonly parameters: readonly ImplementedParameter[];
  readonly faults: readonly Fault[];
}

function readParameters(
  parsed: ParsedSource,
  definition: ReadNode,
  described: ReadonlyMap<string, string>,
): ReadParameters {
  const list = field(definition, "parameters");
  const parameters: ImplementedParameter[] = [];
  const faults: Fault[] = [];
  for (const node of list === undefined ? [] : partsOf(list)) {
    if (node.type === "keyword_separator" || node.type === "positional_separator") continue;
    const isOpen = [node, ...node.children].some(({ type }) => type.endsWith("_splat_pattern"));
    if (isOpen)
      faults.push({
        kind: "open-parameters",
        message: `\`${wordsOf(parsed, node)}\` does not name its parameters.`,
        hint: "Write out the parameters: a caller can give only those that are declared.",
        span: spanOf(node),
      });
    else parameters.push(readParameter(parsed, node, described));
  }
  return { parameters, faults };
}

function readParameter(
  parsed: ParsedSource,
  node: ReadNode,
  described: ReadonlyMap<string, string>,
): ImplementedParameter {
  const nameNode = field(node, "name") ?? childOf(node, "identifier") ?? node;
  const name = wordsOf(parsed, nameNode);
  const type = field(node, "type");
  const value = field(node, "value");
  const literal = value === undefined ? undefined : readLiteral(parsed, value);
  const description = described.get(name);
  return {
    name,
    kind: type === undefined ? { type: "unknown" } : readType(wordsOf(parsed, type)),
    isRequired: value === undefined,
    ...(literal === undefined ? {} : { default: literal }),
    ...(description === undefined || description === "" ? {} : { description }),
    span: spanOf(nameNode),
  };
}

function hasYield(body: ReadNode | undefined): boolean {
  const open = body === undefined ? [] : [body];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === "yield") return true;
    if (node.type !== "function_definition" && node.type !== "lambda") open.push(...node.children);
  }
  return false;
}

/** `@tool(atomic=True, display_label="…", timeout=30)`; anything else is ignored, as the original does. */
function readOptions(
  parsed: ParsedSource,
  mark: ReadNode,
): Pick<ImplementedTool, "atomic" | "title" | "timeout"> {
  const [call] = partsOf(mark);
  const list = call?.type === "call" ? field(call, "arguments") : undefined;
  const options = new Map(
    (list === undefined ? [] : partsOf(list)).flatMap((node) => {
      const [name, value] = [field(node, "name"), field(node, "value")];
      if (node.type !== "keyword_argument" || name === undefined || value === undefined) return [];
      return [[wordsOf(parsed, name), readLiteral(parsed, value)] as const];
    }),
  );
  const [atomic, title, timeout] = ["atomic", "display_label", "timeout"].map((key) =>
    options.get(key),
  );
  return {
    ...(typeof atomic === "boolean" ? { atomic } : {}),
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof timeout === "number" && timeout > 0 ? { timeout } : {}),
  };
}
