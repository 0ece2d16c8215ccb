import { describe, expect, it } from "vitest";
import { checkGraph } from "../check.ts";
import { graphDataSchema, readGraph } from "../graph.ts";
import { ImportExcess, importForeign, type ImportedWorkflow } from "./index.ts";

const DIFY = {
  kind: "app",
  version: "0.5.0",
  app: { name: "Support", mode: "workflow", description: "Answers mails." },
  workflow: {
    environment_variables: [{ name: "KEY" }],
    graph: {
      nodes: [
        {
          id: "1",
          type: "custom",
          position: { x: 10, y: 20 },
          data: {
            type: "start",
            variables: [
              { variable: "mail", type: "paragraph", required: true },
              { variable: "days", type: "number", required: false },
            ],
          },
        },
        {
          id: "2",
          data: {
            type: "if-else",
            cases: [
              {
                case_id: "true",
                logical_operator: "and",
                conditions: [
                  {
                    variable_selector: ["1", "mail"],
                    comparison_operator: "contains",
                    value: 'a "b"',
                  },
                  { variable_selector: ["1", "days"], comparison_operator: ">", value: "3" },
                ],
              },
              {
                case_id: "c2",
                conditions: [
                  {
                    variable_selector: ["1", "mail"],
                    comparison_operator: "start with",
                    value: "x",
                  },
                ],
              },
            ],
          },
        },
        {
          id: "3",
          data: {
            type: "llm",
            model: { name: "gpt-4o", completion_params: { temperature: 0.1 } },
            prompt_template: [
              { role: "system", text: "Be kind." },
              { role: "user", text: "Answer {{#1.mail#}}" },
            ],
          },
        },
        { id: "4", data: { type: "tool", title: "Post to Slack" } },
        {
          id: "5",
          data: {
            type: "http-request",
            method: "patch",
            url: "https://example.org/{{#3.text#}}",
            headers: "X-A: 1\nX-B:{{#1.mail#}}",
            params: "q:1",
            authorization: { type: "api-key" },
          },
        },
        {
          id: "6",
          data: { type: "end", outputs: [{ variable: "said", value_selector: ["3", "text"] }] },
        },
      ],
      edges: [
        { source: "1", target: "2" },
        { source: "2", target: "3", sourceHandle: "true" },
        { source: "2", target: "4", sourceHandle: "c2" },
        { source: "2", target: "5", sourceHandle: "false" },
        { source: "3", target: "6" },
      ],
    },
  },
};

const N8N = {
  name: "Orders",
  nodes: [
    {
      name: "Webhook",
      type: "n8n-nodes-base.webhook",
      parameters: { path: "x" },
      position: [1, 2],
    },
    {
      name: "Is large",
      type: "n8n-nodes-base.if",
      parameters: {
        conditions: {
          combinator: "and",
          conditions: [
            { leftValue: "={{ $json.total }}", rightValue: 100, operator: { operation: "gt" } },
          ],
        },
      },
    },
    {
      name: "Ask",
      type: "n8n-nodes-base.httpRequest",
      credentials: { httpBasicAuth: { id: "1" } },
      parameters: {
        method: "POST",
        url: "=https://example.org/{{ $('Webhook').item.json.id }}",
        jsonBody: "={{ $json.total * 2 }}",
      },
    },
    { name: "Note", type: "n8n-nodes-base.stickyNote", parameters: {} },
    { name: "Slack", type: "n8n-nodes-base.slack", parameters: {} },
  ],
  connections: {
    Webhook: { main: [[{ node: "Is large", type: "main", index: 0 }]] },
    "Is large": { main: [[{ node: "Ask" }], [{ node: "Slack" }]] },
  },
};

function read(document: object): ImportedWorkflow {
  const made = importForeign({ ...document });
  if (made === undefined) throw new Error("It is not known.");
  expect(graphDataSchema.safeParse(made.graph_data).error).toBeUndefined();
  expect(
    checkGraph(readGraph(made.graph_data)).filter(({ severity }) => severity === "error"),
  ).toEqual([]);
  return made;
}

