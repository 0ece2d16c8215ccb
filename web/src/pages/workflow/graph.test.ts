import { describe, expect, it } from "vitest";
import {
  addNode,
  connect,
  type Graph,
  looseEdges,
  looseEnd,
  nodeBefore,
  readGraph,
  remove,
  setField,
  tidy,
} from "./graph.ts";
import { GAP, layOut } from "./layout.ts";
import { rename } from "./rename.ts";

function drawn(nodes: readonly string[], lines: readonly (readonly [string, string])[]): Graph {
  return readGraph({
    nodes: nodes.map((id) => ({ id, type: id.split("-")[0] ?? "", data: {} })),
    edges: lines.map(([source, target]) => ({ source, target })),
  });
}

const line = drawn(
  ["start", "llm", "end"],
  [
    ["start", "llm"],
    ["llm", "end"],
  ],
);
const ways = ({ edges }: Graph): readonly string[] =>
  edges.map(({ source, target }) => `${source} → ${target}`);

describe("the graph of a workflow", () => {
  it("is read with ids and places where there are none, and without what is no node", () => {
    const { nodes, edges } = readGraph({
      nodes: [{ id: "start", type: "start", color: "red" }, { id: "x", type: "unheard-of" }, 3],
      edges: [{ source: "start", target: "x" }, { source: 1 }],
    });
    expect(nodes).toEqual([
      { id: "start", type: "start", color: "red", data: {}, position: { x: 0, y: 0 } },
    ]);
    expect(edges.map(({ id }) => id)).toEqual(["edge-0"]);
    expect(readGraph({})).toEqual({ nodes: [], edges: [] });
  });

  it("puts a new node into the line behind the chosen one", () => {
    const { graph, id } = addNode(line, "llm", "start");
    expect(id).toBe("llm-2");
    expect(ways(graph).toSorted()).toEqual(["llm → end", "llm-2 → llm", "start → llm-2"]);
  });

  it("leads both branches of a condition on, one after the other", () => {
    const start = drawn(["start", "condition"], [["start", "condition"]]);
    const one = addNode(start, "llm", "condition").graph;
    const both = connect(addNode(one, "http", undefined).graph, "condition", "http", "false");
    expect(both.edges.map(({ sourceHandle }) => sourceHandle)).toEqual([
      undefined,
      "true",
      "false",
    ]);
  });

  it("has no line twice, and none from a node to itself", () => {
    expect(connect(line, "start", "llm")).toBe(line);
    expect(connect(line, "llm", "llm")).toBe(line);
  });

  it("loses the lines of a node with it", () => {
    const less = remove(line, new Set(["llm"]), new Set());
    expect(ways(less)).toEqual([]);
    expect(nodeBefore(line, "end", new Set(["llm"]))).toBe("start");
    expect(looseEdges({ ...line, nodes: less.nodes }).size).toBe(2);
  });

  it("knows the one node from which nothing leads on", () => {
    expect(looseEnd(line)).toBeUndefined();
    expect(looseEnd(drawn(["start", "llm"], [["start", "llm"]]))).toBe("llm");
    expect(looseEnd(drawn(["start", "llm"], []))).toBeUndefined();
  });

  it("sets a field, and takes it away", () => {
    const set = setField(line, "llm", "model", "small");
    expect(set.nodes[1]?.data).toEqual({ model: "small" });
    expect(setField(set, "llm", "model", undefined).nodes[1]?.data).toEqual({});
  });

  it("gives a node another id wherever it is named", () => {
    const named = setField(line, "end", "template", "Said: {{llm.output}}");
    const { nodes, edges } = rename(named, "llm", "writer");
    expect(nodes.map(({ id }) => id)).toEqual(["start", "writer", "end"]);
    expect(nodes[2]?.data).toEqual({ template: "Said: {{writer.output}}" });
    expect(ways({ nodes, edges })).toEqual(["start → writer", "writer → end"]);
  });
});

describe("the places of nodes", () => {
  it("puts each node right of all that lead to it, and none onto another", () => {
    const graph = drawn(
      ["start", "llm-a", "llm-b", "end"],
      [
        ["start", "llm-a"],
        ["start", "llm-b"],
        ["llm-a", "llm-b"],
        ["llm-b", "end"],
      ],
    );
    const places = layOut(graph);
    for (const { source, target } of graph.edges)
      expect(places.get(target)?.x).toBeGreaterThan(places.get(source)?.x ?? Infinity);
    expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(4);
    expect(tidy(graph).nodes[3]?.position).toEqual({ x: 3 * GAP.x, y: 0 });
  });

  it("comes to an end where lines lead round", () => {
    const round = drawn(
      ["llm-a", "llm-b"],
      [
        ["llm-a", "llm-b"],
        ["llm-b", "llm-a"],
      ],
    );
    expect(layOut(round).size).toBe(2);
  });
});
