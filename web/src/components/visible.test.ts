import { expect, it } from "vitest";
import { visible } from "./visible.ts";

it("shows marks that turn the direction of text, and leaves all other text alone", () => {
  expect(visible("safe\u202egpj.exe")).toBe("safe[U+202E]gpj.exe");
  expect(visible("\u2066a\u2069\u061c")).toBe("[U+2066]a[U+2069][U+061C]");
  expect(visible("שלום, 世界 👩‍💻")).toBe("שלום, 世界 👩‍💻");
});
