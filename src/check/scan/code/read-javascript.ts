import type {
  Argument,
  Expression,
  FunctionForm,
  MapEntry,
  Parameter,
  Program,
  Statement,
} from "./form.ts";
import { joinAt, nameAt, textAt, unknownAt } from "./form.ts";
import { unescapeText } from "./escapes.ts";
import { childOf, field, fields, isEndless, named, sliceOf } from "./nodes.ts";
import { readImport } from "./read-javascript-import.ts";
import type { SyntaxNode } from "./syntax.ts";

/** JavaScript and TypeScript as the small form. */
export function readJavaScript(root: SyntaxNode, text: string): Program {
  return { body: block(text, root) };
}

function block(text: string, node: SyntaxNode | undefined): Statement[] {
  return node === undefined ? [] : named(node).flatMap((child) => statement(text, child));
}

function statement(text: string, node: SyntaxNode): readonly Statement[] {
  switch (node.type) {
    case "expression_statement":
      return named(node).flatMap((child) => simple(text, child));
    case "lexical_declaration":
    case "variable_declaration":
      return named(node).flatMap((child) => declarator(text, child));
    case "return_statement":
      return named(node).map((child) => ({ kind: "return", value: expression(text, child) }));
    case "import_statement":
      return [readImport(node, text)];
    case "export_statement":
      return exported(text, node);
    case "function_declaration":
    case "generator_function_declaration":
      return [{ kind: "define", form: functionOf(text, node) }];
    case "class_declaration":
    case "abstract_class_declaration":
      return [classOf(text, node)];
    case "for_in_statement":
      return [
        {
          kind: "each",
          loop: { target: part(text, node, "left"), over: part(text, node, "right") },
          body: bodyOf(text, node),
        },
      ];
    case "statement_block":
    case "program":
      return block(text, node);
    case "if_statement":
      return [doing(text, field(node, "condition") ?? node), ...branches(text, node)];
    case "interface_declaration":
    case "type_alias_declaration":
      return [];
    default:
      return isEndless(text, node)
        ? [{ kind: "branch", body: compound(text, node), isEndless: true }]
        : compound(text, node);
  }
}

function bodyOf(text: string, node: SyntaxNode): readonly Statement[] {
  const body = field(node, "body");
  return body === undefined ? [] : statement(text, body);
}

function branches(text: string, node: SyntaxNode): readonly Statement[] {
  return [...fields(node, "consequence"), ...fields(node, "alternative")].map((child) => ({
    kind: "branch",
    body: child.type === "else_clause" ? block(text, child) : statement(text, child),
  }));
}

function compound(text: string, node: SyntaxNode): readonly Statement[] {
  return named(node).flatMap((child): readonly Statement[] => {
    if (child.type === "statement_block") return [{ kind: "branch", body: block(text, child) }];
    if (/_clause$|^switch_|_statement$|_declaration$/.test(child.type))
      return statement(text, child);
    return [doing(text, child)];
  });
}

function exported(text: string, node: SyntaxNode): readonly Statement[] {
  const declaration = field(node, "declaration");
  if (declaration !== undefined) return statement(text, declaration);
  const value = field(node, "value");
  if (value === undefined) return [];
  const target = nameAt("default", node);
  return [{ kind: "assign", target, value: expression(text, value), isDeclared: true }];
}

function simple(text: string, node: SyntaxNode): readonly Statement[] {
  if (!node.type.endsWith("assignment_expression")) return [doing(text, node)];
  const isAdded = node.type.startsWith("augmented");
  const right = field(node, "right");
  const inner =
    right !== undefined && /^assignment_expression$/.test(right.type) ? simple(text, right) : [];
  const value =
    inner.length > 0 && right !== undefined ? part(text, right, "left") : part(text, node, "right");
  return [...inner, { kind: "assign", target: part(text, node, "left"), value, isAdded }];
}

function declarator(text: string, node: SyntaxNode): readonly Statement[] {
  const value = field(node, "value");
  if (value === undefined) return [];
  return [
    {
      kind: "assign",
      target: part(text, node, "name"),
      value: expression(text, value),
      isDeclared: true,
    },
  ];
}

