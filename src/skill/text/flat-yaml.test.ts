import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { readFlatYaml } from "./flat-yaml.ts";
import { parseYaml, type ScalarRule } from "./values.ts";

const asText = (plain: string): string => plain;

/** The comment makes the flat reader give up, so that the whole parser answers. */
function parseWhole(text: string, rule: ScalarRule): unknown {
  return parseYaml(`${text}\n# end`, rule);
}

describe("readFlatYaml", () => {
  it.each([
    ["name: a\ndescription: A b, c.\n", { name: "a", description: "A b, c." }],
    [`a: "x: #y"\nb: 'p "q"'\n`, { a: "x: #y", b: 'p "q"' }],
    ["a:   x\n\nb: y", { a: "x", b: "y" }],
    ["a: |\n  one\n    two\n\n  three\n\nb: x\n", { a: "one\n  two\n\nthree\n", b: "x" }],
    ["a: |\n  # no comment: text\n", { a: "# no comment: text\n" }],
    ["url: https://a.b/c?d=e#f\n", { url: "https://a.b/c?d=e#f" }],
    ["a: Grüße 日本\n", { a: "Grüße 日本" }],
    ["a:\nb:\n\nc: x\n", { a: null, b: null, c: "x" }],
    ["a: [x, y z,w]\nb: []\n", { a: ["x", "y z", "w"], b: [] }],
    [
      'a: {"b": ["c", 1, true], "d":{}, "e f" : "g: #h"}\nb: ["x"]\n',
      { a: { b: ["c", "1", "true"], d: {}, "e f": "g: #h" }, b: ["x"] },
    ],
    ["a:\n  - x\n  - 'y'\nb:\n- z\n", { a: ["x", "y"], b: ["z"] }],
    [
      "a:\n  b:\n    c: x\n\n    d: y\n  e: z\nf: 1\n",
      { a: { b: { c: "x", d: "y" }, e: "z" }, f: "1" },
    ],
    ["a:\n  b: |\n    one\n     two\n  c: x\n", { a: { b: "one\n two\n", c: "x" } }],
    ["a: 🧩\nb: x 🧩\r\nc: y\r\n", { a: "🧩", b: "x 🧩", c: "y" }],
    [
      "a: >\n  one\n  two\n\n  three\n\nb: >-\n  x\nc: |-\n  y\n",
      { a: "one two\nthree\n", b: "x", c: "y" },
    ],
    ["a: b\n  c\n\n  d\ne: 'f\n  g\n\n  '\n", { a: "b c\nd", e: "f g\n" }],
    [
      "a:\n  - b: c\n    d:\n      - e\n  - b: f\n  - g\n",
      { a: [{ b: "c", d: ["e"] }, { b: "f" }, "g"] },
    ],
    [
      'a:\n  {\n    "b": { "c": ["d",\n      "e"] },\n  }\nf: [g,\n  h]\n',
      { a: { b: { c: ["d", "e"] } }, f: ["g", "h"] },
    ],
    ["a:\n  b\n\n  c\nd:\n  'e'\nf:\n  - g\n", { a: "b\nc", d: "e", f: ["g"] }],
    [
      "a: [b, C(d:*), e:f 1:2]\nb: <c> [d]\ne: ~5%\n",
      { a: ["b", "C(d:*)", "e:f 1:2"], b: "<c> [d]", e: "~5%" },
    ],
    ["a: 'b''c'\nd: \"e\\n\\\"f\\\"\"\n", { a: "b'c", d: 'e\n"f"' }],
  ])("reads %j", (text, expected) => {
    expect(readFlatYaml(text, asText)).toEqual(expected);
  });

  it.each([
    "",
    "\n",
    "a: \n",
    "a:b\n",
    "a: b: c\n",
    "a: b #c\n",
    "a: b:\n",
    "a: b \n",
    "a: b\n c: d\n",
    "a: [b: c]\n",
    "a: [b, [c]]\n",
    "a: [b,]\n",
    'a: [b, "c"]\n',
    "a: [b] c\n",
    "a: [-b]\n",
    "a:\n  -\n",
    "a:\n  - - b\n",
    "a:\n    b: c\n  d: e\n",
    "a:\n  b: c\n d: e\n",
    "a:\n  b: |\n  c\n",
    "a:\n  |\n  b\n",
    "a:\n  b c:\n",
    "a:\n  b\n  # c\n",
    "a: [b, c: d]\n",
    "a: [b, c:]\n",
    "a:\n   \nb: c\n",
    "a: {b: c}\n",
    'a: {"b": 1, "b": 2}\n',
    'a: {"b": "\\u0041"}\n',
    'a: {"b": 1,}\n',
    'a: {"__proto__": 1}\n',
    'a: {"b": null}\n  c\n',
    "a: - b\n",
    "a: -1\n",
    "a: ?b\n",
    "a: *b\n",
    "a: &b c\n",
    "a: !b c\n",
    "a: @b\n",
    "a: `b`\n",
    "a: %b\n",
    "a: |\n",
    "a: |\nb: c\n",
    "a: |\n\n  b\n",
    "a: |\n    b\n  c\n",
    "a: |\n  b\n   \n  c\n",
    'a: "b\n',
    'a: "b" c\n',
    "a: b\na: c\n",
    "__proto__: b\n",
    "null: b\n",
    "yes: b\n",
    "1: b\n",
    '"a": b\n',
    "a b: c\n",
    "<<: b\n",
    "- a\n",
    "# a\n",
    "a: b\n# c\n",
    "--- a\n",
    "a: b\n...\n",
    "a: b\tc\n",
    "a: \u0085\n",
    "\ufeffa: b\n",
    "just text\n",
    "a: b \n  c\n",
    "a: b\n  # c\n",
    "a: b\n\n  # c\n",
    "a: b\n  c: d\n",
    "a: b\n  c:\n",
    "a: 'b \n  c'\n",
    "a: 'b''\n",
    "a: 'b'c'\n",
    'a: "b\\"\n',
    'a: "b\\x41"\n',
    "a: >+\n  b\n",
    "a: >2\n  b\n",
    "a: >\n  b\n    c\n",
    'a: {"b"\n  : 1}\n',
    'a: {\n"b": 1}\n',
    "a:\n  - b: c\n   d: e\n",
    "a:\n  - b : c\n",
    "a: b\rc: d\n",
    "a: \ud83e\n",
  ])("leaves %j to the whole parser", (text) => {
    expect(readFlatYaml(text, asText)).toBeUndefined();
  });

  const words =
    "a B 1 0 017 1e3 0x1F true no null ~ 12:30 1_0 .5 - : # \" ' | > [ ] { } , * & ! % @ ` ? --- ... \\ / ( ) $ + . é 日";
  const pieces = [
    "name: ",
    "b: ",
    "c: |\n  ",
    'd: "x"',
    "e: 'y'",
    "\nf: ",
    "\ng: |\n  ",
    ": ",
    " #",
  ];
  const blanks = [
    " ",
    "  ",
    "\t",
    "\n",
    "\n ",
    "\n  ",
    "\n    ",
    ":\n  ",
    ":\n- ",
    "\n  - ",
    "[a, b]",
    "[a, b(c:*), d:e]",
    "<b>",
    "[]",
    "\r\n",
    "🧩",
    ": >\n  ",
    ": >-\n  ",
    "\n  - a: ",
    "\n    b: ",
    '{"x": [1,\n "y"]}',
    ":\n  {",
    '"',
    "'",
  ];
  const word = constantFrom(...words.split(" "), ...pieces, ...blanks);
  const document = array(word, { maxLength: 14 }).map((parts) => parts.join(""));

  it.each(["core", "yaml11", "text"] as const)(
    "agrees with the whole parser by the rule %s",
    (rule) => {
      let read = 0;
      assert(
        property(document, (text) => {
          if (readFlatYaml(text, asText) === undefined) return;
          read++;
          expect(parseYaml(text, rule)).toEqual(parseWhole(text, rule));
        }),
        { numRuns: 40_000, seed: 20_261_115 },
      );
      expect(read).toBeGreaterThan(200);
    },
  );
});
