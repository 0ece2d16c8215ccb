import { expect, it } from "vitest";
import { oneLine } from "./printable.ts";

it.each([
  ["blanks", " "],
  ["tabs", "\t"],
  ["blanks that do not break", "\u00a0"],
  ["wide blanks", "\u3000"],
  ["empty patterns of Braille", "\u2800"],
  ["fillers of Hangul", "\u3164"],
])("[BX-14] a value cannot push what stands before it off the screen: %s", (_name, blank) => {
  const shown = oneLine(`./notes.txt${blank.repeat(4000)}and more`);
  expect(shown.length).toBeLessThan(80);
  expect(shown).toMatch(/^\.\/notes\.txt.*and more$/u);
});

it("keeps the few blanks of a page of columns", () => {
  const line = `  name${" ".repeat(30)}version`;
  expect(oneLine(line)).toBe(line);
});
