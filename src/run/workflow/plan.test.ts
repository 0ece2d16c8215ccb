import { describe, expect, it } from "vitest";
import { checkGraph } from "./check.ts";
import { readGraph, type WorkflowGraph } from "./graph.ts";
import type { NodeResult } from "./node.ts";
import { planGraph } from "./plan.ts";

/** `start>a a?true>b`: edges of nodes whose type is the start of their name, or `llm`. */
function graphOf(text: string): WorkflowGraph {
  const edges = text.split(" ").map((part) => {
    const [from = "", target = ""] = part.split(">");
    const [source = "", sourceHandle] = from.split("?");
    return { source, target, ...(sourceHandle === undefined ? {} : { sourceHandle }) };
  });
  const ids = new Set(edges.flatMap(({ source, target }) => [source, target]));
  const types = ["start", "condition", "end"];
  const nodes = [...ids].map((id) => ({
    id,
    type: types.find((type) => id.startsWith(type)) ?? "llm",
  }));
  return readGraph({ nodes, edges });
}

/** The ids that are ready in each round, when all that are ready finish together. */
function rounds(text: string, branches: Readonly<Record<string, "true" | "false">> = {}): string[] {
  const plan = planGraph(graphOf(text));
  const results = new Map<string, NodeResult>();
  const found: string[] = [];
  for (;;) {
    const ready = plan.ready(results).map(({ id }) => id);
    if (ready.length === 0) return found;
    found.push(ready.join("+"));
    for (const id of ready) {
      const branch = branches[id];
      results.set(id, { output: id, ...(branch === undefined ? {} : { branch }) });
    }
  }
}

function told(graph: WorkflowGraph): readonly string[] {
  return checkGraph(graph).map(
    ({ severity, nodeId, message }) => `${severity} ${nodeId ?? "-"}: ${message}`,
  );
}

describe("a plan", () => {
  it.each([
    ["a chain", "start>a a>end", {}, ["start", "a", "end"]],
    ["a diamond", "start>a start>b a>join b>join", {}, ["start", "a+b", "join"]],
    [
      "branches of unlike length",
      "start>a start>b b>c c>d a>join d>join",
      {},
      ["start", "a+b", "c", "d", "join"],
    ],
    [
      "a branch that is not taken",
      "start>condition condition?true>a condition?false>b b>c a>join c>join",
      { condition: "true" },
      ["start", "condition", "a", "join"],
    ],
    [
      "an edge of a condition without a branch",
      "start>condition condition?true>a condition>b",
      { condition: "false" },
      ["start", "condition", "b"],
    ],
    [
      "conditions one after the other",
      "start>condition1 condition1?true>condition2 condition1?false>a condition2?true>b condition2?false>a a>end b>end",
      { condition1: "true", condition2: "false" },
      ["start", "condition1", "condition2", "a", "end"],
    ],
    [
      "all branches left out",
      "start>condition condition?true>a a>b",
      { condition: "false" },
      ["start", "condition"],
    ],
    ["two starts", "start1>a start2>a a>end", {}, ["start1+start2", "a", "end"]],
    ["nothing after the end", "start>end end>a", {}, ["start", "end"]],
    ["what no start leads to", "start>end x>end y>x", {}, ["start", "end"]],
  ] as const)("runs %s", (_title, text, branches, expected) => {
    expect(rounds(text, branches)).toEqual(expected);
  });

  it("gives a node the output of the first edge that was taken", () => {
    const plan = planGraph(
      graphOf("start>condition condition?true>a condition?false>b a>join b>join start>join"),
    );
    const results = new Map<string, NodeResult>([
      ["start", { output: "S" }],
      ["condition", { output: "S", branch: "false" }],
      ["b", { output: "B" }],
    ]);
    expect(plan.inputOf("join", results, "I")).toBe("B");
    expect(plan.inputOf("start", results, "I")).toBe("I");
    expect([...plan.before("join")].toSorted((a, b) => a.localeCompare(b))).toEqual([
      "a",
      "b",
      "condition",
      "start",
    ]);
  });

  it("ends with what the end was given, or else with the last node", () => {
    const results = new Map<string, NodeResult>([
      ["start", { output: "S" }],
      ["a", { output: "A" }],
    ]);
    expect(planGraph(graphOf("start>a")).finalOutput(results)).toBe("A");
    results.set("end", { output: "E" });
    expect(planGraph(graphOf("start>end end>a start>a")).finalOutput(results)).toBe("E");
    expect(planGraph(graphOf("start>a")).finalOutput(new Map())).toBe(null);
  });
});

