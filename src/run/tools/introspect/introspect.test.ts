import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SkillTools } from "./index.ts";
import { readSkillTools, syncDeclarations } from "./index.ts";

const HEAD = `---
name: web-search
version: 1.0.0
description: Searches the web.
author: me
license: MIT
permissions: [filesystem:none]
security_tier: experimental
`;

const DECLARED = `${HEAD}tools:
  # the only one
  - name: search_web
    description: Searches.
    parameters:
      query: { type: string, required: true }
      max_results: { type: integer, required: false, default: 5 }
    returns: { type: object }
---
# Web search
`;

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "skillwright-tools-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function read(skill: string, module: string, name = "tools.py"): Promise<SkillTools> {
  writeFileSync(join(folder, "SKILL.md"), skill);
  writeFileSync(join(folder, name), module);
  return await readSkillTools(join(folder, "SKILL.md"), "web-search/SKILL.md");
}

const IMPORT = "from gaia.agents.base.tools import tool\n\n";
const GOOD = `${IMPORT}@tool
def search_web(query: str, max_results: int = 5) -> dict:
    """Searches the web."""
    return {}
`;

function codes({ diagnostics }: SkillTools): readonly string[] {
  return diagnostics.map(({ code }) => code);
}

/** The place of the first finding, as \`file:line:column\`. */
function place({ diagnostics }: SkillTools): string {
  const { file = "", range } = diagnostics[0] ?? {};
  return `${file}:${range?.start.line}:${range?.start.column}`;
}

describe("readSkillTools on Python", () => {
  it("[GA-11] finds nothing where declaration and code agree", async () => {
    expect(codes(await read(DECLARED, GOOD))).toEqual([]);
  });

  it("reads names, types, defaults, docstrings and options of every shape", async () => {
    const { module } = await read(
      HEAD + "---\n",
      `"""A module, with @tool in its text."""
from __future__ import annotations
from typing import Annotated, Literal, Optional
import gaia.agents.base.tools as base
from gaia.agents.base.tools import tool as t

@t(atomic=True, timeout=30, display_label="Look up", other=[1])
@another
async def one(a: str, /, b: "int" = -1, *, c: list[str] | None = None, d: Literal["x", "y"] = "x") -> Optional[dict[str, int]]:
    r"""Says \\d
        and more.

    Args:
        b: A number.
        c (list): Names,
            many of them.
    """

@base.tool()
def two(x: Annotated[float, "m"], y=b"", z: Whatever = f(1), w: int | float = 2_000):
    "Short" " and sweet."
`,
    );
    expect(
      module?.tools.map(({ span: _span, parameters, ...tool }) => ({
        ...tool,
        parameters: parameters.map(({ span: _place, ...parameter }) => parameter),
      })),
    ).toEqual([
      {
        name: "one",
        description: "Says \\d\n    and more.",
        parameters: [
          { name: "a", kind: { type: "string" }, isRequired: true },
          {
            name: "b",
            kind: { type: "integer" },
            isRequired: false,
            default: -1,
            description: "A number.",
          },
          {
            name: "c",
            kind: { type: "array", items: { type: "string" }, isNullable: true },
            isRequired: false,
            default: null,
            description: "Names, many of them.",
          },
          {
            name: "d",
            kind: { type: "string", choices: ["x", "y"] },
            isRequired: false,
            default: "x",
          },
        ],
        returns: { type: "object", isNullable: true },
        atomic: true,
        title: "Look up",
        timeout: 30,
        faults: [],
      },
      {
        name: "two",
        description: "Short and sweet.",
        parameters: [
          { name: "x", kind: { type: "number" }, isRequired: true },
          { name: "y", kind: { type: "unknown" }, isRequired: false },
          { name: "z", kind: { type: "unknown" }, isRequired: false },
          { name: "w", kind: { type: "number" }, isRequired: false, default: 2000 },
        ],
        faults: [],
      },
    ]);
  });

  it.each([
    [
      "a tool that is missing",
      GOOD.replace("def search_web", "def search"),
      ["tools/missing", "tools/undeclared"],
      "web-search/SKILL.md:11:11",
    ],
    [
      "a function without a mark",
      GOOD.replace("@tool\n", ""),
      ["tools/not-marked"],
      "web-search/SKILL.md:11:11",
    ],
    [
      "the mark of another library",
      GOOD.replace("gaia.agents.base.tools", "langchain.tools"),
      ["tools/not-marked"],
      "web-search/SKILL.md:11:11",
    ],
    [
      "another name of a parameter",
      GOOD.replace("query:", "words:"),
      ["tools/parameter-names"],
      "web-search/SKILL.md:14:7",
    ],
    [
      "another type of a parameter",
      GOOD.replace("query: str", "query: list[str]"),
      ["tools/parameter-type"],
      "web-search/SKILL.md:14:22",
    ],
    [
      "a default that is not declared",
      GOOD.replace("query: str", 'query: str = ""'),
      ["tools/parameter-required"],
      "web-search/SKILL.md:14:40",
    ],
    [
      "another default",
      GOOD.replace("= 5", "= 6"),
      ["tools/parameter-default"],
      "web-search/SKILL.md:15:63",
    ],
    [
      "open parameters",
      GOOD.replace("= 5", "= 5, **rest"),
      ["tools/open-parameters"],
      "web-search/tools.py:4:50",
    ],
    [
      "no docstring",
      GOOD.replace('    """Searches the web."""\n', ""),
      ["tools/no-docstring"],
      "web-search/tools.py:4:5",
    ],
    [
      "an f-string in its place",
      GOOD.replace('"""S', 'f"""S'),
      ["tools/no-docstring"],
      "web-search/tools.py:4:5",
    ],
    [
      "a result of another type",
      GOOD.replace("-> dict", "-> list[str]"),
      ["tools/result-type"],
      "web-search/SKILL.md:16:22",
    ],
    [
      "a result that is no JSON",
      GOOD.replace("-> dict", "-> dict[str, bytes]"),
      ["tools/result-not-json"],
      "web-search/tools.py:4:5",
    ],
    [
      "a generator",
      GOOD.replace("return {}", "yield {}").replace("-> dict", "-> dict"),
      ["tools/result-not-json"],
      "web-search/tools.py:4:5",
    ],
    [
      "a tool in a class",
      `${GOOD}\nclass A:\n    @tool\n    def inner(self):\n        """X."""\n`,
      ["tools/nested"],
      "web-search/tools.py:10:9",
    ],
    [
      "code that is none",
      `${GOOD}\ndef (:\n`,
      ["tools/unreadable-module"],
      "web-search/tools.py:8:1",
    ],
  ])("[GA-11] tells of %s, with its place", async (_what, module, expected, where) => {
    const found = await read(DECLARED, module);
    expect(codes(found)).toEqual(expected);
    expect(place(found)).toBe(where);
  });

  it("[GA-11] counts only defaults and nested tools as warnings", async () => {
    const found = await read(DECLARED, GOOD.replace("= 5", "= 6"));
    expect(found.diagnostics.map(({ severity }) => severity)).toEqual(["warning"]);
  });

  it("never runs the module", async () => {
    const mark = join(folder, "ran");
    await read(DECLARED, `open(${JSON.stringify(mark)}, "w")\n${GOOD}`);
    expect(() => rmSync(mark)).toThrow("ENOENT");
  });

  it("refuses two modules", async () => {
    writeFileSync(join(folder, "tools.js"), "");
    expect(codes(await read(DECLARED, GOOD))).toEqual(["tools/two-modules"]);
  });
});

