import { expect, it } from "vitest";
import { queryWords, searchWords } from "./words.ts";

it("ends a word where the script changes, and takes text without blanks apart", () => {
  expect(searchWords("使用Python编程")).toEqual(["使", "用", "使用", "python", "编", "程", "编程"]);
  expect(queryWords("使用Python编程")).toEqual(["使用", "python", "编程"]);
  expect(queryWords("猫")).toEqual(["猫"]);
});

it("finds Korean words with endings grown onto them", () => {
  const words = searchWords("서울에서 만나요");
  for (const word of queryWords("서울")) expect(words).toContain(word);
});

it("takes accents, case and width for the same", () => {
  expect(searchWords("Ｃafé CAFÉ")).toEqual(["cafe", "cafe"]);
});