function nodeOf({ graph_data: { nodes = [] } }: ImportedWorkflow, id: string): unknown {
  return nodes.find((node) => node["id"] === id);
}

function linesOf({ graph_data: { edges = [] } }: ImportedWorkflow): readonly string[] {
  return edges.map(({ source, target, sourceHandle = "" }) =>
    [source, ">", target, sourceHandle].map(String).join(""),
  );
}

it("reads a workflow of Dify, and says what has no counterpart", () => {
  const made = read(DIFY);
  expect([made.name, made.description]).toEqual(["Support", "Answers mails."]);
  expect(nodeOf(made, "1")).toMatchObject({ data: { inputs: { mail: "text", days: "number?" } } });
  expect(nodeOf(made, "2")).toMatchObject({
    type: "condition",
    data: { expression: '{{inputs.mail}} contains "a \\"b\\"" && {{inputs.days}} > 3' },
  });
  expect(nodeOf(made, "3")).toMatchObject({ data: { systemPrompt: "Be kind.", temperature: 0.1 } });
  expect(nodeOf(made, "3-prompt")).toMatchObject({ data: { template: "Answer {{inputs.mail}}" } });
  expect(nodeOf(made, "5")).toMatchObject({
    data: {
      method: "POST",
      url: "https://example.org/{{3.output}}?q=1",
      headers: { "X-A": "1", "X-B": "{{inputs.mail}}" },
    },
  });
  expect(nodeOf(made, "6-outputs")).toMatchObject({ data: { values: { said: "{{3.output}}" } } });
  expect(linesOf(made).toSorted()).toEqual(
    ["1>2", "2>3-prompttrue", "3-prompt>3", "2>2-2false", "2-2>4true", "2-2>5false"]
      .concat(["3>6-outputs", "6-outputs>6"])
      .toSorted(),
  );
  expect(made.losses.map(({ node_id, outcome }) => `${node_id} ${outcome}`)).toEqual([
    "2-2 lost",
    "3 changed",
    "4 lost",
    "5 lost",
    "5 lost",
    "null lost",
  ]);
});

it("reads a workflow of n8n, and says what has no counterpart", () => {
  const made = read(N8N);
  expect(nodeOf(made, "webhook")).toMatchObject({ type: "start" });
  expect(nodeOf(made, "is-large")).toMatchObject({
    data: { expression: "{{webhook.output.total}} > 100" },
  });
  expect(nodeOf(made, "ask")).toMatchObject({
    data: {
      method: "POST",
      url: "https://example.org/{{webhook.output.id}}",
      body: "{{ $json.total * 2 }}",
    },
  });
  expect(linesOf(made)).toEqual(["webhook>is-large", "is-large>asktrue", "is-large>slackfalse"]);
  expect(made.losses.map(({ node_id, message }) => `${node_id} ${message}`)).toEqual([
    "webhook It began by `webhook`. Add a webhook under Triggers",
    "ask The credentials of `Ask` are not taken over",
    "ask The expression `$json.total * 2` is not read",
    "slack A node of the type `slack` has no counterpart; a run fails there",
  ]);
});

