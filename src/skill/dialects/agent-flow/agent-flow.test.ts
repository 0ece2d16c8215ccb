import { describe, expect, it } from "vitest";
import { readDocument } from "../../text/index.ts";
import { parseAs, readAs, skillOf } from "../reading.ts";
import { findViolations } from "../shared/check.ts";
import { agentFlow, agentFlowCode } from "./index.ts";

function findings(text: string, directory = "a"): readonly (readonly [string, string, string])[] {
  return findViolations(readAs(agentFlow, readDocument(text), { directory })).map((item) => [
    item.severity,
    item.field ?? item.path.join("."),
    item.rule,
  ]);
}

describe("names", () => {
  it.each(["a", "1", "test123", "my-skill-name", "a".repeat(64)])("[AF-05] takes %s", (name) => {
    expect(agentFlow.checkName(name)).toEqual({ isValid: true, normalized: name });
  });

  it.each([
    "A",
    "İ",
    "a_b",
    "a.b",
    "é",
    "../../../etc/passwd",
    "-a",
    "a-",
    "a--b",
    "abc\n",
    "a".repeat(65),
  ])("[AF-05] refuses %j", (name) => {
    expect(agentFlow.checkName(name).isValid).toBe(false);
  });

  it.each([
    ["a/b", "ab"],
    ["Tab\there", "tabhere"],
    ["ArticleSummary", "articlesummary"],
    ["中文", "skill"],
    ["--", "skill"],
    ["a - b", "a-b"],
    ["Élan", "lan"],
    ["-article---summary-", "article-summary"],
  ])("[AF-05] normalizes %j to %s", (name, expected) => {
    expect(agentFlow.checkName(name).normalized).toBe(expected);
  });

  it("[AF-05] cuts what it makes of a long name, as the program does not", () => {
    const long = "x".repeat(70);
    expect(agentFlow.checkName(long).normalized).toBe("x".repeat(64));
    expect(agentFlowCode.checkName(long)).toMatchObject({ isValid: false, normalized: long });
  });
});

describe("parsing", () => {
  it.each([
    ["---\nname: a\n---", { name: "a" }, ""],
    ["---\nname: a\nname: b\n---\nx", { name: "b" }, "x"],
    ["---\n# c\n---\nb", {}, "b"],
    ["\ufeff---\nname: a\n---\nb", {}, "\ufeff---\nname: a\n---\nb"],
    ["---\nd: 2024-01-01\nk: yes\n---\n", { d: "2024-01-01", k: true }, ""],
    [
      "---\nname: a\ndescription: x --- y\n---\nbody",
      { name: "a", description: "x --- y" },
      "body",
    ],
  ])("[AF-02] reads %j", (text, frontmatter, body) => {
    const result = parseAs(agentFlow, text);
    expect(result.ok && result.parsed).toEqual({ frontmatter, body });
  });

  it.each([
    "---\n- a\n- b\n---\nbody",
    "---\njust text\n---\nbody",
    "  \n",
    "---\na: [broken\n---\n",
  ])("[AF-02] refuses %j", (text) => {
    expect(parseAs(agentFlow, text).ok).toBe(false);
  });

  it.each([
    ["---\nname: a\n---body", { name: "a" }, "body"],
    ["---  name: a\n---\nb", { name: "a" }, "b"],
    ["---\nname: a\n", {}, "---\nname: a"],
  ])("[AF-02] as a program reads %j", (text, frontmatter, body) => {
    const result = parseAs(agentFlowCode, text);
    expect(result.ok && result.parsed).toEqual({ frontmatter, body });
  });
});

