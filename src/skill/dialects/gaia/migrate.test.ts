import { describe, expect, it } from "vitest";
import { readDocument } from "../../text/index.ts";
import type { Migration } from "../dialect.ts";
import { gaia } from "./index.ts";

function migrate(frontmatter: string, from = "openclaw"): Migration | undefined {
  return gaia.migrate?.(readDocument(`---\n${frontmatter}---\nBody\n`), from);
}

const CLAW = `name: Web Search
description: Searches the web.
claw_version: "1.2"
security_tier: verified
network: true
pip_requires: [requests]
actions:
  - name: search-web
    description: Search "now".
    handler: ./handlers/search.py:find
    parameters:
      limit: {type: integer, required: false, default: 5}
      query: {type: string, required: true}
      class: {type: string}
  - name: clean
    handler: ../outside.py
emoji: x
`;

describe("migration of the older OpenClaw picture", () => {
  it("[GA-16] makes a flat, experimental skill and lists what a person must look at", () => {
    const result = migrate(CLAW);
    if (result?.ok !== true) throw new Error("refused");
    expect(result.frontmatter).toEqual({
      name: "web-search",
      version: "1.2.0",
      description: "Searches the web.",
      author: "unknown",
      license: "LicenseRef-unknown",
      permissions: ["network:read", "network:write"],
      requirements: { dependencies: ["requests"] },
      tools: [
        {
          name: "search_web",
          description: 'Search "now".',
          parameters: {
            limit: { type: "integer", required: false, default: 5 },
            query: { type: "string", required: true },
          },
        },
        { name: "clean" },
      ],
      security_tier: "experimental",
      emoji: "x",
    });
    expect(result.review).toEqual([
      "The name `Web Search` became `web-search`; rename the folder to match.",
      "The version was taken from `claw_version`; check that `1.2.0` is the skill's own.",
      "No `author` was found; replace `unknown`.",
      "No `license` was found; replace `LicenseRef-unknown`.",
      "`network: true` grants all of `network`; narrow it with a scope.",
      "The claimed `security_tier` was dropped: trust is established anew.",
      "The action `search-web` is now the tool `search_web`; change what calls it.",
      "The parameter `class` of `search_web` was left out: no Python name.",
      "Check that `handlers/search.py` takes the parameters of `search_web` and returns JSON.",
      "The handler `../outside.py` of `clean` is no program of the skill; write its function in `tools.py`.",
    ]);
  });

  it("[GA-16] writes a wrapper that hands calls on to the handlers", () => {
    const result = migrate(CLAW);
    const wrapper = result?.ok === true ? (result.files?.["tools.py"] ?? "") : "";
    expect(wrapper.slice(wrapper.indexOf("@tool"))).toBe(`@tool
def search_web(query: str, limit: int = 5) -> dict:
    "Search \\"now\\"."
    return _call("handlers/search.py", "find", {"query": query, "limit": limit})


@tool
def clean() -> dict:
    "Run clean."
    raise NotImplementedError("clean has no Python handler")
`);
    expect(wrapper).toContain("from gaia.agents.base.tools import tool\n");
  });

  it("[GA-16] never lets text of the skill out of its quotes", () => {
    const result = migrate(
      'name: a\ndescription: b\nclaw_version: "1"\nactions: [{name: tool, description: "\\"\\"\\"\\nimport os", handler: "a.py\\");import os#.py"}]\n',
    );
    const wrapper = result?.ok === true ? (result.files?.["tools.py"] ?? "") : "";
    expect(wrapper).toContain("def tool_() -> dict:\n");
    expect(wrapper).toContain(String.raw`    "\"\"\"\nimport os"` + "\n");
    expect(wrapper).toContain(String.raw`_call("a.py\");import os#.py", "tool_", {})`);
  });

  it.each([
    [
      "permissions: {network: false, shell: true, telepathy: true}",
      ["network:none", "shell:execute"],
    ],
    ["permissions: [network:read, disk:read]", ["network:read"]],
    [
      "network: true\npermissions: {filesystem: true}",
      ["filesystem:read", "filesystem:write", "network:read", "network:write"],
    ],
    ["network: maybe", []],
  ])("[GA-16] expands %s", (permissions, expected) => {
    const result = migrate(`name: a\ndescription: b\nclaw_version: "1.0"\n${permissions}\n`);
    expect(result?.ok === true && result.frontmatter["permissions"]).toEqual(expected);
  });

  it.each([
    ["name: a\ndescription: b\n", "openclaw"],
    ["name: a\ndescription: b\nclaw_version: '1'\n", "hermes"],
    ["description: b\nclaw_version: '1'\n", "auto"],
    ["name: a\nclaw_version: '1'\n", "auto"],
    ["name: [a\n", "auto"],
    ["", "auto"],
  ])("[GA-16] refuses %j from %s and says why", (frontmatter, from) => {
    const result = migrate(frontmatter, from);
    expect(result?.ok).toBe(false);
    expect(result?.ok === false && result.problems[0]?.message).toMatch(/^[A-Z`].*\.$/);
  });

  it.each([
    "actions: x",
    "actions: [1, null, {}]",
    "pip_requires: {a: 1}",
    "permissions: 5",
    "network: null",
  ])("[GA-16] bears %s", (line) => {
    expect(migrate(`name: a\ndescription: b\nclaw_version: "1"\n${line}\n`)?.ok).toBe(true);
  });
});
