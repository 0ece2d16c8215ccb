import { expect, it } from "vitest";
import { findReaders } from "./vocabulary.ts";

it.each([
  ["allowed-tools", ["Personal MCP", "Claude"]],
  ["disallowed-tools", ["Personal MCP", "Claude"]],
  ["compatibility", ["Personal MCP", "Agent Skills"]],
])("[BX-01] names as readers of `%s` only systems on which it has an effect", (key, titles) => {
  expect(findReaders(key)).toEqual(titles);
});
