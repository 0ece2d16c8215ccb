import type { Expression, FunctionForm, Program, Statement } from "./form.ts";
import { joinAt, nameAt, textAt, unknownAt } from "./form.ts";
import { unescapePowerShell } from "./escapes.ts";
import { childOf, field, isEndless, named, sliceOf } from "./nodes.ts";
import type { SyntaxNode } from "./syntax.ts";

/** PowerShell as the small form: commands, pipes, variables and calls of .NET. */
export function readPowerShell(root: SyntaxNode, text: string): Program {
  return { body: block(text, root) };
}

function block(text: string, node: SyntaxNode): Statement[] {
  return named(node).flatMap((child) => statement(text, child));
}

function statement(text: string, node: SyntaxNode): readonly Statement[] {
  switch (node.type) {
    case "pipeline":
      return pipeline(text, node);
    case "function_statement":
      return [{ kind: "define", form: functionOf(text, node) }];
    case "foreach_statement": {
      const [target, over] = named(node);
      if (target === undefined || over === undefined) return [];
      return [
        {
          kind: "each",
          loop: { target: expression(text, target), over: expression(text, over) },
          body: block(text, node),
        },
      ];
    }
    case "flow_control_statement":
      return named(node).map((child) => ({ kind: "return", value: expression(text, child) }));
    case "statement_block":
      return [{ kind: "branch", body: block(text, node) }];
    default:
      return isEndless(text, node)
        ? [{ kind: "branch", body: block(text, node), isEndless: true }]
        : block(text, node);
  }
}

function pipeline(text: string, node: SyntaxNode): readonly Statement[] {
  const assignment = childOf(node, "assignment_expression");
  if (assignment === undefined) return [{ kind: "do", value: expression(text, node) }];
  const target = childOf(assignment, "left_assignment_expression");
  const value = field(assignment, "value");
  if (target === undefined || value === undefined) return [];
  const isAdded = text.slice(target.end, value.start).includes("+=");
  return [
    { kind: "assign", target: expression(text, target), value: expression(text, value), isAdded },
  ];
}

function functionOf(text: string, node: SyntaxNode): FunctionForm {
  const name = childOf(node, "function_name");
  const body = childOf(node, "script_block");
  const list = childOf(node, "function_parameter_declaration")?.children[0];
  const parameters = (list === undefined ? [] : named(list)).flatMap((child) => {
    const variable = childOf(child, "variable");
    return variable === undefined ? [] : [{ target: expression(text, variable) }];
  });
  return {
    name: name === undefined ? "" : sliceOf(text, name).toLowerCase(),
    parameters,
    body: body === undefined ? [] : block(text, body),
    start: node.start,
    end: node.end,
  };
}

function chain(text: string, node: SyntaxNode): Expression {
  let passed: Expression | undefined;
  for (const child of named(node))
    passed = child.type === "command" ? command(text, child, passed) : expression(text, child);
  return passed ?? unknownAt(node);
}

function command(text: string, node: SyntaxNode, input: Expression | undefined): Expression {
  const name = field(node, "command_name");
  const words: Expression[] = [name === undefined ? unknownAt(node) : commandName(text, name)];
  let call: Expression | undefined;
  for (const child of named(field(node, "command_elements") ?? { ...node, children: [] })) {
    if (child.type === "command_argument_sep") continue;
    if (child.type === "argument_list") {
      // `(…).Method("…")` after a command is read as two elements.
      call = words.pop();
      words.push(callOf(text, call ?? unknownAt(child), child));
    } else if (child.type !== "redirection") words.push(element(text, child));
  }
  const { start, end } = node;
  return {
    kind: "command",
    words,
    ...(input === undefined ? {} : { input }),
    outputs: [],
    start,
    end,
  };
}

function commandName(text: string, node: SyntaxNode): Expression {
  const child = named(node)[0];
  if (child === undefined || node.type === "command_name") return textAt(sliceOf(text, node), node);
  return child.type === "command_name" ? commandName(text, child) : expression(text, child);
}