function doing(text: string, node: SyntaxNode): Statement {
  return { kind: "do", value: expression(text, node) };
}

function classOf(text: string, node: SyntaxNode): Statement {
  const heritage = childOf(node, "class_heritage");
  const body = field(node, "body");
  return {
    kind: "class",
    name: nameOf(text, node) ?? "",
    bases: heritage === undefined ? [] : heritage.children.map((child) => expression(text, child)),
    body: (body === undefined ? [] : named(body)).flatMap((child) => memberOf(text, child)),
  };
}

function memberOf(text: string, node: SyntaxNode): readonly Statement[] {
  if (node.type === "method_definition") return [{ kind: "define", form: functionOf(text, node) }];
  const value = field(node, "value");
  const name = field(node, "property") ?? field(node, "name");
  if (value === undefined || name === undefined)
    return node.type === "class_static_block" ? compound(text, node) : [];
  return [
    { kind: "assign", target: nameAt(sliceOf(text, name), name), value: expression(text, value) },
  ];
}

function functionOf(text: string, node: SyntaxNode): FunctionForm {
  const name = nameOf(text, node);
  const list = field(node, "parameters");
  const single = field(node, "parameter");
  const body = field(node, "body");
  const parameters =
    list === undefined ? [] : named(list).flatMap((child) => parameter(text, child));
  return {
    ...(name === undefined ? {} : { name }),
    parameters: single === undefined ? parameters : [{ target: expression(text, single) }],
    body: functionBody(text, body),
    start: node.start,
    end: node.end,
  };
}

function functionBody(text: string, body: SyntaxNode | undefined): readonly Statement[] {
  if (body === undefined) return [];
  return body.type === "statement_block"
    ? block(text, body)
    : [{ kind: "return", value: expression(text, body) }];
}

