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
    [{ tags: [["", "a"]] }, "`tags[0][0]` must have at least 1 character."],
    [{ tags: ["a"] }, "`tags[0]` must be a list, not text."],
    [{ tags: [["a"], ["b", 5]] }, 'Put it in quotes: `"5"`.'],
    [{ tags: 5 }, "`tags` must be a list, not a number."],
  ])("is told with the field that the list is in: %j", (value, words) => {
    expect(said(value)).toEqual([words]);
  });
});
