import { describe, expect, it } from "vitest";
import { decodeText } from "./decode.ts";
import { applyEdits, offsetBefore } from "./edit.ts";
import { lineStarts, positionAt } from "./lines.ts";
import { renderTemplate, undeclaredPlaceholders } from "./placeholders.ts";
import { parseRelaxedJson } from "./relaxed-json.ts";
import { findRefusedStyle } from "./strict-style.ts";
import { parseYaml } from "./values.ts";

describe("lines", () => {
  it("counts lines over every kind of line end", () => {
    const starts = lineStarts("a\nb\r\nc\rd");
    expect(starts).toEqual([0, 2, 5, 7]);
    expect(positionAt(starts, 6)).toEqual({ line: 3, column: 2, offset: 6 });
  });
});

describe("edits", () => {
  it("applies what does not overlap and maps offsets back", () => {
    const edits = [
      { start: 1, end: 2, text: "XYZ" },
      { start: 4, end: 4, text: "!" },
    ];
    expect(applyEdits("abcdef", edits).text).toBe("aXYZcd!ef");
    expect(offsetBefore(edits, 0)).toBe(0);
    expect(offsetBefore(edits, 4)).toBe(2);
    expect(offsetBefore(edits, 8)).toBe(5);
  });

  it("leaves the later of two overlapping edits for another pass", () => {
    const edits = [
      { start: 0, end: 3, text: "x" },
      { start: 2, end: 4, text: "y" },
    ];
    expect(applyEdits("abcdef", edits)).toEqual({ text: "xdef", applied: [edits[0]] });
  });
});

describe("decodeText", () => {
  it("reads Latin-1 bytes as well as it can and says so", () => {
    const decoded = decodeText(new Uint8Array([0x63, 0x61, 0x66, 0xe9]));
    expect(decoded.text).toBe("caf\ufffd");
    expect(decoded.problems).toMatchObject([{ kind: "not-utf8", start: 3 }]);
  });

  it("reads UTF-16 by its mark", () => {
    const decoded = decodeText(new Uint8Array([0xff, 0xfe, 0x61, 0, 0x62, 0]));
    expect(decoded.text).toBe("ab");
    expect(decoded.problems[0]?.kind).toBe("not-utf8");
  });

  it("takes an honest replacement character for text", () => {
    expect(decodeText(new TextEncoder().encode("a\ufffdb")).problems).toEqual([]);
  });
});

describe("parseRelaxedJson", () => {
  it.each([
    ['{"a": [1, 2,],}', "trailing-commas", { a: [1, 2] }],
    ['{"a": "x,] y",}', "trailing-commas", { a: "x,] y" }],
    ["{'a': 1}", "trailing-commas", undefined],
    ["{'a': 1}", "json5", { a: 1 }],
    ["{a: 1, // c\n b: [2,]}", "json5", { a: 1, b: [2] }],
    ["{a: b}", "json5", undefined],
    ["", "json5", undefined],
  ] as const)("[GSV-07] reads %j by %s", (text, leniency, value) => {
    expect(parseRelaxedJson(text, leniency)).toEqual(value);
  });
});

describe("parseYaml", () => {
  it("[AF-02] reads YAML 1.1 as Python does", () => {
    const text = "a: yes\nb: Off\nc: 017\nd: 1_000\ne: 12:30\nf: 1e3\ng: 2024-01-01\nh: 1.5\n";
    expect(parseYaml(text, "yaml11")).toEqual({
      ok: true,
      value: { a: true, b: false, c: 15, d: 1000, e: 750, f: "1e3", g: "2024-01-01", h: 1.5 },
    });
  });

  it("keeps every scalar as text where asked", () => {
    expect(parseYaml("a: 007\nb: true\nc: ~\n", "text")).toEqual({
      ok: true,
      value: { a: "007", b: "true", c: "~" },
    });
  });

  it("answers with a reason and an offset, also for endless nesting", () => {
    const bad = parseYaml("a: [1\nb: 2\n");
    expect(bad).toMatchObject({ ok: false });
    const deep = parseYaml("[".repeat(50_000));
    expect(deep.ok).toBe(false);
  });

  it.each(["a: &a [*a]", "a: &a\n  b: [1, {c: *a}]", "a: &a[*a]", "&a\n- *a"])(
    "[BX-14] refuses a value that holds itself: %j",
    (text) => {
      expect(parseYaml(text)).toMatchObject({ ok: false });
    },
  );

  it("[BX-14] takes what aliases share, in the time of what is written", () => {
    const levels = Array.from(
      { length: 40 },
      (_, level) => `- &a${level + 1} [*a${level}, *a${level}]`,
    );
    expect(parseYaml(["- &a0 [x]", ...levels].join("\n")).ok).toBe(true);
  });
});

describe("findRefusedStyle", () => {
  it.each([
    ["a: [x]\n", "flow"],
    ["a:\n  {b: c}\n", "flow"],
    ["a: &x b\n", "anchor"],
    ["a: *x\n", "alias"],
    ["a: !!str b\n", "tag"],
    ["a:\n  - [b]\n", "flow"],
    ["a:\n  - b: {c: d}\n", "flow"],
    ["a: b\tc\n", "tab"],
    ["a:\tb\n", "tab"],
    ["a: b\t\n", "tab"],
    ["a: b\t# c\n", "tab"],
    ['a: "b"\t# c\n', "tab"],
    ["a: b\n\t\nc: d\n", "tab"],
    ["a: b\n  go\ton\n", "tab"],
    ['a: b\n  "go\ton"\n', "tab"],
    ["a:\n  -\tb\n", "tab"],
    ["a: |\n  b\n\t\nc: d\n", "tab"],
    ["a: |\n  b\n \tc\n", "tab"],
    ["a: |\t# c\n  b\n", "tab"],
    ["\t# c\na: b\n", "tab"],
  ])("[BX-05] finds %j", (text, kind) => {
    expect(findRefusedStyle(text)?.kind).toBe(kind);
  });

  it.each([
    "a: b [c]\n",
    'a: "[x]"\n',
    "a: |\n  [x]\n  {y}\nb: c\n",
    "a: text that\n  [goes] on\n",
    "a:\n  - b\n  - 'c [d]'\n",
    "# [x]\na: b\n",
    'a: "b\tc"\n',
    'a: "b \\" \tc\n  d\te" # f\tg\nh: i\n',
    "a: 'b''\tc'\n",
    '"a\tb": c\n',
    "a: |\n  b\tc\n  \t\n   \td\ne: f\n",
    "# a\tb\na: b # c\td\n",
    "a:\n  - 'b\tc'\n",
  ])("passes %j", (text) => {
    expect(findRefusedStyle(text)).toBeUndefined();
  });
});

describe("placeholders", () => {
  it("[AF-06] substitutes once: value, then default, then nothing", () => {
    const inputs = [{ name: "a", default: "d" }, { name: "b" }, { name: "x-y" }];
    const body = "{{a}}|{{b}}|{{x-y}}|{{ a }}|{{no}}|{{{a}}}";
    expect(renderTemplate(body, inputs, { b: "{{a}} $1", "x-y": "" })).toBe(
      "d|{{a}} $1||{{ a }}||{d}",
    );
  });

  it("[AF-07] names undeclared placeholders, sorted and once", () => {
    expect(undeclaredPlaceholders("{{b}} {{a}} {{b}} {{c}} {{x-y}}", new Set(["c"]))).toEqual([
      "a",
      "b",
    ]);
  });
});
