import type { Span } from "../../../skill/index.ts";
import type { Expression, FunctionForm, Program, Statement } from "./form.ts";
import { joinAt, nameAt, textAt, unknownAt } from "./form.ts";
import { unescapeShell, unescapeText, unescapeWord } from "./escapes.ts";
import { childOf, field, fields, isEndless, named, sliceOf } from "./nodes.ts";
import type { SyntaxNode } from "./syntax.ts";

/** Shell scripts as the small form: programs are commands, pipes pass the output of one on as the input of the next. */
export function readShell(root: SyntaxNode, text: string): Program {
  return { body: block(text, root) };
}

function block(text: string, node: SyntaxNode): Statement[] {
  return named(node).flatMap((child) => statement(text, child));
}

function statement(text: string, node: SyntaxNode): readonly Statement[] {
  switch (node.type) {
    case "variable_assignment":
      return [assignment(text, node)];
    case "variable_assignments":
      return named(node).map((child) => assignment(text, child));
    case "declaration_command":
      return named(node).flatMap((child) =>
        child.type === "variable_assignment" ? [assignment(text, child)] : [],
      );
    case "command":
      if (/^set\s+--\s/.test(sliceOf(text, node))) return [positional(text, node)];
      return [{ kind: "do", value: run(text, node, undefined) }];
    case "pipeline":
    case "redirected_statement":
    case "negated_command":
      return [{ kind: "do", value: run(text, node, undefined) }];
    case "function_definition":
      return [{ kind: "define", form: functionOf(text, node) }];
    case "for_statement":
      return [eachOf(text, node)];
    case "if_statement":
    case "elif_clause":
    case "else_clause":
    case "while_statement":
    case "case_statement":
    case "case_item":
    case "do_group":
      return branches(text, node);
    case "test_command":
    case "word":
    case "comment":
      return [];
    default:
      return block(text, node);
  }
}

function branches(text: string, node: SyntaxNode): readonly Statement[] {
  const repeated = isEndless(text, node) ? { isEndless: true } : {};
  return named(node).map((child) => ({
    kind: "branch",
    body: statement(text, child),
    ...repeated,
  }));
}

function assignment(text: string, node: SyntaxNode): Statement {
  const name = field(node, "name");
  const value = field(node, "value");
  const isAdded = text.slice(name?.end ?? node.start, value?.start ?? node.end).includes("+=");
  return {
    kind: "assign",
    target: nameAt(name === undefined ? "" : sliceOf(text, name), name ?? node),
    value: value === undefined ? textAt("", node) : word(text, value),
    isAdded,
  };
}

/** `set -- words` gives the arguments of the script. */
function positional(text: string, node: SyntaxNode): Statement {
  const items = fields(node, "argument")
    .slice(1)
    .map((child) => ({ value: word(text, child) }));
  const value: Expression = { kind: "list", items, start: node.start, end: node.end };
  return { kind: "assign", target: nameAt("@", node), value };
}

function functionOf(text: string, node: SyntaxNode): FunctionForm {
  const name = field(node, "name");
  const body = field(node, "body");
  return {
    name: name === undefined ? "" : sliceOf(text, name),
    parameters: [],
    body: body === undefined ? [] : block(text, body),
    start: node.start,
    end: node.end,
  };
}

function eachOf(text: string, node: SyntaxNode): Statement {
  const variable = field(node, "variable");
  const body = field(node, "body");
  const items = fields(node, "value").map((child) => ({ value: word(text, child) }));
  return {
    kind: "each",
    loop: {
      target: variable === undefined ? unknownAt(node) : nameAt(sliceOf(text, variable), variable),
      // `for part; do` goes over what `set --` or the caller has given.
      over:
        items.length === 0
          ? nameAt("@", node)
          : { kind: "list", items, start: node.start, end: node.end },
    },
    body: body === undefined ? [] : block(text, body),
  };
}

/** What a statement prints, given what it reads. */
function run(
  text: string,
  node: SyntaxNode,
  input: Expression | undefined,
  outputs: readonly Expression[] = [],
): Expression {
  switch (node.type) {
    case "command":
      return commandOf(text, node, input, outputs);
    case "pipeline":
      return pipe(text, node, input, outputs);
    case "redirected_statement":
      return redirected(text, node, input);
    case "negated_command":
    case "list":
    case "subshell":
    case "compound_statement":
      return grouped(text, node, input);
    default: {
      const body = [...readingOf(text, node, input), ...statement(text, node)];
      return { kind: "output", body, start: node.start, end: node.end };
    }
  }
}

