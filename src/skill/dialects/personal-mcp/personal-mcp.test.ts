import { describe, expect, it } from "vitest";
import type { FacetId, Json } from "../../model/index.ts";
import { readDocument } from "../../text/index.ts";
import { readAs, skillOf } from "../reading.ts";
import { findViolations } from "../shared/check.ts";
import { personalMcp } from "./index.ts";
import { isReferencePath, normalizePath } from "./paths.ts";

const VALID = `name: a
description: b
x-personal-mcp:
  id: a
  version: 1.0.0
  capabilities: [resource://skills/a/document]
`;

function findings(
  frontmatter: string,
  directory = "a",
): readonly (readonly [string, string, string])[] {
  const reading = readAs(personalMcp, readDocument(`---\n${frontmatter}---\nBody\n`), {
    directory,
  });
  return findViolations(reading).map((item) => [
    item.severity,
    item.field ?? item.path.join("."),
    item.rule,
  ]);
}

describe("the contract", () => {
  it.each([
    ["description: b", "description: <b>x</b>", ["error", "description", "field-format"]],
    ["version: 1.0.0", "version: 1.0.0-rc.1+b1", undefined],
    [
      "version: 1.0.0",
      "version: 1.0.0-a..b",
      ["warning", "x-personal-mcp.version", "field-format"],
    ],
    ["version: 1.0.0", "version: 1.0.0-", ["error", "x-personal-mcp.version", "field-format"]],
    ["version: 1.0.0", "version: 1.0", ["error", "x-personal-mcp.version", "field-type"]],
    ["version: 1.0.0", "version: ' 1.0.0 '", undefined],
    [
      "version: 1.0.0",
      "version: 1.0.0\n  tags: [Not Kebab]",
      ["warning", "x-personal-mcp.tags.0", "field-format"],
    ],
    [
      "version: 1.0.0",
      "version: 1.0.0\n  tags: [1]",
      ["error", "x-personal-mcp.tags.0", "field-type"],
    ],
    [
      "version: 1.0.0",
      "version: 1.0.0\n  tags: null",
      ["error", "x-personal-mcp.tags", "field-type"],
    ],
    [
      "version: 1.0.0",
      "version: 1.0.0\n  depends_on:",
      ["error", "x-personal-mcp.depends_on", "field-type"],
    ],
    [
      "version: 1.0.0",
      "version: 1.0.0\n  references: {faq: {path: references/a.md, mime_type: null}}",
      ["error", "x-personal-mcp.references.faq.mime_type", "field-type"],
    ],
    [
      "version: 1.0.0",
      "version: 1.0.0\n  references: {faq: {path: references/a.md, title: null}}",
      undefined,
    ],
    [
      "version: 1.0.0",
      "version: 1.0.0\n  depends_on: [1a]",
      ["error", "x-personal-mcp.depends_on", "field-format"],
    ],
    [
      "version: 1.0.0",
      "version: 1.0.0\n  depends_on: b",
      ["error", "x-personal-mcp.depends_on", "field-type"],
    ],
    [
      "version: 1.0.0",
      "version: 1.0.0\n  references: {faq: x}",
      ["error", "x-personal-mcp.references.faq", "field-type"],
    ],
    [
      "version: 1.0.0",
      "version: 1.0.0\n  references: {1a: {path: references/a.md}}",
      ["error", "x-personal-mcp.references", "field-format"],
    ],
    [
      "document]",
      "document, nowhere]",
      ["warning", "x-personal-mcp.capabilities.1", "field-format"],
    ],
  ])("[PM-03] judges %s written as %j", (from, to, expected) => {
    expect(findings(VALID)).toEqual([]);
    expect(findings(VALID.replace(from, to))).toEqual(expected === undefined ? [] : [expected]);
  });

  it.each([
    ["disable-model-invocation: 'yes'", undefined],
    ["disable-model-invocation: maybe", ["error", "disable-model-invocation", "field-type"]],
    ["argument-hint: [file]", ["error", "argument-hint", "field-type"]],
    ["arguments: 5", ["error", "arguments", "field-type"]],
    ["allowed-tools: [Read, Bash]", undefined],
    ["allowed-tools: 5", ["error", "allowed-tools", "field-type"]],
    ["disallowed-tools: [1]", ["error", "disallowed-tools.0", "field-type"]],
    ["when_to_use: 1", ["error", "when_to_use", "field-type"]],
    ["effort: huge", ["warning", "effort", "field-value"]],
    ["allowed_tools: 5", undefined],
    [`compatibility: ${"c".repeat(600)}`, ["warning", "compatibility", "field-length"]],
  ])("[PM-02] judges %j", (line, expected) => {
    expect(findings(`${VALID}${line}\n`)).toEqual(expected === undefined ? [] : [expected]);
  });

  it("[PM-04] passes unknown fields, stops on hard violations and warns on the rest", () => {
    const extended = `${VALID}x-other:\n  a: 1\nzzz: [1, 2]\n`;
    expect(findings(extended)).toEqual([]);
    const broken = VALID.replace("id: a", "id: B").replace("  version: 1.0.0\n", "");
    expect(findings(broken).map(([severity]) => severity)).not.toContain("warning");
    expect(findings(broken).map(([, field]) => field)).toContain("x-personal-mcp.version");
    expect(findings(broken).map(([, field]) => field)).toContain("x-personal-mcp.id");
    expect(findings(`${VALID}effort: huge\n`)).toEqual([["warning", "effort", "field-value"]]);
  });

  it("[PM-02] knows the fourteen fields of Claude Code and the portable ones", () => {
    const keys = new Set(personalMcp.fields.map((field) => field.path[0]));
    for (const key of [
      "when_to_use",
      "argument-hint",
      "arguments",
      "disable-model-invocation",
      "user-invocable",
      "allowed-tools",
      "disallowed-tools",
      "model",
      "effort",
      "context",
      "agent",
      "hooks",
      "paths",
      "shell",
      "license",
      "compatibility",
      "metadata",
    ])
      expect(keys).toContain(key);
    expect(keys).not.toContain("background");
  });

  it("[PM-01] suggests a name without reserved words", () => {
    expect(personalMcp.checkName("Claude Helper").normalized).toBe("helper");
    expect(personalMcp.checkName(" a ")).toEqual({ isValid: true, normalized: "a" });
  });
});