describe("validation on create", () => {
  it.each([
    ["inputs: [{label: x}]", [["warning", "inputs.0", "field-missing"]]],
    ["inputs: [{default: 5}]", [["warning", "inputs.0", "field-missing"]]],
    ["inputs: [{name: x, type: dropdown}]", [["warning", "inputs.0.type", "field-value"]]],
    ["inputs: [{name: x}, {name: ' x '}]", [["warning", "inputs.1.name", "field-conflict"]]],
    ['inputs: [{name: "  "}]', [["error", "inputs.0.name", "field-missing"]]],
    ["inputs: [{name: 5}]", []],
    ["inputs: [{name: a b}]", [["warning", "inputs.0.name", "field-format"]]],
    ["inputs: [{name: 变量}]", [["warning", "inputs.0.name", "field-format"]]],
    ["inputs: [{name: x, required: maybe}]", [["error", "inputs.0.required", "field-type"]]],
    ['inputs: [{name: x, required: "yes"}]', []],
    [
      `inputs: [{name: x, label: ${"l".repeat(129)}}]`,
      [["error", "inputs.0.label", "field-length"]],
    ],
    [
      `inputs: [{name: x, description: ${"l".repeat(513)}}]`,
      [["error", "inputs.0.description", "field-length"]],
    ],
    ["inputs: 5", [["error", "inputs", "field-type"]]],
    ["model: deepseek-chat", [["warning", "model", "field-type"]]],
    ["model: {}", []],
    ['model: {temperature: "0.5"}', []],
    ["model: {temperature: -1}", [["error", "model.temperature", "field-value"]]],
    ["model: {max_tokens: 10.0}", []],
    ["model: {max_tokens: 1.5}", [["error", "model.max_tokens", "field-type"]]],
    ["model: {max_tokens: 0}", [["error", "model.max_tokens", "field-value"]]],
    ['description: ""', [["warning", "description", "field-missing"]]],
    ["user_id: 1", [["error", "user_id", "field-type"]]],
  ])("[AF-04] judges %j", (line, expected) => {
    expect(findings(`---\nname: a\n${line}\n---\nBody\n`)).toEqual(expected);
  });

  it("[AF-01] takes a number for no name", () => {
    expect(findings("---\nname: 12\n---\nBody\n", "12")).toEqual([["error", "name", "field-type"]]);
  });

  it("[AF-07] names each placeholder without an input, and where it stands", () => {
    const text = "---\nname: a\n---\nAbout {{b}} and {{a-c}} and {{b}}.\n";
    const found = findViolations(readAs(agentFlow, readDocument(text), { directory: "a" }));
    const cut = (span?: { start: number; end: number }): string =>
      span === undefined ? "" : text.slice(span.start, span.end);
    expect(found.map((item) => [item.severity, cut(item.span), item.message])).toEqual([
      ["warning", "{{a-c}}", "The placeholder `{{a-c}}` has no input of that name."],
      ["error", "{{b}}", "The placeholder `{{b}}` has no input of that name."],
    ]);
  });

  it("[AF-07] lets an input that is skipped declare nothing", () => {
    expect(findings("---\nname: a\ninputs: [x, y]\n---\n{{x}}\n")).toContainEqual([
      "error",
      "prompt",
      "placeholder-undeclared",
    ]);
  });

  it("[AF-03] counts bytes, not characters", () => {
    const head = "---\nname: a\n---\n";
    const room = 51_200 - head.length;
    expect(findings(head + "é".repeat(room / 2))).toEqual([]);
    expect(findings(`${head}${"é".repeat(room / 2)}x`)).toEqual([
      ["error", "content", "file-size"],
    ]);
  });
});

describe("the model", () => {
  it("[AF-04] has inputs, settings and what metadata says", () => {
    const text = `---
name: a
description: b
inputs: [{name: 5, type: dropdown, required: yes}, {label: x}, {name: " y ", default: d}]
model: {temperature: "0.3", max_tokens: 100, name: gpt}
metadata: {author: jo, version: 1.0, tags: "a, b", more: 1}
knowledge_base: kb
---
`;
    const skill = skillOf(readAs(agentFlow, readDocument(text)));
    expect(skill.template.inputs).toEqual([
      { name: "5", type: "text", required: true },
      { name: "y", default: "d" },
    ]);
    expect(skill.execution).toEqual({ temperature: 0.3, maxTokens: 100, knowledgeBase: "kb" });
    expect(skill.ownership).toEqual({ author: "jo" });
    expect(skill.identity).toEqual({ name: "a", version: "1", tags: ["a", "b"] });
    expect(skill.extensions).toEqual([
      { path: ["model", "name"], value: "gpt" },
      { path: ["metadata", "more"], value: 1 },
    ]);
  });

  it("[AF-01] takes name and description from the folder where they are missing", () => {
    const reading = readAs(agentFlow, readDocument("---\nlicense: MIT\n---\n"), {
      path: "skills/my-skill/SKILL.md",
    });
    expect(agentFlow.describe(reading)).toEqual({ name: "my-skill", description: "my-skill" });
  });
});

describe("chat", () => {
  it.each([
    ["@a b", { skill: "a", values: { x: "b" } }],
    ["@a  ", { skill: "a", values: { x: " " } }],
    ["@a\tb c\n", { skill: "a", values: { x: "b c\n" } }],
    ["@a-b  x", { skill: "a-b", values: { x: "x" } }],
    ["@--- x", { skill: "---", values: { x: "x" } }],
    ["@a\u3000text", { skill: "a", values: { x: "text" } }],
    ["@a ", undefined],
    ["@a_b x", undefined],
    ["@a,b x", undefined],
    ["hi @a b", undefined],
    ["@", undefined],
  ])("[AF-11] reads %j", (message, expected) => {
    expect(agentFlow.chat?.(message, [{ name: "x" }])).toEqual(expected);
  });
});