it("reads classes, values, joins and failures of Dify", () => {
  const made = read(
    nodesOf(
      [
        { id: "1", data: { type: "start", variables: [{ variable: "mail", required: true }] } },
        {
          id: "2",
          data: {
            type: "question-classifier",
            query_variable_selector: ["1", "mail"],
            instruction: "Be strict.",
            classes: [
              { id: "a", name: "praise" },
              { id: "b", name: 'a "bill"' },
            ],
          },
        },
        {
          id: "3",
          data: {
            type: "parameter-extractor",
            query: ["1", "mail"],
            parameters: [
              { name: "sum", type: "number", description: "In euros.", required: true },
              { name: "lines", type: "array[string]" },
            ],
            retry_config: { retry_enabled: true, max_retries: 3, retry_interval: 500 },
            error_strategy: "fail-branch",
          },
        },
        { id: "4", data: { type: "answer", answer: "Thanks" } },
        {
          id: "5",
          data: {
            type: "variable-aggregator",
            variables: [
              ["3", "sum"],
              ["4", "output"],
            ],
          },
        },
        { id: "6", data: { type: "answer", answer: "Not read" } },
      ],
      [
        { source: "1", target: "2", sourceHandle: "source" },
        { source: "2", target: "4", sourceHandle: "a" },
        { source: "2", target: "3", sourceHandle: "b" },
        { source: "3", target: "5", sourceHandle: "success-branch" },
        { source: "3", target: "6", sourceHandle: "fail-branch" },
        { source: "4", target: "5", sourceHandle: "source" },
      ],
    ),
  );
  expect(nodeOf(made, "2")).toMatchObject({
    type: "llm",
    data: {
      systemPrompt: "Say to which of the classes the message belongs.\n\nBe strict.",
      outputSchema: JSON.stringify({
        type: "object",
        properties: { class_name: { enum: ["praise", 'a "bill"'] } },
        required: ["class_name"],
      }),
    },
  });
  expect(nodeOf(made, "2-class-2")).toMatchObject({
    data: { expression: '{{2.output.class_name}} == "a \\"bill\\""' },
  });
  expect(nodeOf(made, "3")).toMatchObject({
    data: { retries: 3, retrySeconds: 0.5, onError: "branch" },
  });
  expect(JSON.stringify(nodeOf(made, "3"))).toContain("In euros.");
  expect(nodeOf(made, "5")).toMatchObject({
    data: { template: "{{3.output.sum}}{{4.output}}" },
  });
  expect(linesOf(made).toSorted()).toEqual(
    ["1>2-prompt", "2-prompt>2", "2>2-class", "2-class>2-class-2false", "2-class>4true"]
      .concat(["2-class-2>3-prompttrue", "3-prompt>3", "3>5", "3>6error", "4>5"])
      .toSorted(),
  );
});

function rule(value: string) {
  const operator = { operation: "equals" };
  return {
    conditions: {
      conditions: [{ leftValue: "={{ $json.kind }}", rightValue: value, operator }],
    },
  };
}

function n8nNode(name: string, type: string, more: object = {}): object {
  return { name, type: `n8n-nodes-base.${type}`, ...more };
}

function to(...names: readonly string[]): readonly object[] {
  return names.map((name) => ({ node: name }));
}

it("reads switches, joins and failures of n8n", () => {
  const made = read({
    nodes: [
      n8nNode("Start", "manualTrigger"),
      n8nNode("Sort", "switch", {
        parameters: { rules: { values: [rule("a"), rule("b")] }, options: {} },
      }),
      n8nNode("A", "httpRequest", {
        parameters: { url: "https://example.org" },
        retryOnFail: true,
        maxTries: 4,
        waitBetweenTries: 2000,
        onError: "continueErrorOutput",
      }),
      n8nNode("B", "noOp"),
      n8nNode("Other", "noOp"),
      n8nNode("Both", "merge"),
      n8nNode("Only", "filter", {
        parameters: { conditions: rule("x").conditions },
      }),
      n8nNode("Say", "respondToWebhook", { parameters: { responseBody: "={{ $json.kind }}" } }),
    ],
    connections: {
      Start: { main: [to("Sort")] },
      Sort: { main: [to("A"), to("B"), to("Other")] },
      A: { main: [to("Both"), to("Other")] },
      B: { main: [to("Both")] },
      Both: { main: [to("Only")] },
      Only: { main: [to("Say")] },
    },
  });
  expect(nodeOf(made, "sort-2")).toMatchObject({
    data: { expression: '{{start.output.kind}} == "b"' },
  });
  expect(nodeOf(made, "a")).toMatchObject({
    data: { retries: 3, retrySeconds: 2, onError: "branch" },
  });
  expect(nodeOf(made, "both")).toMatchObject({
    data: { values: { a: "{{a.output}}", b: "{{b.output}}" } },
  });
  expect(nodeOf(made, "say")).toMatchObject({ data: { template: "{{only.output.kind}}" } });
  expect(linesOf(made).toSorted()).toEqual(
    ["start>sort", "sort>atrue", "sort>sort-2false", "sort-2>btrue", "sort-2>otherfalse"]
      .concat(["a>both", "a>othererror", "b>both", "both>only", "only>saytrue"])
      .toSorted(),
  );
});

