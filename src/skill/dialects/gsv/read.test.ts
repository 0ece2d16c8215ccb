import { describe, expect, it } from "vitest";
import { readDocument } from "../../text/index.ts";
import { parseAs, readAs } from "../reading.ts";
import { resolveMetadata } from "../shared/metadata.ts";
import { gsv, gsvCode } from "./index.ts";

function scan(text: string): unknown {
  const result = parseAs(gsvCode, text);
  return result.ok ? result.parsed : "refused";
}

function namespaceIn(dialect: typeof gsv, metadata: string): unknown {
  const text = `---\nname: a\nmetadata: ${metadata}\n---\n`;
  const { view } = readAs(dialect, readDocument(text));
  const { namespace, data } = resolveMetadata(view, dialect);
  return [namespace, data];
}

function described(dialect: typeof gsv, text: string): unknown {
  return dialect.describe(readAs(dialect, readDocument(text), { path: "skills/tmux/SKILL.md" }));
}

describe("the scanner of lines", () => {
  it.each([
    ["a bare fence", "---\nname: a\n---\nbody\n", { name: "a" }, "body\n"],
    ["carriage returns", "---\rname: a\r---\rbody\r", { name: "a" }, "body\n"],
    ["blanks after the closer", "---\nname: a\n--- \nb", { name: "a" }, " \nb"],
    ["four dashes", "---\nname: a\n----\nb", { name: "a" }, "-\nb"],
    ["nothing between the fences", "---\n\n---\nb", {}, "b"],
    ["no body", "---\nname: a\n---", { name: "a" }, ""],
    ["a comment", "---\n# c: d\nname: a\n---\n", { "# c": "d", name: "a" }, ""],
    ["an indented key", "---\n  name: a\n---\n", { name: "a" }, ""],
    [
      "a colon in the value",
      "---\nhomepage: https://x.y/z\n---\n",
      { homepage: "https://x.y/z" },
      "",
    ],
    ["outer quotes", '---\nname: "a b"\n---\n', { name: "a b" }, ""],
    ["quotes that differ", "---\nname: \"a'\n---\n", { name: "\"a'" }, ""],
    ["a lone quote", '---\nname: "\n---\n', { name: "" }, ""],
    ["an empty value", "---\nname:\n---\n", { name: "" }, ""],
    ["a colon at the start", "---\n: x\nname: a\n---\n", { name: "a" }, ""],
    ["a folded block", "---\ndescription: >\n  folded\n---\n", { description: ">" }, ""],
    [
      "lines below the key",
      "---\ndescription:\n  line one\n  line two\n---\n",
      { description: "line one\n  line two" },
      "",
    ],
    ["a flow list", "---\ntags: [a, b]\n---\n", { tags: "[a, b]" }, ""],
    ["words for yes", "---\nalways: yes\nx: True\n---\n", { always: "yes", x: "True" }, ""],
    [
      "a blank line inside a block",
      '---\nmetadata:\n  {\n\n  "gsv": {} }\n---\n',
      { metadata: "{", '"gsv"': "{} }" },
      "",
    ],
    [
      "a tab as indent",
      '---\nmetadata:\n\t{ "gsv": {} }\n---\n',
      { metadata: '{ "gsv": {} }' },
      "",
    ],
    [
      "a brace at the margin",
      '---\nmetadata:\n  { "gsv": {\n}}\n---\n',
      { metadata: '{ "gsv": {' },
      "",
    ],
  ])("[GSV-01] reads %s", (_title, text, frontmatter, body) => {
    expect(scan(text)).toEqual({ frontmatter, body });
  });

  it.each([
    ["a byte order mark", "\ufeff---\nname: a\n---\nb"],
    ["a blank line first", "\n---\nname: a\n---\nb"],
    ["blanks after the opener", "--- \nname: a\n---\nb"],
    ["fences without a line between", "---\n---\nb"],
    ["no closer", "---\nname: a\nb"],
    ["no fence", "no fence\r\ntext"],
  ])("[GSV-01] [GSV-02] takes the whole file as body after %s", (_title, text) => {
    expect(scan(text)).toEqual({ frontmatter: {}, body: text });
  });

  it("keeps keys of objects as data", () => {
    const result = parseAs(gsvCode, "---\n__proto__: x\nconstructor: y\n---\n");
    expect(result.ok && Object.entries(result.parsed.frontmatter)).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
  });
});

describe("the document's reader", () => {
  it.each([
    ["a byte order mark", "\ufeff---\nname: a\n---\nb"],
    ["blanks after the opener", "--- \nname: a\n---\nb"],
    ["a closer that goes on", "---\nname: a\n---x\nb"],
  ])("[GSV-01] sees no frontmatter after %s", (_title, text) => {
    expect(parseAs(gsv, text)).toEqual({ ok: true, parsed: { frontmatter: {}, body: text } });
  });

  it("[GSV-01] refuses what is no YAML", () => {
    const result = parseAs(gsv, "---\nname: a\ndescription: b: c\n---\n");
    expect(result.ok ? [] : result.problems.map(({ kind }) => kind)).toEqual(["unquoted-text"]);
  });
});

describe("metadata", () => {
  it.each([
    ['{"gsv":{"requires":{"bins":["a",],},},}', ["gsv", { requires: { bins: ["a"] } }]],
    ['{"gsv":[],"clawdbot":{"emoji":"c"}}', ["clawdbot", { emoji: "c" }]],
    ['{"gsv":"s","openclaw":{"emoji":"o"}}', ["openclaw", { emoji: "o" }]],
    ['{"gsv":{"emoji":"a, }"},}', ["gsv", { emoji: "a, }" }]],
    ['{"gsv":{"emoji":"it\'s",},}', ["gsv", { emoji: "it's" }]],
    ["'{\"gsv\":{}}'", ["gsv", {}]],
    ['{"other":{}}', [undefined, undefined]],
    ['{"gsv":{}} // c', [undefined, undefined]],
    ["{gsv: {}}", [undefined, undefined]],
    ["5", [undefined, undefined]],
  ])("[GSV-07] [GSV-08] of %s is read by the program", (metadata, expected) => {
    expect(namespaceIn(gsvCode, metadata)).toEqual(expected);
  });

  it("[GSV-07] [GSV-08] of unquoted flow YAML is read by the document alone", () => {
    expect(namespaceIn(gsv, "{gsv: {emoji: x}}")).toEqual(["gsv", { emoji: "x" }]);
  });
});

describe("name and description", () => {
  it("[GSV-04] [GSV-05] never end in half a character by the document", () => {
    const text = `# T\n\n${"x".repeat(199)}🧩 and more`;
    expect(described(gsv, text)).toEqual({ name: "tmux", description: "x".repeat(199) });
  });

  it("[GSV-04] take a number as text and a boolean as nothing", () => {
    expect(described(gsv, "---\nname: 12\ndescription: d\n---\n")).toEqual({
      name: "12",
      description: "d",
    });
    expect(described(gsv, "---\nname: true\ndescription: d\n---\n")).toEqual({
      name: "tmux",
      description: "d",
    });
  });

  it("[GSV-05] differ on headings after a blank line", () => {
    const text = "# A\n\n# B\n\nText\n";
    expect(described(gsv, text)).toEqual({ name: "tmux", description: "Text" });
    expect(described(gsvCode, text)).toEqual({ name: "tmux", description: "# B" });
  });
});
