import {
  evaluateCondition,
  ExpressionError,
} from "../../../../src/run/workflow/expression/index.ts";
import { checkGraph, graphDataSchema, readGraph } from "../../../../src/run/workflow/index.ts";
import {
  createVariables,
  namesIn,
  resolveTemplate,
  type Variables,
} from "../../../../src/run/workflow/template.ts";
import { checkText } from "../../../../src/serve/api/body.ts";
import { SkillError } from "../../../../src/skill/index.ts";
import { bytesOf, type FuzzTarget, must, textOf } from "../target.ts";

const GRAPH = {
  nodes: [
    { id: "start", type: "start", data: { inputVariable: "question" } },
    { id: "ask", type: "llm", data: { systemPrompt: "Answer {{input}}", temperature: 0.2 } },
    { id: "if", type: "condition", data: { expression: "ask.output contains 'yes' and 1 < 2" } },
    { id: "get", type: "http", data: { method: "GET", url: "https://example.org/{{input}}" } },
    { id: "run", type: "code", data: { code: "print(1)", env: { A: "b" } } },
    {
      id: "use",
      type: "skill",
      data: { skillName: "s", inputMappings: { a: "{{get.output.b}}" } },
    },
    { id: "kb", type: "knowledge", data: { knowledgeBaseId: "x" } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "1", source: "start", target: "ask" },
    { id: "2", source: "ask", target: "if" },
    { id: "3", source: "if", target: "get", sourceHandle: "true" },
    { id: "4", source: "if", target: "run", sourceHandle: "false" },
    { id: "5", source: "get", target: "use" },
    { id: "6", source: "use", target: "kb" },
    { id: "7", source: "kb", target: "end" },
  ],
};

export const workflowTarget: FuzzTarget = {
  name: "workflow",
  invariants: [
    "A definition is taken or refused by its schema; nothing is thrown.",
    "A definition that is taken can be read and checked, with problems as sentences.",
    "A condition gives a truth value or an error of expressions.",
    "A template is filled once: what a value says is never read again.",
  ],
  kind: "json",
  maxBytes: 48_000,
  maxCpuMs: 2000,
  words: [
    "start",
    "llm",
    "condition",
    "http",
    "code",
    "skill",
    "end",
    "{{input}}",
    "{{ask.output}}",
    "ask.output",
    " and ",
    " or ",
    "not ",
    "== 'a'",
    " contains ",
    "(",
    ")",
    "1.5e3",
    "true",
    "false",
  ],
  seeds: () => [bytesOf(JSON.stringify(GRAPH)), bytesOf(JSON.stringify({ nodes: [], edges: [] }))],
  quickRuns: 250,
  open: () => ({ check }),
};

const variables: Variables = createVariables({
  input: "{{ask.output}}",
  inputNames: new Set(["question"]),
  outputs: new Map([["ask", { text: "{{input}}", list: [1, "a", null] }]]),
});

async function check(input: Uint8Array): Promise<string> {
  let value: unknown;
  try {
    value = JSON.parse(textOf(input)) as unknown;
  } catch {
    return "no JSON";
  }
  try {
    checkText(value, "body");
  } catch (error) {
    if (SkillError.isInstance(error)) return error.diagnostic.message;
    throw error;
  }
  const parsed = graphDataSchema.safeParse(value);
  if (!parsed.success) return `refused ${parsed.error.issues[0]?.code ?? ""}`;
  const graph = readGraph(parsed.data);
  const problems = checkGraph(graph);
  const outcomes: string[] = [];
  for (const { type, data } of graph.nodes) {
    if (type === "llm") checkTemplate(String(data["systemPrompt"]));
    if (type === "http") checkTemplate(String(data["url"]));
    outcomes.push(type === "condition" ? await outcomeOf(String(data["expression"])) : type);
  }
  return `${problems.map(({ code }) => code).join()} ${outcomes.join()}`;
}

async function outcomeOf(expression: string): Promise<string> {
  try {
    const truth: unknown = await evaluateCondition(expression, variables);
    must(typeof truth === "boolean", "a condition gives no truth value");
    return String(truth);
  } catch (error) {
    if (error instanceof ExpressionError) return "no expression";
    throw error;
  }
}

function checkTemplate(template: string): void {
  const names = namesIn(template);
  const filled = resolveTemplate(template, variables);
  if (names.length === 0) must(filled === template, "changed without a name");
  if (template === "{{input}}") must(filled === "{{ask.output}}", "a value was read again");
}