it.each([
  [{}],
  [{ app: {}, workflow: {} }],
  [{ nodes: [], connections: {} }],
  [{ nodes: [{ type: "start" }], connections: {} }],
])("is not taken in by %j", (document) => {
  expect(importForeign({ ...document })).toBeUndefined();
});

it("bears what no such program writes", () => {
  const odd = [null, 7, "x", [], { id: 1, data: { type: "if-else", cases: [null] } }];
  importForeign({ app: {}, workflow: { graph: { nodes: odd, edges: odd } } });
  const nodes = [{ type: "n8n-nodes-base.set", name: "__proto__", parameters: 5 }, ...odd];
  importForeign({ nodes, connections: { __proto__: 1, x: { main: [null, [7]] } } });
});

function many(length: number, one: object): readonly object[] {
  return Array.from({ length }, () => ({ ...one }));
}

function nodesOf(
  nodes: readonly unknown[],
  edges: readonly unknown[] = [],
): { readonly [key: string]: unknown } {
  return { app: {}, workflow: { graph: { nodes, edges } } };
}

describe("[BX-14] an import", () => {
  it("puts values of variables into a template once, whatever they are made of", () => {
    const copies = 9;
    const variables = Array.from({ length: 6 }, (_, depth) => ({
      variable: `a${depth}`,
      value_selector: ["", `}}${`{{a${depth + 1}}}`.repeat(copies)}{{`],
    }));
    const node = { id: "1", data: { type: "template-transform", template: "{{a0}}", variables } };
    const { graph_data: made } = importForeign(nodesOf([node])) ?? {};
    expect(JSON.stringify(made).length).toBeLessThan(1000);
    expect(JSON.stringify(made)).toContain("{{a1}}{{a1}}");
  });

  it("is refused while a template is filled, before the text is longer than any text can be", () => {
    const variables = [{ variable: "a", value_selector: ["", "x".repeat(5000)] }];
    const template = "{{a}}".repeat(200_000);
    const node = { id: "1", data: { type: "template-transform", template, variables } };
    expect(() => importForeign(nodesOf([node]))).toThrow(ImportExcess);
  });

  it.each<readonly [string, { readonly [key: string]: unknown }]>([
    ["nodes", nodesOf(Array.from({ length: 501 }, (_, id) => ({ id, data: { type: "end" } })))],
    [
      "cases of a condition",
      nodesOf([{ id: "1", data: { type: "if-else", cases: many(600, {}) } }]),
    ],
    ["edges", nodesOf([], many(2001, { source: "1", target: "2" }))],
    [
      "characters",
      nodesOf([{ id: "x".repeat(100_000), data: { type: "if-else", cases: many(100, {}) } }]),
    ],
    [
      "nodes of n8n",
      { connections: {}, nodes: many(501, { name: "a", type: "n8n-nodes-base.set" }) },
    ],
    [
      "connections of n8n",
      {
        connections: { a: { main: [many(2001, { node: "a" })] } },
        nodes: [{ name: "a", type: "n8n-nodes-base.set" }],
      },
    ],
  ])("of too many %s is refused before they are read", (_, document) => {
    expect(() => importForeign(document)).toThrow(ImportExcess);
  });
});
