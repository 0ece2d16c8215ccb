import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../../../src/client/index.ts";
import { advance, BEGINNING, broken, type Course } from "./course.ts";

function told(...events: readonly StreamEvent[]): Course {
  return events.reduce(advance, BEGINNING);
}

describe("the course of a run", () => {
  it("puts the words of a model together, and ends", () => {
    const course = told(
      { event: "token", data: { content: "Hel" } },
      { event: "token", data: { content: "lo" } },
      { event: "done", data: { status: "success" } },
    );
    expect(course).toMatchObject({ state: "success", text: "Hello" });
  });

  it("makes one step of a thought that begins and of one that ends it", () => {
    const { steps, knowledgeBase } = told(
      { event: "thought", data: { type: "retrieval", kb_id: "manual", query: "seats" } },
      { event: "thought", data: { type: "retrieval", status: "complete", results_count: 1 } },
      { event: "thought", data: { type: "retrieval", kb_id: "manual" } },
    );
    expect(knowledgeBase).toBe("manual");
    expect(steps.map(({ state, title, note }) => [state, title, note])).toEqual([
      ["done", "Look into manual", "1 passage"],
      ["busy", "Look into manual", ""],
    ]);
    expect(steps[0]?.details).toEqual([{ title: "Searched for", text: "seats" }]);
  });

  it("keeps calls of different tools apart", () => {
    const { steps } = told(
      { event: "thought", data: { type: "tool", tool: "read" } },
      { event: "thought", data: { type: "tool", tool: "write" } },
      { event: "thought", data: { type: "tool", tool: "read", status: "error", error: "No." } },
    );
    expect(steps.map(({ title, state, note }) => [title, state, note])).toEqual([
      ["Call read", "failed", "No."],
      ["Call write", "busy", ""],
    ]);
  });

  it("takes passages that are whole, and passes over others", () => {
    const sources = [{ doc_id: "a", chunk_index: 0, score: 0.5, text: "x" }, { doc_id: 1 }, null];
    expect(told({ event: "citation", data: { sources } }).passages).toEqual([
      { docId: "a", chunkIndex: 0, score: 0.5, text: "x" },
    ]);
  });

  it("closes what was under way when it fails or is stopped", () => {
    const busy: StreamEvent = { event: "thought", data: { type: "generation" } };
    const failed = told(
      busy,
      { event: "error", data: { message: "No model.", reason: "model-missing" } },
      { event: "done", data: { status: "error", message: "Later words." } },
    );
    expect(failed).toMatchObject({ state: "error", error: "No model.", reason: "model-missing" });
    expect(failed.steps[0]?.state).toBe("failed");
    expect(broken(told(busy), "cancelled", "").steps[0]?.state).toBe("stopped");
  });

  it("passes over events that it does not know", () => {
    expect(told({ event: "weather", data: {} })).toBe(BEGINNING);
  });
});
