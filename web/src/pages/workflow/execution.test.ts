import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../../../../src/client/index.ts";
import {
  advance,
  type Execution,
  newExecution,
  progressOf,
  sayNodeFigures,
  sayOutput,
} from "./execution.ts";

function told(...events: readonly StreamEvent[]): Execution {
  return events.reduce(advance, newExecution(""));
}

function cost(dollars: number | null): string {
  return `$${dollars}`;
}

describe("the run of a workflow", () => {
  it("has its nodes in the order in which they began, with what they gave", () => {
    const run = told(
      { event: "workflow_start", data: { execution_id: "run-1" } },
      { event: "node_start", data: { node_id: "b" } },
      { event: "node_start", data: { node_id: "a" } },
      { event: "token", data: { node_id: "a", content: "O" } },
      { event: "token", data: { node_id: "a", content: "K" } },
      { event: "node_complete", data: { node_id: "b", output: { n: 1 }, status_code: 204 } },
      { event: "thought", data: { node_id: "a", type: "condition", branch: "true" } },
      { event: "workflow_complete", data: { final_output: "OK" } },
      { event: "done", data: { status: "success" } },
    );
    expect(run).toMatchObject({ id: "run-1", state: "completed", output: "OK", isOver: true });
    expect(run.nodes).toMatchObject([
      { id: "b", state: "done", output: { n: 1 }, note: "Status 204" },
      { id: "a", state: "busy", text: "OK", note: "Yes" },
    ]);
  });

  it("forgets of a node that begins again what the try before had said", () => {
    const { nodes } = told(
      { event: "node_start", data: { node_id: "a" } },
      { event: "token", data: { node_id: "a", content: "half" } },
      { event: "node_error", data: { node_id: "a", error: "No.", reason: "timeout" } },
      { event: "node_start", data: { node_id: "a" } },
    );
    expect(nodes).toMatchObject([{ state: "busy", text: "", error: "", reason: "" }]);
  });

  it("leaves nothing at work when it fails", () => {
    const run = told(
      { event: "node_start", data: { node_id: "a" } },
      { event: "workflow_error", data: { error: "Stopped by somebody." } },
      { event: "done", data: { status: "error" } },
    );
    expect(run).toMatchObject({ state: "failed", error: "Stopped by somebody." });
    expect(run.nodes).toMatchObject([{ state: "failed", error: "Stopped" }]);
  });

  it("shows text as it is and everything else as JSON", () => {
    expect([undefined, null, "a", { a: 1 }].map(sayOutput)).toEqual([
      "",
      "",
      "a",
      '{\n  "a": 1\n}',
    ]);
  });

  it("says what a node took: its price or tokens, and its time", () => {
    const done = { event: "node_complete", data: { node_id: "a", output: "", duration_ms: 4200 } };
    const [node] = told({ event: "node_start", data: { node_id: "a" } }, done).nodes;
    expect(sayNodeFigures(node, cost)).toBe("4.2 s");
    if (node === undefined) return;
    const usage = { input: 3000, output: 412, cost: 0.013 };
    expect(sayNodeFigures({ ...node, usage }, cost)).toBe("$0.013 · 4.2 s");
    expect(sayNodeFigures({ ...node, usage: { ...usage, cost: null } }, cost)).toBe(
      "3,412 tokens · 4.2 s",
    );
    expect(sayNodeFigures(undefined, cost)).toBe("");
  });

  it("tells a node that was left out from one that was not reached yet", () => {
    expect(progressOf(undefined, undefined)).toBe("idle");
    expect(progressOf(undefined, "running")).toBe("unreached");
    expect(progressOf(undefined, "failed")).toBe("unreached");
    expect(progressOf(undefined, "completed")).toBe("skipped");
  });
});