const SCRIPT = `import { integer, string, tool } from "skillwright/tools";
import { z } from "zod";

const limit = z.number().int().optional().default(5).describe("How many.");

/** Not the description, which stands below. */
export const searchWeb = tool({
  name: "search_web",
  description: "Searches " + "the web.",
  parameters: z.object({ query: z.string(), max_results: limit }),
  readOnly: true,
  timeout: 5,
  run: async ({ query }): Promise<Record<string, string>> => ({ query }),
});

/** Counts. */
const counted = tool({
  description: "",
  parameters: { text: string({ description: "What." }), times: integer({ default: 2 }) },
  run({ text }): number { return text.length; },
});
export { counted as count };
export const helper = 1;
export function other(): void {}
`;

describe("readSkillTools on TypeScript", () => {
  it("reads what tool() is given, of our own makers and of Zod's", async () => {
    const { module } = await read(HEAD + "---\n", SCRIPT, "tools.ts");
    expect(
      module?.tools.map(({ span: _span, parameters, ...tool }) => ({
        ...tool,
        parameters: parameters.map(({ span: _place, ...parameter }) => parameter),
      })),
    ).toEqual([
      {
        name: "search_web",
        description: "Searches the web.",
        parameters: [
          { name: "query", kind: { type: "string" }, isRequired: true },
          {
            name: "max_results",
            kind: { type: "integer" },
            isRequired: false,
            default: 5,
            description: "How many.",
          },
        ],
        returns: { type: "object" },
        timeout: 5,
        hints: { readOnly: true },
        faults: [],
      },
      {
        name: "count",
        description: "Counts.",
        parameters: [
          { name: "text", kind: { type: "string" }, isRequired: true, description: "What." },
          { name: "times", kind: { type: "integer" }, isRequired: false, default: 2 },
        ],
        returns: { type: "number" },
        faults: [],
      },
    ]);
    expect([...(module?.unmarked.keys() ?? [])]).toEqual(["helper", "other"]);
  });

  it.each([
    [
      "parameters from elsewhere",
      SCRIPT.replace("z.object({ query: z.string(), max_results: limit })", "shared"),
      "tools/unreadable-parameters",
    ],
    [
      "a result that is no JSON",
      SCRIPT.replace("Promise<Record<string, string>>", "Promise<Map<string, string>>"),
      "tools/result-not-json",
    ],
    [
      "a tool of another package",
      SCRIPT.replace("skillwright/tools", "other/tools"),
      "tools/not-marked",
    ],
  ])("[GA-11] tells of %s", async (_what, module, code) => {
    const declared = DECLARED.replace("returns: { type: object }", "atomic: true").replace(
      "---\n#",
      "  - name: count\n---\n#",
    );
    expect(
      codes(await read(declared.replace("    atomic: true\n", ""), module, "tools.ts")),
    ).toContain(code);
  });
});

