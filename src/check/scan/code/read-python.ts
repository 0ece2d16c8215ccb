import type {
  Argument,
  Expression,
  FunctionForm,
  Loop,
  MapEntry,
  Parameter,
  Program,
  Statement,
} from "./form.ts";
import { joinAt, nameAt, textAt, unknownAt } from "./form.ts";
import { unescapeText } from "./escapes.ts";
import { childOf, field, fields, isEndless, named, sliceOf } from "./nodes.ts";
import { importFrom, importModules } from "./read-python-import.ts";
import type { SyntaxNode } from "./syntax.ts";
import { oneOf } from "../text/one-of.ts";

/** Python as the small form; `module` is the dotted name of the file within its skill. */
export function readPython(root: SyntaxNode, text: string): Program {
  return { body: block(text, root) };
}

function block(text: string, node: SyntaxNode | undefined): Statement[] {
  return node === undefined ? [] : named(node).flatMap((child) => statement(text, child));
}

/** What libraries for bots and servers mark a function with that they call for each message. */
const HANDLES = oneOf([
  /^@\s{0,4}(?:\w{1,40}\.(?:message_handler|on_message|callback_query_handler|websocket)|(?:bot|client|dp|sio|socketio|tree)\.(?:event|command|on|message))\b/,
  /^@\s{0,4}(?:app|router|api|server|bp|blueprint)\.(?:get|post|put|patch|delete|route|api_route)\(\s{0,40}[rf]?["']\//,
]);

function handled(one: Statement, isHandler: boolean): Statement {
  return isHandler && one.kind === "define" ? { ...one, form: { ...one.form, isHandler } } : one;
}

function statement(text: string, node: SyntaxNode): readonly Statement[] {
  switch (node.type) {
    case "expression_statement":
      return named(node).flatMap((child) => simple(text, child));
    case "return_statement":
      return named(node).map((child) => ({ kind: "return", value: expression(text, child) }));
    case "import_statement":
      return [importModules(node, text)];
    case "import_from_statement":
      return [importFrom(node, text)];
    case "function_definition":
      return [{ kind: "define", form: functionOf(text, node) }];
    case "decorated_definition":
      return named(node).flatMap((child) =>
        child.type === "decorator"
          ? named(child).map((inner) => doing(text, inner))
          : statement(text, child).map((one) => handled(one, HANDLES.test(sliceOf(text, node)))),
      );
    case "class_definition":
      return [classOf(text, node)];
    case "for_statement":
      return [
        {
          kind: "each",
          loop: { target: part(text, node, "left"), over: part(text, node, "right") },
          body: block(text, field(node, "body")),
        },
        ...fields(node, "alternative").flatMap((child) => branch(text, child)),
      ];
    case "global_statement":
    case "nonlocal_statement":
      return [{ kind: "global", names: named(node).map((child) => sliceOf(text, child)) }];
    case "with_statement":
      return [
        ...(named(node)[0]?.children ?? []).flatMap((child) => withItem(text, child)),
        ...block(text, field(node, "body")),
      ];
    case "block":
    case "module":
      return block(text, node);
    default:
      return isEndless(text, node)
        ? [{ kind: "branch", body: compound(text, node), isEndless: true }]
        : compound(text, node);
  }
}

/** `if`, `while`, `try`, `match`, `assert`, …: conditions are evaluated, bodies may run. */
function compound(text: string, node: SyntaxNode): readonly Statement[] {
  return named(node).flatMap((child) => {
    if (child.type === "block") return branch(text, child);
    if (/_clause$|^case_pattern$/.test(child.type)) return compound(text, child);
    return isExpression(child) ? [doing(text, child)] : statement(text, child);
  });
}

function branch(text: string, node: SyntaxNode): readonly Statement[] {
  if (node.type !== "block") return compound(text, node);
  return [{ kind: "branch", body: block(text, node) }];
}

function withItem(text: string, node: SyntaxNode): readonly Statement[] {
  const value = field(node, "value");
  if (value === undefined) return [];
  if (value.type !== "as_pattern") return [doing(text, value)];
  const target = childOf(value, "as_pattern_target")?.children[0];
  const source = value.children[0];
  if (target === undefined || source === undefined) return [];
  return [{ kind: "assign", target: expression(text, target), value: expression(text, source) }];
}

function simple(text: string, node: SyntaxNode): readonly Statement[] {
  if (node.type !== "assignment" && node.type !== "augmented_assignment")
    return [doing(text, node)];
  const right = field(node, "right");
  if (right === undefined) return [];
  const isAdded = node.type === "augmented_assignment";
  // `a = b = c`
  const inner = right.type === "assignment" ? simple(text, right) : [];
  const source = right.type === "assignment" ? part(text, right, "left") : expression(text, right);
  return [...inner, { kind: "assign", target: part(text, node, "left"), value: source, isAdded }];
}

function doing(text: string, node: SyntaxNode): Statement {
  return { kind: "do", value: expression(text, node) };
}

function classOf(text: string, node: SyntaxNode): Statement {
  const bases = field(node, "superclasses");
  return {
    kind: "class",
    name: nameOf(text, node) ?? "",
    bases: bases === undefined ? [] : named(bases).map((child) => expression(text, child)),
    body: block(text, field(node, "body")),
  };
}

function functionOf(text: string, node: SyntaxNode): FunctionForm {
  const name = nameOf(text, node);
  const parameters = field(node, "parameters");
  const body = field(node, "body");
  return {
    ...(name === undefined ? {} : { name }),
    parameters:
      parameters === undefined ? [] : named(parameters).flatMap((child) => parameter(text, child)),
    body:
      node.type === "lambda"
        ? body === undefined
          ? []
          : [{ kind: "return", value: expression(text, body) }]
        : block(text, body),
    start: node.start,
    end: node.end,
  };
}

function parameter(text: string, node: SyntaxNode): readonly Parameter[] {
  const target = field(node, "name") ?? (node.type === "identifier" ? node : named(node)[0]);
  if (target === undefined) return [];
  const initial = field(node, "value");
  const inner = target.type === "identifier" ? target : (named(target)[0] ?? target);
  return [
    {
      target: expression(text, inner),
      ...(initial === undefined ? {} : { initial: expression(text, initial) }),
      ...(/splat/.test(node.type + target.type) ? { isRest: true } : {}),
    },
  ];
}

function nameOf(text: string, node: SyntaxNode): string | undefined {
  const name = field(node, "name");
  return name === undefined ? undefined : sliceOf(text, name);
}

function part(text: string, node: SyntaxNode, name: string): Expression {
  const child = field(node, name);
  return child === undefined ? unknownAt(node) : expression(text, child);
}

function all(text: string, node: SyntaxNode): readonly Expression[] {
  return named(node).map((child) => expression(text, child));
}

function expression(text: string, node: SyntaxNode): Expression {
  const { start, end } = node;
  switch (node.type) {
    case "identifier":
      return nameAt(sliceOf(text, node), node);
    case "integer":
      return {
        kind: "number",
        value: Number(sliceOf(text, node).replaceAll("_", "")),
        start,
        end,
      };
    case "string":
      return stringOf(text, node);
    case "concatenated_string":
      return joinAt(all(text, node), node);
    case "attribute":
      return {
        kind: "member",
        object: part(text, node, "object"),
        key: attributeOf(text, node),
        start,
        end,
      };
    case "subscript":
      return subscriptOf(text, node);
    case "call":
      return {
        kind: "call",
        callee: part(text, node, "function"),
        args: argumentsOf(text, node),
        start,
        end,
      };
    case "binary_operator":
      return binary(text, node);
    default:
      return collection(text, node);
  }
}

function collection(text: string, node: SyntaxNode): Expression {
  const { start, end } = node;
  switch (node.type) {
    case "boolean_operator":
    case "conditional_expression":
      return { kind: "either", options: optionsOf(text, node), start, end };
    case "comparison_operator":
    case "not_operator":
      return { kind: "mixture", parts: all(text, node), isFresh: true, start, end };
    case "list":
    case "tuple":
    case "set":
    case "expression_list":
    case "pattern_list":
    case "tuple_pattern":
    case "list_pattern":
      return {
        kind: "list",
        items: named(node).map((child) => argument(text, child)),
        start,
        end,
      };
    case "dictionary":
      return {
        kind: "map",
        entries: named(node).map((child) => entry(text, child)),
        start,
        end,
      };
    case "lambda":
      return { kind: "function", form: functionOf(text, node), start, end };
    case "named_expression":
      return {
        kind: "assigning",
        target: part(text, node, "name"),
        value: part(text, node, "value"),
        start,
        end,
      };
    case "list_comprehension":
    case "set_comprehension":
    case "generator_expression":
    case "dictionary_comprehension":
      return comprehension(text, node);
    default:
      if (WRAPPERS.has(node.type)) return first(text, node);
      return { kind: "mixture", parts: all(text, node), start, end };
  }
}

function first(text: string, node: SyntaxNode): Expression {
  const child = named(node)[0];
  return child === undefined ? unknownAt(node) : expression(text, child);
}

function attributeOf(text: string, node: SyntaxNode): Expression {
  const name = field(node, "attribute");
  return name === undefined ? unknownAt(node) : textAt(sliceOf(text, name), name);
}

function optionsOf(text: string, node: SyntaxNode): readonly Expression[] {
  const parts = named(node);
  // `a if c else b`: the condition does not reach the value.
  const kept = node.type === "conditional_expression" ? [parts[0], parts[2]] : parts;
  return kept.flatMap((child) => (child === undefined ? [] : [expression(text, child)]));
}

function binary(text: string, node: SyntaxNode): Expression {
  const { start, end } = node;
  const operator = field(node, "operator")?.type;
  const left = part(text, node, "left");
  const right = part(text, node, "right");
  if (operator === "+") return { kind: "join", parts: [left, right], start, end };
  if (operator === "/") return { kind: "path", left, right, start, end };
  if (operator !== undefined && /^[%*^-]$/.test(operator))
    return {
      kind: "call",
      callee: nameAt(`@${operator}`, node),
      args: [{ value: left }, { value: right }],
      start,
      end,
    };
  return { kind: "mixture", parts: [left, right], start, end };
}

function subscriptOf(text: string, node: SyntaxNode): Expression {
  const { start, end } = node;
  const object = part(text, node, "value");
  const key = field(node, "subscript");
  if (key?.type === "slice") {
    const isReversed = /^::\s*-1$/.test(sliceOf(text, key).replace(/\s+/g, ""));
    return { kind: "slice", object, isReversed, start, end };
  }
  return {
    kind: "member",
    object,
    key: key === undefined ? unknownAt(node) : expression(text, key),
    start,
    end,
  };
}

function stringOf(text: string, node: SyntaxNode): Expression {
  const prefix = sliceOf(text, childOf(node, "string_start") ?? { ...node, end: node.start });
  const isRaw = /r/i.test(prefix);
  const parts: Expression[] = [];
  for (const child of named(node)) {
    if (child.type === "interpolation") parts.push(part(text, child, "expression"));
    if (child.type !== "string_content") continue;
    const content = sliceOf(text, child);
    const plain = /f/i.test(prefix)
      ? content.replace(/\{\{|\}\}/g, (mark) => mark[0] ?? "")
      : content;
    parts.push(textAt(isRaw ? plain : unescapeText(plain), child));
  }
  return parts.length === 0 ? textAt("", node) : joinAt(parts, node);
}

function argumentsOf(text: string, node: SyntaxNode): readonly Argument[] {
  const list = field(node, "arguments");
  if (list === undefined) return [];
  if (list.type === "generator_expression") return [{ value: expression(text, list) }];
  return named(list).map((child) => argument(text, child));
}

function argument(text: string, node: SyntaxNode): Argument {
  if (node.type === "keyword_argument") {
    const name = field(node, "name");
    return {
      name: name === undefined ? "" : sliceOf(text, name),
      value: part(text, node, "value"),
    };
  }
  if (/splat/.test(node.type)) return { value: first(text, node), isSpread: true };
  return { value: expression(text, node) };
}

function entry(text: string, node: SyntaxNode): MapEntry {
  if (node.type !== "pair") return { value: first(text, node) };
  return { key: part(text, node, "key"), value: part(text, node, "value") };
}

function comprehension(text: string, node: SyntaxNode): Expression {
  const loops: Loop[] = named(node)
    .filter((child) => child.type === "for_in_clause")
    .map((child) => ({ target: part(text, child, "left"), over: part(text, child, "right") }));
  const body = field(node, "body");
  const value = body === undefined ? unknownAt(node) : made(text, body);
  return { kind: "made", loops, value, start: node.start, end: node.end };
}

function made(text: string, body: SyntaxNode): Expression {
  const { start, end } = body;
  if (body.type !== "pair")
    return { kind: "list", items: [{ value: expression(text, body) }], start, end };
  return { kind: "map", entries: [entry(text, body)], start, end };
}

const WRAPPERS: ReadonlySet<string> = new Set([
  "parenthesized_expression",
  "await",
  "as_pattern",
  "as_pattern_target",
  "type",
]);

const STATEMENTS = /_statement$|_definition$|^block$|_clause$/;

function isExpression(node: SyntaxNode): boolean {
  return !STATEMENTS.test(node.type);
}