function grouped(text: string, node: SyntaxNode, input: Expression | undefined): Expression {
  const children = named(node);
  const only = children.length === 1 ? children[0] : undefined;
  if (only !== undefined) return run(text, only, input);
  const { start, end } = node;
  const body = children.flatMap((child, index): readonly Statement[] =>
    index === 0 && input !== undefined
      ? [{ kind: "do", value: run(text, child, input) }]
      : statement(text, child),
  );
  return { kind: "output", body, start, end };
}

/** `… | while read name; do … done`: the variable holds what comes through the pipe. */
function readingOf(
  text: string,
  node: SyntaxNode,
  input: Expression | undefined,
): readonly Statement[] {
  const name = /(?<![\w-])read\s+(?:-\w+\s+(?:''\s+|\d+\s+)?)*([A-Za-z_]\w*)/.exec(
    sliceOf(text, node),
  )?.[1];
  if (input === undefined || name === undefined) return [];
  return [{ kind: "assign", target: nameAt(name, node), value: input }];
}

function pipe(
  text: string,
  node: SyntaxNode,
  input: Expression | undefined,
  outputs: readonly Expression[] = [],
): Expression {
  let passed = input;
  const children = named(node);
  for (const child of children)
    passed = run(text, child, passed, child === children.at(-1) ? outputs : []);
  return passed ?? unknownAt(node);
}

function redirected(text: string, node: SyntaxNode, given: Expression | undefined): Expression {
  let input = given;
  const outputs: Expression[] = [];
  const after: SyntaxNode[] = [];
  for (const redirect of fields(node, "redirect")) {
    if (redirect.type === "heredoc_redirect") {
      input = heredoc(text, redirect);
      const next = childOf(redirect, "pipeline");
      if (next !== undefined) after.push(next);
      continue;
    }
    if (redirect.type === "herestring_redirect") {
      const value = named(redirect)[0];
      if (value !== undefined) input = word(text, value);
      continue;
    }
    const operator = text.slice(redirect.start, named(redirect).at(-1)?.start ?? redirect.end);
    const target = fields(redirect, "destination").find((child) => child.type !== "number");
    if (target === undefined) continue;
    if (/</.test(operator)) input = fileInput(text, target);
    if (/>/.test(operator)) outputs.push(word(text, target));
  }
  const body = field(node, "body");
  let printed =
    body === undefined ? (input ?? unknownAt(node)) : withOutputs(text, body, input, outputs);
  for (const next of after) printed = pipe(text, next, printed);
  return printed;
}

/** The last program of a pipe is the one whose output is redirected. */
function withOutputs(
  text: string,
  body: SyntaxNode,
  input: Expression | undefined,
  outputs: readonly Expression[],
): Expression {
  if (body.type === "command" || body.type === "pipeline") return run(text, body, input, outputs);
  const value = run(text, body, input);
  if (outputs.length === 0) return value;
  const { start, end } = body;
  return { kind: "command", words: [textAt("cat", body)], input: value, outputs, start, end };
}

/** `< file` gives its content; a file of the shell's own network stays a word. */
function fileInput(text: string, target: SyntaxNode): Expression {
  const { start, end } = target;
  const words = [textAt("cat", target), word(text, target)];
  return { kind: "command", words, outputs: [], start, end };
}

