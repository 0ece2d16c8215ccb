import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../model/index.ts";
import { readDocument } from "./document.ts";
import { renderFrontmatter, renderYaml, rewriteFrontmatter, type WriteStyle } from "./rewrite.ts";
import { parseYaml } from "./values.ts";

const yaml: WriteStyle = { allowsFlow: true, jsonKeys: [] };
const block: WriteStyle = { allowsFlow: false, jsonKeys: [] };
const json: WriteStyle = { allowsFlow: true, jsonKeys: ["metadata"] };

function rewrite(text: string, desired: JsonObject, style: WriteStyle = yaml): string {
  return rewriteFrontmatter(readDocument(text), desired, style);
}

/** Lines of a file whose frontmatter they are. */
function file(...lines: readonly string[]): string {
  return ["---", ...lines, "---", "", "# Body", ""].join("\n");
}

describe("rewriteFrontmatter", () => {
  it("[BX-02] leaves a file alone that already says it", () => {
    const text = file(
      "# who",
      "name:   'a'   # the name",
      "description: >-",
      "  Folds",
      "  here.",
      "tags: [a,  b]",
      'metadata: {"x": {"y": 1},}',
      "list:",
      "- one",
      "-   two",
    );
    expect(rewrite(text, readDocument(text).frontmatter)).toBe(text);
  });

  it("changes only the entry that differs", () => {
    const text = file("# who", "name: a", "# what", "description:  'D' # note", "x: [1,  2]");
    expect(rewrite(text, { name: "b", description: "D", x: [1, 2] })).toBe(
      text.replace("name: a", "name: b"),
    );
  });

  describe("a list of maps", () => {
    const text = file(
      "list:",
      "  # first",
      "  - name: a # who",
      "    required: true # must",
      "  - name: b",
      "    help: 'H'",
      "x: 1",
    );
    const a = { name: "a", required: true };
    const b = { name: "b", help: "H" };
    it.each([
      [
        "changes one value of one item",
        [{ ...a, required: false }, b],
        ["true # must", "false # must"],
      ],
      ["changes the value beside the dash", [{ ...a, name: "c" }, b], ["a # who", "c # who"]],
      ["adds an entry to an item", [a, { ...b, type: "text" }], ["'H'\n", "'H'\n    type: text\n"]],
      ["takes an item away", [a], ["  - name: b\n    help: 'H'\n", ""]],
      [
        "adds an item at the end",
        [a, b, { name: "c", help: "x" }],
        ["'H'\n", "'H'\n  - name: c\n    help: x\n"],
      ],
      ["adds an item between", [a, { name: "c" }, b], ["  - name: b", "  - name: c\n  - name: b"]],
    ] as const)("%s and keeps the rest", (_, list, [from, to]) => {
      expect(rewrite(text, { list: [...list], x: 1 })).toBe(text.replace(from, to));
    });

    it("is written anew where its first entry goes", () => {
      const written = rewrite(text, { list: [{ required: true }, b], x: 1 });
      expect(readDocument(written).frontmatter).toEqual({ list: [{ required: true }, b], x: 1 });
    });
  });

  it("keeps the comment behind a value that changes", () => {
    const text = file('name: "a" # who', "version: 1.0 # 1.1 is next");
    expect(rewrite(text, { name: "b: c", version: "1.1" })).toBe(
      file('name: "b: c" # who', 'version: "1.1" # 1.1 is next'),
    );
  });

  it.each([
    ["a block map", ["b:", "  c: 2", "  # inside"], ["  # inside"]],
    ["a list at the margin", ["b:", "- x", "- y # c"], []],
    ["a literal block", ["b: |", "  c: 2", ""], [""]],
    ["a literal block that keeps its end", ["b: |+", "  c: 2", "", ""], []],
    ["a flow map over lines", ["b: {q: 1,", "  r: 2}"], []],
    ["text over lines", ["b: q", "  r", "  s"], []],
    ["quoted text over lines", ['b: "q', '  r"'], []],
    ["an empty value", ["b:"], []],
    ["a key given as question", ["? b", ": 1"], []],
    ["a key given twice", ["b: 1", "b: 2"], []],
  ])("removes %s and no more", (_what, entry, left) => {
    const text = file("a: 1", ...entry, "# before d", "d: 3");
    expect(rewrite(text, { a: 1, d: 3 })).toBe(file("a: 1", ...left, "# before d", "d: 3"));
  });

  it("adds new entries behind the others, also in nested maps", () => {
    const text = file("m:", "    deep:", "        x: 1", "    # last", "    other: 2", "a: 1");
    const desired = {
      m: { deep: { x: 1, list: [1, "two"] }, other: 2, z: { k: "v" } },
      a: 1,
      b: 2,
    };
    expect(rewrite(text, desired)).toBe(
      file(
        "m:",
        "    deep:",
        "        x: 1",
        "        list:",
        "          - 1",
        "          - two",
        "    # last",
        "    other: 2",
        "    z:",
        "      k: v",
        "a: 1",
        "b: 2",
      ),
    );
  });

  it("keeps the comments of a nested map in which one entry changes", () => {
    const text = file("m: # c1", "  # c2", "  a: 1 # c3", "  b: 2");
    expect(rewrite(text, { m: { a: 5, b: 2 } })).toBe(
      file("m: # c1", "  # c2", "  a: 5 # c3", "  b: 2"),
    );
  });

  it("keeps the line ends of the file", () => {
    const text = "---\r\na: 1\r\nm:\r\n  x: 1\r\n---\r\nbody\r\n";
    const result = rewrite(text, { a: 1, m: { x: 1, long: "one\ntwo" }, b: "new" });
    expect(result).toBe(
      "---\r\na: 1\r\nm:\r\n  x: 1\r\n  long: |-\r\n    one\r\n    two\r\nb: new\r\n---\r\nbody\r\n",
    );
    expect(readDocument(result).frontmatter).toEqual({
      a: 1,
      m: { x: 1, long: "one\ntwo" },
      b: "new",
    });
  });

  it("keeps a lone carriage return as the line end", () => {
    const result = rewrite("---\ra: 1\rb: 2\r---\rbody", { b: 2, c: 3 });
    expect(result).toBe("---\rb: 2\rc: 3\r---\rbody");
  });

  it("keeps a byte order mark", () => {
    expect(rewrite("\ufeff---\na: 1\n---\n", { a: 2 })).toBe("\ufeff---\na: 2\n---\n");
    expect(rewrite("\ufeff# T\n", { a: 2 })).toBe("\ufeff---\na: 2\n---\n# T\n");
  });

  it("keeps the last of a key given twice, also inside a map", () => {
    expect(rewrite(file("a: 1", "a: 2"), { a: 2 })).toBe(file("a: 2"));
    expect(rewrite(file("m:", "  a: 1", "  a: 2"), { m: { a: 2 } })).toBe(file("m:", "  a: 2"));
    expect(rewrite(file("m: {a: 1, a: 2}"), { m: { a: 2 } })).toBe(file("m:", "  a: 2"));
  });

  it("writes aliases out when an edit could take their anchor away", () => {
    const text = file("a: &x {q: 1}", "b: *x", "c: 1");
    expect(rewrite(text, { a: { q: 1 }, b: { q: 1 }, c: 1 })).toBe(text);
    expect(rewrite(text, { b: { q: 1 }, c: 1 })).toBe(file("b:", "  q: 1", "c: 1"));
  });

  it("writes flow collections, anchors and tags in block style where the reader refuses them", () => {
    const text = file("a: [x, z]", "m:", "  b: {c: 1}", "  d: !!str 5", "  e: &n text", "f: plain");
    const desired = { a: ["x", "z"], m: { b: { c: 1 }, d: "5", e: "text" }, f: "plain" };
    expect(rewrite(text, desired, { ...block, seen: desired })).toBe(
      file("a:", "  - x", "  - z", "m:", "  b:", "    c: 1", '  d: "5"', "  e: text", "f: plain"),
    );
  });

  it("writes the keys that hold JSON on one line", () => {
    const text = file("metadata:", "  a:", "    b: 1");
    expect(rewrite(text, { metadata: { a: { b: 2 } } }, json)).toBe(
      file('metadata: {"a":{"b":2}}'),
    );
    expect(rewrite(file("x: 1"), { x: 1, metadata: { a: ["b"] } }, json)).toBe(
      file("x: 1", 'metadata: {"a":["b"]}'),
    );
  });

  it("goes by what the reader sees, not by what YAML says", () => {
    const text = file("version: 1.0", "flag: yes");
    const seen = { version: "1.0", flag: "yes" };
    expect(rewrite(text, seen, { ...block, seen })).toBe(text);
    expect(rewrite(text, seen, block)).toBe(file('version: "1.0"', "flag: yes"));
  });

  it("takes entries from the style where it has its own way of writing", () => {
    const style: WriteStyle = {
      ...yaml,
      entry: (key, value) => (key === "a" ? `a = ${JSON.stringify(value)}` : undefined),
    };
    expect(rewrite(file("a: 1", "m:", "  x: 1"), { a: 2, m: { x: 1 }, b: 3 }, style)).toBe(
      file("a = 2", "m:", "  x: 1", "b: 3"),
    );
  });

  it("writes whole entries, or everything, anew where it is told to", () => {
    const text = file("# c0", "a: 1 # c1", "m: # c2", "  x: 1 # c3", "  w: 2", "z: 1 # c4");
    const desired = { a: 2, m: { x: 1, w: 3 }, z: 1 };
    expect(rewrite(text, desired, { ...yaml, keeps: "entries" })).toBe(
      file("# c0", "a: 2", "m:", "  x: 1", "  w: 3", "z: 1 # c4"),
    );
    expect(rewrite(text, desired, { ...yaml, keeps: "nothing" })).toBe(
      file("a: 2", "m:", "  x: 1", "  w: 3", "z: 1"),
    );
  });

  it("makes frontmatter for a file that has none, and none for nothing", () => {
    expect(rewrite("# T\n\nText\n", { name: "a" })).toBe("---\nname: a\n---\n# T\n\nText\n");
    expect(rewrite("# T\r\n", { name: "a" })).toBe("---\r\nname: a\r\n---\r\n# T\r\n");
    expect(rewrite("# T\n", {})).toBe("# T\n");
    expect(rewrite("", { name: "a" })).toBe("---\nname: a\n---\n");
  });

  it("empties the frontmatter", () => {
    expect(rewrite("---\na: 1\nb:\n  c: 1\n---\nx", {})).toBe("---\n---\nx");
    expect(rewrite("---\n{a: 1}\n---\nx", {})).toBe("---\n---\nx");
  });

  it("closes what was not closed", () => {
    expect(rewrite("---\na: 1\nb: 2", { a: 1, b: 2 })).toBe("---\na: 1\nb: 2\n---\n");
    expect(rewrite("---\na: 1\nb: 2", { b: 2, c: 3 })).toBe("---\nb: 2\nc: 3\n---\n");
    expect(rewrite("---\na: 1\n\n# T\n", { a: 2 })).toBe("---\na: 2\n---\n\n# T\n");
  });

  it("moves text before the fence into the instructions", () => {
    expect(rewrite("\n\n---\na: 1\n---\nx\n", { a: 1 })).toBe("---\na: 1\n---\nx\n");
    expect(rewrite("<!-- made -->\n\n---\na: 1\n---\nx\n", { a: 1 })).toBe(
      "---\na: 1\n---\n\n<!-- made -->\nx\n",
    );
  });

  it("leaves what is no frontmatter in the instructions", () => {
    const list = "---\n- a\n- b\n---\nx\n";
    expect(rewrite(list, { name: "a" })).toBe(`---\nname: a\n---\n${list}`);
  });

  it("mends what strict YAML refuses", () => {
    expect(rewrite(file("d: Use when: x", "m:", "\tb: 1"), { d: "Use when: x", m: { b: 1 } })).toBe(
      file('d: "Use when: x"', "m:", "  b: 1"),
    );
    const broken = file("a: 1", "b: |", " x", "  y: [", "c: 'open", "d: 2");
    const { frontmatter } = readDocument(broken);
    expect(readDocument(rewrite(broken, frontmatter)).problems).toEqual([]);
  });

  it("writes keys of any kind", () => {
    const desired = JSON.parse(
      '{"__proto__":1,"constructor":"c","a b":2,"1":3,"":4}',
    ) as JsonObject;
    const result = rewrite(file("x: 1"), desired);
    expect(JSON.stringify(readDocument(result).frontmatter)).toBe(JSON.stringify(desired));
  });
});

