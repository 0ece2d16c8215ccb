import { describe, expect, it } from "vitest";
import {
  checkDependencies,
  checkDialectList,
  checkDialectNames,
  checkLength,
  checkRules,
} from "./tree.ts";

describe("checkDialectNames", () => {
  it.each(['"one"', "'one'", "`one`", '"one@strict"', '"one-more"'])("stops %s", (literal) => {
    const source = { path: "src/check/a.ts", text: `\nf(${literal});` };
    expect(checkDialectNames([source], ["one", "one-more"])).toEqual([
      `src/check/a.ts:2 names the dialect \`${literal.slice(1, -1)}\`.`,
    ]);
  });

  it.each(['"oneself"', '".one/skills"', '"one more"', '// "one"', "const one = 1;"])(
    "lets %s be",
    (text) => {
      expect(checkDialectNames([{ path: "src/check/a.ts", text }], ["one"])).toEqual([]);
    },
  );

  it("lets tests and the dialects themselves use the names", () => {
    const sources = ["src/skill/dialects/one/index.ts", "src/check/a.test.ts"].map((path) => ({
      path,
      text: '"one"',
    }));
    expect(checkDialectNames(sources, ["one"])).toEqual([]);
  });
});

describe("checkDialectList", () => {
  const list = "src/skill/dialects/index.ts";
  const one = { path: "src/skill/dialects/one/index.ts", text: "" };
  const shared = { path: "src/skill/dialects/shared/a.ts", text: "" };

  it("accepts a list that equals the folders, or neither", () => {
    const text =
      'import { one } from "./one/index.ts"; import "./shared/a.ts"; import "./dialect.ts";';
    expect(checkDialectList([{ path: list, text }, one, shared])).toEqual([]);
    expect(checkDialectList([])).toEqual([]);
  });

  it("reports a folder that is not listed, and a name without a folder", () => {
    const text = 'import { two } from "./two/index.ts";';
    expect(checkDialectList([{ path: list, text }, one])).toEqual([
      `${list} does not import \`./one/index.ts\`.`,
      `${list} imports \`two\`, which has no folder.`,
    ]);
    expect(checkDialectList([one])).toEqual([`${list} is missing, but one exists.`]);
  });
});

describe("checkRules", () => {
  const folder = "src/check/lint/rules";
  const rules = [
    { path: `${folder}/index.ts`, text: 'import { a } from "./a.ts";' },
    { path: `${folder}/a.ts`, text: "" },
    { path: `${folder}/a.test.ts`, text: "" },
  ];
  const pages = ["docs/reference/diagnostics/lint/a.md"];

  it("accepts rules that are listed and have a page", () => {
    expect(checkRules(rules, pages)).toEqual([]);
  });

  it("reports a rule that is not listed or has no page", () => {
    expect(checkRules([...rules, { path: `${folder}/b.ts`, text: "" }], pages)).toEqual([
      `${folder}/index.ts does not import \`./b.ts\`.`,
      `${folder}/b.ts has no page docs/reference/diagnostics/lint/b.md.`,
    ]);
  });
});

describe("checkLength", () => {
  const file = { path: "src/a.ts", text: "a\nb\nc\n" };

  it("counts lines without the last line end", () => {
    expect(checkLength([file], 3, {})).toEqual([]);
    expect(checkLength([file], 2, {})).toEqual(["src/a.ts has 3 lines; 2 is the limit."]);
  });

  it("takes a reason, and reports one that is no longer needed", () => {
    expect(checkLength([file], 2, { "src/a.ts": "A table." })).toEqual([]);
    expect(checkLength([file], 3, { "src/a.ts": "A table." })).toEqual([
      "src/a.ts is allowed to be long, but is not.",
    ]);
  });
});

describe("checkDependencies", () => {
  const manifest = {
    dependencies: { a: "1" },
    peerDependencies: { b: "1" },
    devDependencies: { c: "1" },
  };

  it("reports what users get and no decision names", () => {
    expect(
      checkDependencies(manifest, [{ path: "docs/decisions/x.md", text: "`a` and ab" }]),
    ).toEqual(["package.json depends on `b`, of which docs/decisions says nothing."]);
    expect(
      checkDependencies(manifest, [{ path: "docs/decisions/x.md", text: "`a`, `b`" }]),
    ).toEqual([]);
  });
});
