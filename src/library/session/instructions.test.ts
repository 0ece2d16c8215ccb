import { describe, expect, it } from "vitest";
import { type CallValues, renderInstructions, splitArguments } from "./instructions.ts";

function render(body: string, values: Partial<CallValues> = {}): string {
  return renderInstructions(body, ["arguments"], { baseDir: "/skills/a", ...values });
}

describe("renderInstructions", () => {
  it("[OC-05] puts the folder of the skill in the place of {baseDir}", () => {
    const body = "Run {baseDir}/run.sh, then `{baseDir}`; not ${baseDir} or {basedir}.";
    expect(renderInstructions(body, ["base-dir"], { baseDir: "/s/$&" })).toBe(
      "Run /s/$&/run.sh, then `/s/$&`; not $/s/$& or {basedir}.",
    );
  });

  it("[OC-05] leaves a body alone that its system has no placeholders for", () => {
    expect(renderInstructions("{baseDir} $ARGUMENTS", [], { baseDir: "/s" })).toBe(
      "{baseDir} $ARGUMENTS",
    );
  });

  it.each([
    ["$ARGUMENTS", 'a "b c"', 'a "b c"'],
    ["$0 and $1", 'a "b c"', "a and b c"],
    ["$ARGUMENTS[1]", "a b", "b"],
    ["$2 $ARGUMENTS[7] $0", "a", "$2 $ARGUMENTS[7] a"],
    ["$ARGUMENTSX $0x $10 $0", "a", "$ARGUMENTSX $0x $10 a"],
    ["\\$0 \\\\$0 \\\\\\$0 $0", "a", "$0 \\\\a \\\\$0 a"],
    ["$0", "$ARGUMENTS", "$ARGUMENTS"],
  ])("fills %j for `%s`", (body, typed, text) => {
    expect(render(body, { arguments: typed })).toBe(text);
  });

  it.each([
    ["all arguments", "$ARGUMENTS ".repeat(7000), {}],
    ["an argument", "$name ".repeat(7000), { argumentNames: ["name"] }],
    ["its folder", "{baseDir} ".repeat(7000), { baseDir: "y".repeat(60_000) }],
  ])("[BX-14] refuses what would fill to 400 MB with %s", (_, body, more) => {
    const values = { baseDir: "/s", arguments: "y".repeat(60_000), ...more };
    expect(() => renderInstructions(body, ["base-dir", "arguments"], values)).toThrow(
      /longer than 4 million/u,
    );
  });

  it("fills names in their order, and with nothing where no word was typed", () => {
    const argumentNames = ["file", "files", "to"];
    expect(
      render("$file, $files, <$to>, $file-x, $filed, $file[0], \\$file", {
        arguments: "a b",
        argumentNames,
      }),
    ).toBe("a, b, <>, a-x, $filed, $file[0], $file");
  });

  it("adds the arguments at the end where the text has no place for them", () => {
    expect(render("Do it.\n", { arguments: "now" })).toBe("Do it.\n\nARGUMENTS: now\n");
    expect(render("Do it.\n", { arguments: " " })).toBe("Do it.\n");
    expect(render("Do it.\n")).toBe("Do it.\n");
  });

  it("fills variables, whatever stands before them, and leaves unknown ones", () => {
    const variables = { CLAUDE_SKILL_DIR: "/skills/a" };
    expect(render("${CLAUDE_SKILL_DIR} \\${CLAUDE_SKILL_DIR} ${OTHER}", { variables })).toBe(
      "/skills/a \\/skills/a ${OTHER}",
    );
  });
});

describe("splitArguments", () => {
  it.each([
    ["", []],
    ["  a   b ", ["a", "b"]],
    [`'a b' "c d"`, ["a b", "c d"]],
    [`a'b'"c"`, ["abc"]],
    [`"a\\"b" 'a\\b' a\\ b`, ['a"b', "a\\b", "a b"]],
    [`'' ""`, ["", ""]],
    [`"open a`, ["open a"]],
    ["end\\", ["end\\"]],
  ])("splits %j", (text, words) => {
    expect(splitArguments(text)).toEqual(words);
  });
});
