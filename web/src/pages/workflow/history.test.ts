import { describe, expect, it } from "vitest";
import type { Graph } from "./graph.ts";
import { begin, type History, type HistoryAction, step } from "./history.ts";

function graph(name: string): Graph {
  return { nodes: [{ id: name, type: "llm", position: { x: 0, y: 0 }, data: {} }], edges: [] };
}

function change(name: string, about = ""): HistoryAction {
  return { kind: "change", about, to: () => graph(name) };
}

function after(...actions: readonly HistoryAction[]): History {
  return actions.reduce(step, begin(graph("first")));
}

const shown = ({ present }: History): string => present.nodes[0]?.id ?? "";
const undo = { kind: "undo" } as const;
const redo = { kind: "redo" } as const;

describe("the history of a drawing", () => {
  it("goes back and forth, and stops at both ends", () => {
    expect(shown(after(change("a"), change("b"), undo))).toBe("a");
    expect(shown(after(change("a"), undo, undo, undo))).toBe("first");
    expect(shown(after(change("a"), change("b"), undo, undo, redo, redo, redo))).toBe("b");
  });

  it("takes changes about the same thing back together", () => {
    expect(shown(after(change("a", "name"), change("ab", "name"), undo))).toBe("first");
    expect(shown(after(change("a", "name"), change("b", "url"), undo))).toBe("a");
    // After a step back the same thing is a new change.
    expect(shown(after(change("a", "x"), change("b"), undo, change("c", "x"), undo))).toBe("a");
  });

  it("forgets what was taken back once something else is done", () => {
    expect(shown(after(change("a"), undo, change("b"), redo))).toBe("b");
  });

  it("notes no change that changes nothing, and begins anew with what is loaded", () => {
    const same: HistoryAction = { kind: "change", about: "", to: (present) => present };
    expect(after(same).past).toEqual([]);
    expect(after(change("a"), { kind: "load", graph: graph("kept") })).toEqual(
      begin(graph("kept")),
    );
  });

  it("keeps so many steps at most", () => {
    const changes = Array.from({ length: 500 }, (_, index) => change(String(index)));
    expect(after(...changes).past).toHaveLength(200);
  });
});