function parameter(text: string, node: SyntaxNode): readonly Parameter[] {
  const pattern = field(node, "pattern") ?? field(node, "left") ?? node;
  const initial = field(node, "value") ?? field(node, "right");
  if (pattern.type === "rest_pattern") return [{ target: first(text, pattern), isRest: true }];
  return [
    {
      target: expression(text, pattern),
      ...(initial === undefined ? {} : { initial: expression(text, initial) }),
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

function first(text: string, node: SyntaxNode): Expression {
  const child = named(node)[0];
  return child === undefined ? unknownAt(node) : expression(text, child);
}

function expression(text: string, node: SyntaxNode): Expression {
  const { start, end } = node;
  if (NAMES.test(node.type)) return nameAt(sliceOf(text, node), node);
  switch (node.type) {
    case "number":
      return {
        kind: "number",
        value: Number(sliceOf(text, node).replaceAll("_", "")),
        start,
        end,
      };
    case "string":
    case "template_string":
      return stringOf(text, node);
    case "member_expression":
      return {
        kind: "member",
        object: part(text, node, "object"),
        key: propertyOf(text, node),
        start,
        end,
      };
    case "subscript_expression":
      return {
        kind: "member",
        object: part(text, node, "object"),
        key: part(text, node, "index"),
        start,
        end,
      };
    case "call_expression":
      return {
        kind: "call",
        callee: part(text, node, "function"),
        args: argumentsOf(text, node),
        start,
        end,
      };
    case "new_expression":
      return {
        kind: "call",
        callee: part(text, node, "constructor"),
        args: argumentsOf(text, node),
        start,
        end,
      };
    default:
      return collection(text, node);
  }
}

function collection(text: string, node: SyntaxNode): Expression {
  const { start, end } = node;
  switch (node.type) {
    case "binary_expression":
      return binary(text, node);
    case "ternary_expression":
      return {
        kind: "either",
        options: [part(text, node, "consequence"), part(text, node, "alternative")],
        start,
        end,
      };
    case "unary_expression":
      return { kind: "mixture", parts: all(text, node), isFresh: true, start, end };
    case "array":
    case "array_pattern":
      return {
        kind: "list",
        items: named(node).map((child) => argument(text, child)),
        start,
        end,
      };
    case "object":
    case "object_pattern":
      return {
        kind: "map",
        entries: named(node).map((child) => entry(text, child)),
        start,
        end,
      };
    case "assignment_pattern":
      return part(text, node, "left");
    case "assignment_expression":
    case "augmented_assignment_expression":
      return {
        kind: "assigning",
        target: part(text, node, "left"),
        value: part(text, node, "right"),
        start,
        end,
      };
    case "sequence_expression":
      return all(text, node).at(-1) ?? unknownAt(node);
    default:
      return wrapped(text, node);
  }
}

function wrapped(text: string, node: SyntaxNode): Expression {
  const { start, end } = node;
  if (/function|method_definition/.test(node.type))
    return { kind: "function", form: functionOf(text, node), start, end };
  if (
    /^(?:parenthesized|await|non_null|as|satisfies|type_assertion)|_heritage$|^extends_clause$/.test(
      node.type,
    )
  )
    return first(text, node);
  return { kind: "mixture", parts: all(text, node), start, end };
}

function propertyOf(text: string, node: SyntaxNode): Expression {
  const name = field(node, "property");
  return name === undefined ? unknownAt(node) : textAt(sliceOf(text, name).replace(/^#/, ""), name);
}

function binary(text: string, node: SyntaxNode): Expression {
  const { start, end } = node;
  const operator = field(node, "operator")?.type ?? "";
  const parts = [part(text, node, "left"), part(text, node, "right")];
  if (operator === "+") return { kind: "join", parts, start, end };
  if (operator === "||" || operator === "??" || operator === "&&")
    return { kind: "either", options: parts, start, end };
  if (/^[*^-]$/.test(operator))
    return {
      kind: "call",
      callee: nameAt(`@${operator}`, node),
      args: parts.map((value) => ({ value })),
      start,
      end,
    };
  const isFresh = /[=<>]/.test(operator) && !/<<|>>/.test(operator);
  return { kind: "mixture", parts, isFresh, start, end };
}

function stringOf(text: string, node: SyntaxNode): Expression {
  const parts: Expression[] = [];
  let plain = node.start + 1;
  for (const child of named(node)) {
    if (child.type !== "template_substitution") continue;
    if (child.start > plain) parts.push(literal(text, plain, child.start));
    parts.push(first(text, child));
    plain = child.end;
  }
  if (node.end - 1 > plain || parts.length === 0)
    parts.push(literal(text, plain, Math.max(plain, node.end - 1)));
  return joinAt(parts, node);
}

function literal(text: string, start: number, end: number): Expression {
  return textAt(unescapeText(text.slice(start, end)), { start, end });
}

function argumentsOf(text: string, node: SyntaxNode): readonly Argument[] {
  const list = field(node, "arguments");
  if (list === undefined) return [];
  // A tagged template is a call with the text.
  return list.type === "template_string"
    ? [{ value: stringOf(text, list) }]
    : named(list).map((child) => argument(text, child));
}

function argument(text: string, node: SyntaxNode): Argument {
  if (node.type === "spread_element" || node.type === "rest_pattern")
    return { value: first(text, node), isSpread: true };
  return { value: expression(text, node) };
}

function entry(text: string, node: SyntaxNode): MapEntry {
  if (node.type === "pair" || node.type === "pair_pattern") {
    const key = field(node, "key");
    return {
      ...(key === undefined ? {} : { key: keyOf(text, key) }),
      value: part(text, node, "value"),
    };
  }
  if (node.type === "spread_element" || node.type === "rest_pattern")
    return { value: first(text, node) };
  if (node.type === "method_definition") {
    const name = field(node, "name");
    return {
      key: name === undefined ? unknownAt(node) : keyOf(text, name),
      value: wrapped(text, node),
    };
  }
  const plain = field(node, "left") ?? node;
  return { key: textAt(sliceOf(text, plain), plain), value: expression(text, plain) };
}

function keyOf(text: string, node: SyntaxNode): Expression {
  if (node.type === "computed_property_name") return first(text, node);
  return node.type === "string" ? stringOf(text, node) : textAt(sliceOf(text, node), node);
}

const NAMES = /^(?:(?:shorthand_property_)?identifier(?:_pattern)?|this|super|import|undefined)$/;
