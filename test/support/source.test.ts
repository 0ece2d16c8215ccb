import { describe, expect, it } from "vitest";
import { findPieces, maskSource, stringLiterals } from "./source.ts";

function pieces(text: string): readonly string[] {
  return findPieces(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
}

describe("findPieces", () => {
  it.each([
    ["a line comment", 'x // "no"\n"yes"', ['comment // "no"', 'string "yes"']],
    ["a block comment", "/* 'no'\n */ 'yes'", ["comment /* 'no'\n */", "string 'yes'"]],
    ["a string with a comment in it", '"// no"', ['string "// no"']],
    ["an escaped quote", String.raw`"a\"b" 'c'`, [String.raw`string "a\"b"`, "string 'c'"]],
    [
      "a regular expression with quotes",
      'a.replace(/["`]/g, "x")',
      ['regex /["`]/g', 'string "x"'],
    ],
    ["a regular expression after a word", "return /'/u.test(a)", ["regex /'/u"]],
    ["a slash in a class of characters", "= /[/'\"]/ + 'x'", ["regex /[/'\"]/", "string 'x'"]],
    ["a division", 'a / b / "c"', ['string "c"']],
    ["a division after a bracket", '(a) / b / "c"', ['string "c"']],
    ["a template", '`a "b" c` + "d"', ['template `a "b" c`', 'string "d"']],
    [
      "a template with a string inside",
      '`a${f("b")}c`',
      ["template `a${", 'string "b"', "template }c`"],
    ],
    [
      "templates in templates and braces",
      "`a${ { b: `c${d}e` } }f` 'g'",
      ["template `a${", "template `c${", "template }e`", "template }f`", "string 'g'"],
    ],
    ["a dollar in a template", "`a$b` 'c'", ["template `a$b`", "string 'c'"]],
  ])("reads %s", (_, text, expected) => {
    expect(pieces(text)).toEqual(expected);
  });
});

describe("maskSource", () => {
  it("keeps code, strings and offsets", () => {
    expect(maskSource('a /* b */ "c" /d/\n// e\nf')).toBe('a         "c" /d/\n    \nf');
    expect(maskSource("x = /d/")).toBe("x =    ");
  });
});

describe("stringLiterals", () => {
  it("returns values with lines, and leaves comments out", () => {
    expect(stringLiterals('// "a"\nf("b", `c`)')).toEqual([
      { value: "b", line: 2 },
      { value: "c", line: 2 },
    ]);
  });
});