const keys = ["name", "description", "metadata", "a", "b", "x-y", "with space"];
const scalars = fc.oneof(
  fc.string(),
  fc.constantFrom("yes", "1.0", "a: b", "# c", "'q'", "---", "a\nb\n", "  x ", "[a]", "~", "é", ""),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keys, "c"), tie("value"), { maxKeys: 3 }),
  ),
})).value;
const frontmatters = fc.dictionary(fc.constantFrom(...keys), values, {
  maxKeys: 5,
}) as fc.Arbitrary<JsonObject>;

/** Ways in which people write the same values. */
const writings: readonly ((value: JsonObject) => string)[] = [
  (value) => renderYaml(value),
  (value) => renderFrontmatter(value, json),
  (value) => `# top\n${renderYaml(value).replace(/^(\w+:.*[^|>+-])$/gm, "$1")}\n# end`,
  (value) =>
    Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${JSON.stringify(item)}`)
      .join("\n"),
  (value) => `{${JSON.stringify(value).slice(1, -1)}}`,
];

describe("any frontmatter", () => {
  it("[BX-02] is rewritten to any other, in any style and with any line ends", () => {
    fc.assert(
      fc.property(
        frontmatters,
        frontmatters,
        fc.constantFrom(...writings),
        fc.constantFrom(yaml, block, json),
        fc.constantFrom("\n", "\r\n", "\r"),
        (before, after, write, style, eol) => {
          const inner = Object.keys(before).length === 0 ? "" : `${write(before)}\n`;
          const text = `---\n${inner}---\n# Body\n`.replaceAll("\n", eol);
          const document = readDocument(text);
          const both = { ...before, ...after };
          const result = rewriteFrontmatter(document, both, style);
          const read = readDocument(result);
          expect(read.frontmatter).toEqual(both);
          expect(result.slice(read.bodyStart)).toBe(`# Body${eol}`);
          expect(readDocument(rewriteFrontmatter(read, after, style)).frontmatter).toEqual(after);
          expect(rewriteFrontmatter(read, both, style)).toBe(result);
        },
      ),
      { seed: 20261115, numRuns: 600 },
    );
  });

  it("is written so that readers of YAML 1.1 see the same text", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), scalars, { maxKeys: 4 }), (value) => {
        const text = renderYaml(value);
        expect(parseYaml(text, "yaml11")).toEqual({ ok: true, value });
        expect(parseYaml(text, "core")).toEqual({ ok: true, value });
      }),
      { seed: 20261115, numRuns: 600 },
    );
  });
});
