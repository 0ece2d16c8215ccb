import { describe, expect, it } from "vitest";
import type { Path } from "../model/index.ts";
import { readDocument } from "./document.ts";
import { locate, mendedInner, placesOf } from "./places.ts";
import { parseYaml } from "./values.ts";

function key(text: string, ...path: Path): string | undefined {
  const span = placesOf(readDocument(text)).key(path);
  return span === undefined ? undefined : text.slice(span.start, span.end);
}

function value(text: string, ...path: Path): string | undefined {
  const span = placesOf(readDocument(text)).value(path);
  return span === undefined ? undefined : text.slice(span.start, span.end);
}

function located(text: string, path: Path, what: "key" | "value"): string {
  const { start, end } = locate(readDocument(text), path, what);
  return text.slice(start, end);
}

describe("placesOf", () => {
  const text = [
    "---",
    "# first",
    "name: a # who",
    "'quoted key': \"v w\"",
    "list:",
    "  - one",
    "  - two: 2",
    "    three: [x, {y: z}]",
    "nested:",
    "  deep:",
    "    deeper: 5",
    "flow: {a: {b: [1, 22]}}",
    "empty:",
    "---",
    "body",
  ].join("\n");

  it.each<[Path, string, string | undefined]>([
    [["name"], "name", "a"],
    [["quoted key"], "'quoted key'", '"v w"'],
    [["list", 0], "one", "one"],
    [["list", 1, "two"], "two", "2"],
    [["list", 1, "three", 1, "y"], "y", "z"],
    [["nested", "deep", "deeper"], "deeper", "5"],
    [["flow", "a", "b", 1], "22", "22"],
    [["flow", "a", "b"], "b", "[1, 22]"],
  ])("finds %j", (path, expectedKey, expectedValue) => {
    expect(key(text, ...path)).toBe(expectedKey);
    expect(value(text, ...path)).toBe(expectedValue);
  });

  it("finds nothing where nothing is", () => {
    expect(key(text, "absent")).toBeUndefined();
    expect(key(text, "name", "below")).toBeUndefined();
    expect(key(text, "list", 7)).toBeUndefined();
    expect(key("# no frontmatter\n", "name")).toBeUndefined();
  });

  it("finds the last of a key given twice, which is the one that counts", () => {
    expect(value("---\na: 1\na: 2\n---\n", "a")).toBe("2");
  });

  it("finds keys that are no text by what they are read as", () => {
    const numbers = "---\n1.0: x\ntrue: y\n0x10: z\n~: n\n---\n";
    const names = Object.keys(readDocument(numbers).frontmatter);
    expect(names).toEqual(["1", "16", "true", "null"]);
    expect(names.map((name) => value(numbers, name))).toEqual(["x", "z", "y", "n"]);
    expect(value(numbers, "1.0")).toBe("x");
  });

  it("follows aliases to what they stand for", () => {
    expect(value("---\na: &x {q: 1}\nb: *x\n---\n", "b", "q")).toBe("1");
  });

  it("counts offsets with carriage returns and a byte order mark", () => {
    expect(value("\ufeff---\r\nname: a\r\nm:\r\n  b: text here\r\n---\r\n", "m", "b")).toBe(
      "text here",
    );
    expect(value("---\rname: a\rm:\r  b: text here\r---\r", "m", "b")).toBe("text here");
  });

  it("points into the text as written where a value had to be mended", () => {
    const broken = "---\ndescription: Use when: asked\nm:\n\tb: deep\nlast: z\n---\n";
    expect(value(broken, "description")).toBe("Use when: asked");
    expect(value(broken, "m", "b")).toBe("deep");
    expect(value(broken, "last")).toBe("z");
    expect(parseYaml(mendedInner(readDocument(broken)))).toEqual({
      ok: true,
      value: { description: "Use when: asked", m: { b: "deep" }, last: "z" },
    });
  });

  it("finds fields of frontmatter that is not closed", () => {
    expect(value("---\nname: a\nb: c\n\n# T\n", "b")).toBe("c");
  });
});

