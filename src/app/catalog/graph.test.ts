import { describe, expect, it } from "vitest";
import { dependencyGraph } from "./graph.ts";

function node(
  name: string,
  ...dependsOn: readonly string[]
): Parameters<typeof dependencyGraph>[0][number] {
  return { name, dependsOn };
}

describe("dependencyGraph", () => {
  it("[PM-08] tells edges, what is missing, and who names itself", () => {
    expect(dependencyGraph([node("a", "b", "gone"), node("b", "b"), node("c")])).toEqual({
      edges: [{ from: "a", to: "b" }],
      missing: [{ from: "a", to: "gone" }],
      self: ["b"],
      cycles: [],
    });
  });

  it("[PM-08] finds every circle once", () => {
    const { cycles } = dependencyGraph([
      node("e", "a"),
      node("a", "b"),
      node("b", "c", "a"),
      node("c", "a"),
      node("x", "y"),
      node("y", "x"),
    ]);
    expect(cycles).toEqual([
      ["a", "b", "c"],
      ["x", "y"],
    ]);
  });

  it("does not mind a way of a hundred thousand skills", () => {
    const count = 100_000;
    const nodes = Array.from({ length: count }, (_, index) => node(`s${index}`, `s${index + 1}`));
    expect(dependencyGraph(nodes).missing).toEqual([{ from: `s${count - 1}`, to: `s${count}` }]);
  });
});
