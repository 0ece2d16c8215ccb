import { describe, expect, it } from "vitest";
import type { Json } from "../../model/index.ts";
import { list, map, text } from "../field.ts";
import { checkShape } from "./shape.ts";

const shape = map(list(list(text({ min: 1 }))));

function said(value: Json): readonly unknown[] {
  return checkShape(value, shape, ["metadata"]).map(({ message, hint }) => hint ?? message);
}

describe("what is wrong in a list", () => {
  it.each([
    [{ tags: [["", "a"]] }, "Unexpected empty `tags[0][0]`, expected at least 1 character."],
    [{ tags: ["a"] }, "Unexpected text in `tags[0]`, expected a list."],
    [{ tags: [["a"], ["b", 5]] }, 'Put it in quotes: `"5"`.'],
    [{ tags: 5 }, "Unexpected number in `tags`, expected a list."],
  ])("is told with the field that the list is in: %j", (value, words) => {
    expect(said(value)).toEqual([words]);
  });
});