describe("a check of a graph", () => {
  it.each([
    ["start>a a>end", []],
    ["a>end", ["error -: Workflow has no start node"]],
    ["start>a a>a", ["error a: Workflow contains a cycle: a → a"]],
    ["start>a a>b b>c c>b", ["error b: Workflow contains a cycle: b → c → b"]],
    [
      "start>a b>c c>b",
      [
        "error b: Workflow contains a cycle: b → c → b",
        "warning b: Node 'b' is not reached from any start node and will not run",
        "warning c: Node 'c' is not reached from any start node and will not run",
      ],
    ],
  ])("of %s tells %j", (text, expected) => {
    expect(told(graphOf(text))).toEqual(expected);
  });

  it("names edges without an end, ids that are there twice, and outputs of nobody", () => {
    const graph = readGraph({
      nodes: [
        { id: "start", type: "start" },
        { id: "start", type: "llm", data: { systemPrompt: "{{nobody.output}} {{start.output}}" } },
        { id: "c", type: "condition", data: { expression: "{{none.output}} ===" } },
      ],
      edges: [
        { id: "e", source: "start", target: "gone" },
        { source: "start", target: "c" },
      ],
    });
    expect(told(graph)).toEqual([
      "error start: Workflow has 2 nodes with id 'start'",
      "error gone: Edge 'e' names node 'gone', which does not exist",
      "warning start: Node 'start' uses the output of node 'nobody', which does not exist",
      "warning c: Condition of node 'c': Unexpected end, expected a value",
    ]);
  });
});

describe("a graph with a hundred thousand names", () => {
  it("[BX-14] has a bounded number of problems, each name once", () => {
    const names = Array.from({ length: 2000 }, (_, at) => `{{n${at}.output}}`).join("");
    const graph = readGraph({
      nodes: [
        { id: "start", type: "start" },
        { id: "a", type: "llm", data: { systemPrompt: "{{q.output}}".repeat(5000) } },
        { id: "b", type: "llm", data: { systemPrompt: names } },
      ],
      edges: [
        { source: "start", target: "a" },
        { source: "a", target: "b" },
      ],
    });
    const problems = checkGraph(graph);
    expect(problems).toHaveLength(100);
    expect(problems.filter(({ nodeId }) => nodeId === "a")).toHaveLength(1);
  });
});

const done = (...ids: readonly string[]): Map<string, NodeResult> =>
  new Map(ids.map((id) => [id, { output: id, ...(id === "slow" ? { branch: "true" } : {}) }]));

const ready = (plan: ReturnType<typeof planGraph>, ...ids: readonly string[]): string[] =>
  plan.ready(done("start", ...ids)).map(({ id }) => id);

describe("a node where branches join", () => {
  const edges = [
    { source: "start", target: "fast" },
    { source: "start", target: "slow" },
    { source: "fast", target: "meet" },
    { source: "slow", target: "meet" },
  ];
  const planFor = (join: string, handle?: string): ReturnType<typeof planGraph> =>
    planGraph(
      readGraph({
        nodes: [
          { id: "start", type: "start" },
          { id: "fast", type: "llm" },
          { id: "slow", type: "condition" },
          { id: "meet", type: "end", data: { join } },
        ],
        edges: edges.map((edge) =>
          edge.source === "slow" && handle !== undefined ? { ...edge, sourceHandle: handle } : edge,
        ),
      }),
    );
  it("waits for all of them, or begins with the first", () => {
    expect(ready(planFor("all"), "fast")).toEqual(["slow"]);
    expect(ready(planFor("any"), "fast")).toEqual(["slow", "meet"]);
    expect(ready(planFor("every"), "fast", "slow")).toEqual(["meet"]);
  });

  it("is passed over where every branch has to be taken and one was not", () => {
    expect(ready(planFor("all", "false"), "fast", "slow")).toEqual(["meet"]);
    expect(ready(planFor("every", "false"), "fast", "slow")).toEqual([]);
  });
});
