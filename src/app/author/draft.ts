/** A new skill as files: complete as it stands, so that what has to be replaced reads as instructions do. */
import {
  type Dialect,
  getKey,
  type Json,
  type JsonObject,
  openSpecification,
  readSkill,
  chooseDialect,
  type ToolDeclaration,
} from "../../skill/index.ts";
import { renderFrontmatter } from "../../skill/text/rewrite.ts";
import { fail } from "../errors.ts";

export interface DraftOptions {
  /** Default: the open specification. */
  readonly dialect?: string;
  readonly description?: string;
}

export interface DraftFile {
  readonly path: string;
  readonly text: string;
}

export interface Draft {
  readonly name: string;
  readonly dialect: string;
  /** Where the files were written, where they were. */
  readonly folder?: string;
  /** The SKILL.md first. */
  readonly files: readonly DraftFile[];
}

export function draftSkill(name: string, { dialect: id, description }: DraftOptions): Draft {
  const dialect = id === undefined ? openSpecification() : chooseDialect(id);
  requireName(dialect, name);
  const text = skillText(dialect, name, description ?? defaultDescription(name));
  const declared = readSkill(text, { dialect: dialect.id }).value?.skill.tools.declared ?? [];
  const files = [
    { path: "SKILL.md", text },
    ...(declared.length === 0 ? [] : [{ path: "tools.py", text: toolModule(declared) }]),
    ...(dialect.layout === undefined || declared.length === 0 ? [] : developmentFiles(declared)),
  ];
  return { name, dialect: dialect.id, files };
}

function requireName(dialect: Dialect, name: string): void {
  const verdict = dialect.checkName(name);
  if (verdict.isValid) return;
  const near = [verdict.normalized, toSlug(name)].find(
    (candidate) => candidate !== undefined && dialect.checkName(candidate).isValid,
  );
  throw fail("cli/invalid-name", {
    name,
    system: dialect.title,
    expected: verdict.expected,
    near,
  });
}

/** Words of letters and digits of any script, joined by hyphens. */
function toSlug(name: string): string {
  const parts = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return parts.join("-").slice(0, 64);
}

function toWords(name: string): string {
  return name.replaceAll(/[-_]+/gu, " ").trim();
}

function defaultDescription(name: string): string {
  return `Helps with ${toWords(name)}. Use when the user asks for ${toWords(name)}.`;
}

/** Code to begin with for the tools that the skill declares. */
function toolModule(tools: readonly ToolDeclaration[]): string {
  const functions = tools.map(({ name, description = "", parameters = {} }) => [
    "",
    "",
    "@tool",
    `def ${name}(${Object.keys(parameters).join(", ")}) -> str:`,
    `    """${description}"""`,
    `    return "${name} has nothing to do yet"`,
  ]);
  const head = ['"""The tools of the skill."""', "", "from gaia.agents.base.tools import tool"];
  return [...head, ...functions.flat(), ""].join("\n");
}

/** What stands beside a skill with tools while it is written. */
function developmentFiles(tools: readonly ToolDeclaration[]): readonly DraftFile[] {
  const tests = tools.map(
    ({ name }) => `\n\ndef test_${name}():\n    assert tools.${name}() is not None\n`,
  );
  return [
    { path: "tests/test_tools.py", text: ["import tools\n", ...tests].join("") },
    {
      path: "tests/conftest.py",
      text: `"""Lets the tests import the tools where GAIA is not installed."""

import sys
import types
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
for name in ("gaia", "gaia.agents", "gaia.agents.base", "gaia.agents.base.tools"):
    sys.modules.setdefault(name, types.ModuleType(name))
sys.modules["gaia.agents.base.tools"].tool = lambda function=None, **_: function or (lambda f: f)
`,
    },
    { path: ".gitignore", text: "__pycache__/\n*.pyc\n.pytest_cache/\n.venv/\n" },
  ];
}

function skillText(dialect: Dialect, name: string, description: string): string {
  const frontmatter = inOrder({ name, description, ...dialect.skeleton(name) }, dialect.keyOrder);
  const title = toWords(name).replace(/^\p{L}/u, (letter) => letter.toUpperCase());
  const body = [
    `# ${title}`,
    "",
    "1. Find out what the user wants, and ask where it is not clear.",
    "2. Do it, one step at a time.",
    "3. Check the result and show it to the user.",
    "",
  ];
  return `---\n${renderFrontmatter(frontmatter, dialect)}\n---\n\n${body.join("\n")}`;
}

function inOrder(frontmatter: JsonObject, order: readonly string[]): JsonObject {
  const keys = [...order, ...Object.keys(frontmatter)];
  const present = [...new Set(keys)].filter((key) => Object.hasOwn(frontmatter, key));
  return Object.fromEntries(
    present.map((key): [string, Json] => [key, getKey(frontmatter, key) ?? null]),
  );
}