describe("locate", () => {
  const text = "---\nname: a  # who\ntags: [x, y]\nm:\n  b: 1\nlong: |\n  one\n  two\n---\n# T\n";

  it.each<[Path, "key" | "value", string]>([
    [["name"], "key", "name"],
    [["name"], "value", "a"],
    [["tags"], "value", "[x, y]"],
    [["tags", 1], "value", "y"],
    [["m"], "value", "b: 1"],
    [["m", "b"], "value", "1"],
    [["m", "absent"], "value", "m"],
    [["long"], "value", "|\n  one\n  two"],
    [["absent"], "value", "---"],
    [[], "key", "---"],
  ])("underlines %j (%s) as `%s`", (path, what, expected) => {
    expect(located(text, path, what)).toBe(expected);
  });

  it("gives the same place by search as by tree", () => {
    for (const [path, what] of [
      [["name"], "key"],
      [["tags"], "value"],
    ] as const) {
      const document = readDocument(text);
      const places = placesOf(document);
      const span = what === "key" ? places.key(path) : places.value(path);
      expect(locate(document, path, what)).toEqual(span);
    }
  });

  it("does not take a line inside another value for a field", () => {
    const tricky = '---\nd: |\n  x\nq: "\nname: no\n  "\nname: yes-this\n---\n';
    const flow = "---\nm: {a: 1,\nname: no}\nname: this\n---\n";
    expect(located(tricky, ["name"], "value")).toBe("yes-this");
    expect(located(flow, ["name"], "value")).toBe("this");
  });

  it("underlines the last of a key given twice", () => {
    const twice = "---\nname: a\nname: b\n---\n";
    const { start } = locate(readDocument(twice), ["name"], "value");
    expect(start).toBe(twice.indexOf("b"));
  });

  it.each<[string, Path, number]>([
    ["m:\n  a:\n    os: x\n", ["m", "a", "os"], 16],
    ['m: {"a": {"os": "x"}}\n', ["m", "a", "os"], 14],
    ["m:\n  a:\n    os: x\n  b:\n    os: y\n", ["m", "b", "os"], 31],
    ["m:\n  a: 'os: x'\n  os: y\n", ["m", "os"], 22],
    ["m:\n- os: x\nos: y\n", ["m", 0, "os"], 9],
    ["m:\n  macos: y\n  os: x\n", ["m", "os"], 20],
  ])("finds the key of %j that %j means", (inner, path, start) => {
    const document = readDocument(`---\n${inner}---\n`);
    expect(locate(document, path, "key").start).toBe(start);
    expect(locate(document, path, "key")).toEqual(placesOf(document).key(path));
  });

  it.each<[string, Path, string]>([
    ["m:\n  version: 1.0\n", ["m", "version"], "1.0"],
    ["m:\n  date: 2026-01-02\n\nname: x\n", ["m", "date"], "2026-01-02"],
    ["m:\r\n  a:\r\n    os: yes\r\n", ["m", "a", "os"], "yes"],
    ["m:\n  os: a\n    b\n", ["m", "os"], "a\n    b"],
    ["m:\n  os: a\n\n    b\n", ["m", "os"], "a\n\n    b"],
    ["m:\n  os: a # why\n", ["m", "os"], "a"],
    ["m:\n  os: 'a'\n", ["m", "os"], "'a'"],
    ["m: {x: {os: a\n  }}\n", ["m", "x", "os"], "a"],
    ["m:\n- os: a\n", ["m", 0, "os"], "a"],
    ["m: &x\n  os: a\nn: *x\n", ["m", "os"], "a"],
  ])("finds the value of %j that %j means", (inner, path, expected) => {
    const document = readDocument(`---\n${inner}---\n`);
    const span = locate(document, path, "value");
    expect(document.text.slice(span.start, span.end)).toBe(expected);
    expect(span).toEqual(placesOf(document).value(path));
  });

  it("takes lines after a blank one for the value that they go on with", () => {
    expect(located("---\nname: 'a\n\n  b'\n---\n", ["name"], "value")).toBe("'a\n\n  b'");
  });

  it("underlines the first line where there is no frontmatter", () => {
    expect(located("# T\ntext\n", ["name"], "key")).toBe("# T");
    expect(located("", ["name"], "key")).toBe("");
  });
});