describe("paths of references", () => {
  it.each([
    "references/a.md",
    "references/x/y.md",
    "references/a.MD",
    "./references/a.md",
    "references//a.md",
    "references/./a.md",
    "references/%2e%2e/a.md",
  ])("[PM-03] takes %s", (path) => {
    expect(isReferencePath(path)).toBe(true);
  });

  it.each([
    "references/../a.md",
    "/references/a.md",
    "refs/a.md",
    "references",
    "references/",
    "a.md",
    "references\\a.md",
    "references/a.txt",
    "references/.md",
    "",
  ])("[PM-03] refuses %j", (path) => {
    expect(isReferencePath(path)).toBe(false);
  });

  it("[PM-03] spells a path without empty steps", () => {
    expect(normalizePath("./references//x/./a.md")).toBe("references/x/a.md");
  });
});

const FULL = `name: " a "
description: b
when_to_use: now
allowed-tools: [Read]
metadata: {author: jo}
x-personal-mcp:
  id: a
  version: 1.0.0
  tags: [x]
  capabilities: [resource://skills/a/document]
  depends_on: [b]
  references:
    faq: {path: ./references/faq.md, mime_type: text/markdown, title: FAQ, alias: old}
  owner: 5
zzz: [1]
`;

function write(facet: FacetId, value: Json): Json | undefined {
  return personalMcp.fields.find((field) => field.facet === facet)?.write?.(value);
}

describe("the model", () => {
  it("[PM-03] has references as a list and dependencies by name", () => {
    const skill = skillOf(readAs(personalMcp, readDocument(`---\n${FULL}---\n`)));
    expect(skill.identity).toEqual({ name: "a", id: "a", version: "1.0.0", tags: ["x"] });
    expect(skill.relations).toEqual({
      skills: [{ name: "b" }],
      published: ["resource://skills/a/document"],
      references: [
        {
          id: "faq",
          path: "references/faq.md",
          mimeType: "text/markdown",
          title: "FAQ",
          alias: "old",
        },
      ],
    });
    expect(skill.extensions).toEqual([
      { path: ["metadata"], value: { author: "jo" } },
      { path: ["x-personal-mcp", "owner"], value: 5 },
      { path: ["zzz"], value: [1] },
    ]);
  });

  it("[PM-03] writes relations back, but no reference that lies elsewhere", () => {
    expect(write("relations.skills", [{ name: "b", version: ">=1" }])).toEqual(["b"]);
    expect(
      write("relations.references", [{ id: "faq", path: "references/a.md", mimeType: "text/x" }]),
    ).toEqual({ faq: { path: "references/a.md", mime_type: "text/x" } });
    expect(write("relations.references", [{ id: "faq", path: "docs/a.md" }])).toBeUndefined();
  });

  it("[PM-03] derives from the name what every skill must have", () => {
    const derived = personalMcp.fields.flatMap((field) => field.derive?.("a") ?? []);
    expect(derived).toEqual(["a", "resource://skills/a/document"]);
  });
});

describe("projection", () => {
  it("[PM-06] keeps the portable fields and puts the rest under metadata as text", () => {
    const document = readDocument(`---\n${FULL}---\n`);
    const reading = readAs(personalMcp, document);
    const before = JSON.stringify(reading.view);
    const projected = personalMcp.project?.(reading);
    expect(projected).toEqual({
      name: "a",
      description: "b",
      metadata: {
        author: "jo",
        "x-personal-mcp.id": "a",
        "x-personal-mcp.version": "1.0.0",
        "x-personal-mcp.tags": '["x"]',
        "x-personal-mcp.capabilities": '["resource://skills/a/document"]',
        "x-personal-mcp.depends_on": '["b"]',
        "x-personal-mcp.references":
          '{"faq":{"path":"./references/faq.md","mime_type":"text/markdown","title":"FAQ","alias":"old"}}',
        "x-personal-mcp.owner": "5",
        "x-personal-mcp.frontmatter.when_to_use": '"now"',
        "x-personal-mcp.frontmatter.zzz": "[1]",
      },
      "allowed-tools": ["Read"],
    });
    expect(JSON.stringify(reading.view)).toBe(before);
    expect(JSON.stringify(personalMcp.project?.(readAs(personalMcp, document)))).toBe(
      JSON.stringify(projected),
    );
  });
});
