import { describe, expect, it } from "vitest";
import { readSearch, writeSearch } from "./address.ts";

describe("the part of an address after the question mark", () => {
  it.each([
    ["", {}],
    ["?tab=history", { tab: "history" }],
    ["?q=a%26b+c&page=42", { q: "a&b c", page: "42" }],
    ["?q=true", { q: "true" }],
  ])("is read from %j as plain text", (text, values) => {
    expect(readSearch(text)).toEqual(values);
  });

  it("is written without values that say nothing", () => {
    expect(writeSearch({ tab: "", q: undefined })).toBe("");
    expect(writeSearch({ tab: "", q: "a&b", page: 2 })).toBe("?q=a%26b&page=2");
  });

  it("comes back as it was written", () => {
    const values = { q: "ä/?#&=+ %", file: "references/a b.md" };
    expect(readSearch(writeSearch(values))).toEqual(values);
  });
});
