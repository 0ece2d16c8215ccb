import { expect, it } from "vitest";
import { isNameOnWindows } from "./names.ts";

it.each(["SKILL.md", "größe", "console.md", "com10", ".hidden", "a b"])("takes %s", (name) => {
  expect(isNameOnWindows(name)).toBe(true);
});

it.each(["a:stream", "a?", "nul", "CON.md", "com1.txt", "end.", "end ", "tab\t", 'q"'])(
  "refuses %s",
  (name) => {
    expect(isNameOnWindows(name)).toBe(false);
  },
);
