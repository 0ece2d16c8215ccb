import { describe, expect, it } from "vitest";
import { renameInCondition, renameInMapping, renameInTemplate } from "./rename.ts";

const ids = new Set(["start", "start.two", "end"]);
const rename = { from: "start", to: "begin", ids };

describe("another id for a node", () => {
  it.each([
    ["Write of {{start.output}}.", "Write of {{begin.output}}."],
    ["{{start.output.items.0}} {{input}}", "{{begin.output.items.0}} {{input}}"],
    // The longer id fits, and is another node.
    ["{{start.two.output}}", "{{start.two.output}}"],
    ["{{startled.output}} start.output", "{{startled.output}} start.output"],
  ])("in the template %s", (text, expected) => {
    expect(renameInTemplate(text, rename)).toBe(expected);
  });

  it.each([
    ["start.output contains 'x'", "begin.output contains 'x'"],
    ['{{start.output}} === "start.output"', '{{begin.output}} === "start.output"'],
    [
      "!start.output.includes('start') && start.two.output",
      "!begin.output.includes('start') && start.two.output",
    ],
    ["start.output == 1 || start.output == 2", "begin.output == 1 || begin.output == 2"],
    // What is no expression yet keeps its words.
    ["{{start.output}} ===  'x", "{{begin.output}} ===  'x"],
  ])("in the condition %s", (text, expected) => {
    expect(renameInCondition(text, rename)).toBe(expected);
  });

  it("is set in braces in a condition that could not read it as a word", () => {
    expect(renameInCondition("start.output == 1", { ...rename, to: "1st" })).toBe(
      "{{1st.output}} == 1",
    );
  });

  it.each([
    ["start", true, "begin"],
    ["start", false, "start"],
    ["start.output", true, "begin.output"],
    ["Dear {{start.output}}", true, "Dear {{begin.output}}"],
    ["start of it", true, "start of it"],
  ])("in the mapping %s where it is before: %s", (value, isBefore, expected) => {
    expect(renameInMapping(value, rename, isBefore)).toBe(expected);
  });
});