function element(text: string, node: SyntaxNode): Expression {
  if (node.type === "generic_token" || node.type === "command_parameter")
    return textAt(unescapePowerShell(sliceOf(text, node)), node);
  return expression(text, node);
}

function callOf(text: string, callee: Expression, list: SyntaxNode): Expression {
  const args = named(list)
    .flatMap((child) => named(child))
    .map((child) => ({ value: expression(text, child) }));
  return { kind: "call", callee, args, start: callee.start, end: list.end };
}

function expression(text: string, node: SyntaxNode): Expression {
  const { start, end } = node;
  const children = named(node);
  switch (node.type) {
    case "variable":
      return nameAt(variableName(sliceOf(text, node)), node);
    case "string_literal":
      return children[0] === undefined ? textAt("", node) : expression(text, children[0]);
    case "expandable_string_literal":
    case "expandable_here_string_literal":
      return expandable(text, node);
    case "verbatim_string_characters":
      return textAt(sliceOf(text, node).slice(1, -1).replaceAll("''", "'"), node);
    case "decimal_integer_literal":
    case "integer_literal":
    case "hexadecimal_integer_literal":
      return { kind: "number", value: Number(sliceOf(text, node)), start, end };
    case "invokation_expression":
      return invocation(text, node);
    case "member_access":
      return member(text, node);
    case "pipeline":
    case "pipeline_chain":
      return chain(text, node);
    case "type_literal":
      return nameAt(
        sliceOf(text, node)
          .slice(1, -1)
          .replace(/^System\./i, ""),
        node,
      );
    case "sub_expression":
    case "parenthesized_expression":
      return children.length === 1 && children[0] !== undefined
        ? expression(text, children[0])
        : { kind: "output", body: block(text, node), start, end };
    case "statement_list":
      return { kind: "output", body: block(text, node), start, end };
    default:
      return nested(text, node, children);
  }
}

/** Most nodes only tell how strongly operators bind. */
function nested(text: string, node: SyntaxNode, children: readonly SyntaxNode[]): Expression {
  const { start, end } = node;
  const only = children.length === 1 ? children[0] : undefined;
  if (only !== undefined) return expression(text, only);
  const parts = children.map((child) => expression(text, child));
  if (node.type.startsWith("additive")) return { kind: "join", parts, start, end };
  if (node.type.startsWith("array_literal"))
    return { kind: "list", items: parts.map((value) => ({ value })), start, end };
  return { kind: "mixture", parts, start, end };
}

function member(text: string, node: SyntaxNode): Expression {
  const [object, name] = named(node);
  if (object === undefined || name === undefined) return unknownAt(node);
  const key = textAt(sliceOf(text, name), name);
  return {
    kind: "member",
    object: expression(text, object),
    key,
    start: node.start,
    end: node.end,
  };
}

function invocation(text: string, node: SyntaxNode): Expression {
  const list = childOf(node, "argument_list");
  const callee = member(text, { ...node, children: named(node).filter((child) => child !== list) });
  return list === undefined ? callee : callOf(text, callee, list);
}

function expandable(text: string, node: SyntaxNode): Expression {
  const quote = /^@"\r?\n/.exec(sliceOf(text, node))?.[0].length ?? 1;
  const parts: Expression[] = [];
  let plain = node.start + quote;
  for (const child of named(node)) {
    if (child.start > plain) parts.push(literal(text, plain, child.start));
    parts.push(expression(text, child));
    plain = child.end;
  }
  const last = node.end - (quote > 1 ? 2 : 1);
  if (last > plain) parts.push(literal(text, plain, last));
  return parts.length === 0 ? textAt("", node) : joinAt(parts, node);
}

function literal(text: string, start: number, end: number): Expression {
  return textAt(unescapePowerShell(text.slice(start, end)), { start, end });
}

/** Names do not differ by case; variables of the environment keep theirs. */
function variableName(text: string): string {
  const name = text.replace(/^\$\{?|\}$/g, "");
  return /^env:/i.test(name) ? `env:${name.slice(4)}` : name.toLowerCase();
}
