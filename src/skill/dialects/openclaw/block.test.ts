import { describe, expect, it } from "vitest";
import { createRandom } from "../../../../test/support/skill-folders.ts";
import { readBlock } from "./block.ts";

/** Values as people write them, with those among them that are not the text they look like. */
const VALUES = [
  "Does it.",
  "Does it: well.",
  "a:b:c",
  '"in quotes: yes"',
  "'also'",
  "1",
  "007",
  "1.0",
  "1.0.0",
  "1e3",
  "0x10",
  "0o7",
  ".5",
  ".inf",
  "~",
  "null",
  "Null",
  "true",
  "False",
  "yes",
  "2026-01-01",
  "[a, b]",
  "[1, true]",
  "|\n  Line one.\n  Line two: more.",
  "\n  inner: 1\n  other: a:b",
  "\n  inner: |\n    Text.",
  "\n  - one\n  - 2.0",
  '{"openclaw": {"always": true}}',
  '\n  {\n    "openclaw": { "always": true,\n      "bins": ["a", "b"] },\n  }',
  "[a,\n  b]",
  ">\n  Line one.\n  Line two: more.\n\n  Line three.",
  ">-\n  Line one.",
  "|-\n  Line one.\n\n  Line two.",
  "\n  inner: >\n    Text.",
  "\n  inner: >-\n    Text.\n  other: |-\n    Text.",
  "\n  - inner: >-\n      Text.\n    other: 1\n  - one",
  "Does it\n  and more\n\n  of it.",
  "'Does it\n  and more.\n\n  '",
  "'it''s'",
  '"a \\"b\\" \\n c"',
  "🧩 Does it.",
  "",
];
const KEYS = ["name", "description", "metadata", "homepage", "version", "read_when", "x-y"];

function valuesOf(block: string): object | string {
  const result = readBlock(block);
  return result.ok ? result.values : result.failure.message;
}

describe("readBlock", () => {
  it("reads plain blocks as the whole parser does, which a comment calls for", () => {
    const random = createRandom(3);
    for (let count = 0; count < 1200; count++) {
      const lines = random
        .sample(KEYS, random.integer(1, 5))
        .map((key) => `${key}: ${random.pick(VALUES)}`.replace(/: \n/, ":\n").replace(/: $/, ":"));
      const block = lines.join("\n") + (random.chance(0.5) ? "\n" : "");
      expect(valuesOf(block), block).toEqual(valuesOf(`# By hand.\n${block}`));
    }
  });
});