describe("syncDeclarations", () => {
  it("writes declarations that then agree, and nothing else", async () => {
    const before = await read(`${HEAD}---\n# Web search\n`, GOOD);
    expect(codes(before)).toEqual(["tools/no-declaration"]);
    const text = syncDeclarations(before);
    expect(text).toBe(`${HEAD}tools:
  - name: search_web
    description: Searches the web.
    parameters:
      query:
        type: string
        required: true
      max_results:
        type: integer
        required: false
        default: 5
    returns:
      type: object
---
# Web search
`);
    expect(codes(await read(text, GOOD))).toEqual([]);
  });

  it("leaves what agrees as it is, to the byte", async () => {
    expect(syncDeclarations(await read(DECLARED, GOOD))).toBe(DECLARED);
  });

  it("writes into the block of the nested dialect", async () => {
    const nested =
      "---\nname: web-search\ndescription: Searches.\nmetadata:\n  gaia:\n    security_tier: experimental\n---\n";
    const text = syncDeclarations(await read(nested, `${IMPORT}@tool\ndef a():\n    "Does it."\n`));
    expect(text).toContain("    tools:\n      - name: a\n        description: Does it.\n");
  });

  it("keeps what only the author knows when the code has changed", async () => {
    const text = syncDeclarations(await read(DECLARED, GOOD.replace("query: str", "words: list")));
    expect(text).toContain("description: Searches.\n");
    expect(text).toContain("      words:\n        type: array\n        required: true\n");
    expect(text).not.toContain("query");
  });
});

describe("readSkillTools on scripts of other shapes", () => {
  const IMPORTS = 'import { string, tool } from "skillwright/tools";\n';
  const BODY = 'description: "Says.", parameters: { query: string() }, run: () => ({})';

  it("[GA-11] reads definitions by name, with types around them, and default exports", async () => {
    const named = `${IMPORTS}const D = "Says it.";
const options = { description: D, parameters: { query: string() }, run: () => ({}) } as const;
export const first = tool(options);
export const second = (tool({ ${BODY} } as const));
export default tool({ name: "third", ${BODY} });
`;
    const { module } = await read(`${HEAD}---\n`, named, "tools.ts");
    expect(module?.tools.map(({ name, description }) => [name, description])).toEqual([
      ["first", "Says it."],
      ["second", "Says."],
      ["third", "Says."],
    ]);
    expect([...(module?.unmarked.keys() ?? [])]).toEqual([]);
  });

  it.each([
    ["enum Colour { Red }", "tools.ts", "`enum` is TypeScript"],
    ["export enum Colour { Red }", "tools.ts", "`enum` is TypeScript"],
    [
      `module.exports = { a: tool({ ${BODY} }) };`,
      "tools.js",
      "`module.exports` is not ES module syntax",
    ],
    [`exports.a = tool({ ${BODY} });`, "tools.js", "`exports.a` is not ES module syntax"],
  ])("[GA-11] says before anything runs that it cannot run %s", async (text, name, message) => {
    const skill = await read(
      `${HEAD}---\n`,
      `${IMPORTS}export const a = tool({ ${BODY} });\n${text}\n`,
      name,
    );
    expect(skill.diagnostics.map((item) => item.message)).toEqual([
      expect.stringContaining(message),
    ]);
    expect(() => syncDeclarations(skill)).toThrow(message);
  });

  it("[GA-11] does not take a module without tools for one with them", async () => {
    const skill = await read(`${HEAD}---\n`, `${IMPORTS}export const a = 1;\n`, "tools.js");
    expect(codes(skill)).toEqual(["tools/no-module"]);
    expect(() => syncDeclarations(skill)).toThrow("`tools.js` has no functions marked as tools");
  });
});