function heredoc(text: string, node: SyntaxNode): Expression {
  const body = childOf(node, "heredoc_body");
  if (body === undefined) return unknownAt(node);
  const start = childOf(node, "heredoc_start");
  const isPlain = start !== undefined && /['"\\]/.test(sliceOf(text, start));
  return isPlain
    ? textAt(sliceOf(text, body), body)
    : interpolated(text, body, body.start, body.end, unescapeShell);
}

/** The grammar takes a line for a part of the one before it where a pipe of three programs and a redirection meet. */
function commandOf(
  text: string,
  node: SyntaxNode,
  input: Expression | undefined,
  outputs: readonly Expression[],
): Expression {
  const lines: SyntaxNode[][] = [[]];
  let before = node.start;
  for (const child of named(node)) {
    if (/(?<!\\)\r?\n/.test(text.slice(before, child.start)) && before > node.start) lines.push([]);
    lines.at(-1)?.push(child);
    before = child.end;
  }
  const [first = [], ...rest] = lines;
  if (rest.length === 0) return oneCommand(text, first, input, outputs, node);
  const body = lines.map((children, index): Statement => {
    const isLast = index === lines.length - 1;
    const span = { start: children[0]?.start ?? node.start, end: children.at(-1)?.end ?? node.end };
    const given = index === 0 ? input : undefined;
    return { kind: "do", value: oneCommand(text, children, given, isLast ? outputs : [], span) };
  });
  return { kind: "output", body, start: node.start, end: node.end };
}

function oneCommand(
  text: string,
  children: readonly SyntaxNode[],
  input: Expression | undefined,
  outputs: readonly Expression[],
  { start, end }: Span,
): Expression {
  const words: Expression[] = [];
  let given = input;
  const targets = [...outputs];
  for (const child of children) {
    if (child.type === "variable_assignment") continue;
    if (child.type === "herestring_redirect") given = firstWord(text, child) ?? given;
    else if (child.type === "file_redirect")
      targets.push(...fields(child, "destination").map((target) => word(text, target)));
    else words.push(word(text, child));
  }
  const read = given === undefined ? {} : { input: given };
  return { kind: "command", words, ...read, outputs: targets, start, end };
}

function word(text: string, node: SyntaxNode): Expression {
  switch (node.type) {
    case "command_name":
      return named(node).map((child) => word(text, child))[0] ?? textAt(sliceOf(text, node), node);
    case "word":
    case "number":
      return textAt(unescapeWord(sliceOf(text, node)), node);
    case "raw_string":
      return textAt(sliceOf(text, node).slice(1, -1), node);
    case "ansi_c_string":
      return textAt(unescapeText(sliceOf(text, node).slice(2, -1)), node);
    case "string":
      return interpolated(text, node, node.start + 1, node.end - 1, unescapeShell);
    case "translated_string":
    case "concatenation":
      return joinAt(
        named(node).map((child) => word(text, child)),
        node,
      );
    case "simple_expansion":
    case "expansion":
      return expansion(text, node);
    case "command_substitution":
    case "process_substitution":
      return output(text, node);
    case "array": {
      const items = named(node).map((child) => ({ value: word(text, child) }));
      return { kind: "list", items, start: node.start, end: node.end };
    }
    default:
      return node.children.length === 0 ? textAt(sliceOf(text, node), node) : unknownAt(node);
  }
}

function output(text: string, node: SyntaxNode): Expression {
  const children = named(node);
  const only = children.length === 1 ? children[0] : undefined;
  const { start, end } = node;
  const isFile = node.type === "process_substitution";
  const value: Expression =
    only === undefined
      ? {
          kind: "output",
          body: children.flatMap((child) => statement(text, child)),
          start,
          end,
        }
      : run(text, only, undefined);
  if (!isFile) return value;
  return { kind: "output", body: [{ kind: "do", value }], isFile, start, end };
}

function expansion(text: string, node: SyntaxNode): Expression {
  const children = named(node);
  const variable = children.find((child) => child.type.endsWith("variable_name"));
  if (variable === undefined) return unknownAt(node);
  const name = nameAt(sliceOf(text, variable), node);
  const operator = field(node, "operator")?.type ?? "";
  const initial = children.find((child) => child !== variable);
  if (/^:?[-=]$/.test(operator) && initial !== undefined)
    return {
      kind: "either",
      options: [name, word(text, initial)],
      start: node.start,
      end: node.end,
    };
  return name;
}

/** Text with expansions in it; what stands between them is taken as written. */
function interpolated(
  text: string,
  node: SyntaxNode,
  from: number,
  to: number,
  unescape: (text: string) => string,
): Expression {
  const parts: Expression[] = [];
  let plain = from;
  for (const child of named(node)) {
    if (!/expansion$|substitution$/.test(child.type)) continue;
    if (child.start > plain)
      parts.push(
        textAt(unescape(text.slice(plain, child.start)), { start: plain, end: child.start }),
      );
    parts.push(word(text, child));
    plain = child.end;
  }
  if (to > plain) parts.push(textAt(unescape(text.slice(plain, to)), { start: plain, end: to }));
  return parts.length === 0 ? textAt("", node) : joinAt(parts, node);
}

function firstWord(text: string, node: SyntaxNode): Expression | undefined {
  const child = named(node)[0];
  return child === undefined ? undefined : word(text, child);
}
