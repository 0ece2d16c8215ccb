import {
  errorCode,
  failure,
  fileExists,
  joinPath,
  joinShown,
  makeFolder,
  reasonOf,
  showPath,
  writeFileAtomically,
} from "../../platform/index.ts";
import {
  type Dialect,
  getKey,
  type Json,
  type JsonObject,
  readSkill,
  type ToolDeclaration,
} from "../../skill/index.ts";
import { renderFrontmatter } from "../../skill/text/rewrite.ts";
import { type Context, FINDINGS, FINE } from "../context.ts";
import { dialectOption, openSpecification } from "../dialect-option.ts";
import { renderFailure } from "../render.ts";

/** Writes a skill to begin with. */
export function run(context: Context): number {
  const { options, err, paintError } = context;
  const [name = ""] = context.arguments;
  const dialect = dialectOption(context) ?? openSpecification();
  const verdict = dialect.checkName(name);
  if (!verdict.isValid) {
    const near = [verdict.normalized, slugOf(name)].find(
      (candidate) => candidate !== undefined && dialect.checkName(candidate).isValid,
    );
    const message = `Unexpected name \`${name}\`, expected ${verdict.expected ?? "another one"}.`;
    const hint =
      near === undefined
        ? `${dialect.title} takes no such name.`
        : `Try \`skillwright new ${near}\`.`;
    err(renderFailure({ code: "cli/invalid-name", severity: "error", message, hint }, paintError));
    return FINDINGS;
  }
  const folder = options.text("dir") ?? ".";
  const description = options.text("description") ?? defaultDescription(name);
  const files = skillFiles(dialect, name, description);
  const target = joinPath(folder, name);
  const shown = joinShown(showPath(folder), name);
  const taken = Object.keys(files).find((path) => fileExists(joinPath(target, path)));
  if (taken !== undefined) return tellTaken(`${shown}/${taken}`, context);
  for (const [path, text] of Object.entries(files))
    if (!write(joinPath(target, path), text)) return tellTaken(`${shown}/${path}`, context);
  for (const path of Object.keys(files)) context.out(`${shown}/${path}\n`);
  return FINE;
}

/** False when there is something already, also when it came just now. */
function write(path: string, text: string): boolean {
  try {
    makeFolder(joinPath(path, ".."));
    writeFileAtomically(path, text, { existing: "refuse" });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw failure("cli/unwritable", `The skill cannot be written: ${reasonOf(error)}.`, {
      file: showPath(path),
      cause: error,
    });
  }
}

function tellTaken(file: string, { err, paintError }: Context): number {
  const diagnostic = {
    code: "cli/exists",
    severity: "error",
    message: "Unexpected file in the place of the new skill, expected none.",
    hint: "It was left as it is. Choose another name, or another folder with `--dir`.",
    file,
  } as const;
  err(renderFailure(diagnostic, paintError));
  return FINDINGS;
}

/** Words of letters and digits of any script, joined by hyphens. */
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 64)
    .replaceAll(/^-+|-+$/g, "");
}

function words(name: string): string {
  return name.replaceAll(/[-_]+/g, " ").trim();
}

function defaultDescription(name: string): string {
  return `Helps with ${words(name)}. Use when the user asks for ${words(name)}.`;
}

/** The files of a new skill by their paths in its folder, the SKILL.md first. */
function skillFiles(
  dialect: Dialect,
  name: string,
  description: string,
): { readonly [path: string]: string } {
  const text = skillText(dialect, name, description);
  const declared = readSkill(text, { dialect: dialect.id }).value?.skill.tools.declared ?? [];
  return {
    "SKILL.md": text,
    ...(declared.length === 0 ? {} : { "tools.py": toolModule(declared) }),
    ...(dialect.layout === undefined || declared.length === 0 ? {} : developmentFiles(declared)),
  };
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
function developmentFiles(tools: readonly ToolDeclaration[]): { readonly [path: string]: string } {
  const names = tools.map(({ name }) => name);
  const tests = names.map(
    (name) => `\n\ndef test_${name}():\n    assert tools.${name}() is not None\n`,
  );
  return {
    "tests/test_tools.py": ["import tools\n", ...tests].join(""),
    "tests/conftest.py": `"""Lets the tests import the tools where GAIA is not installed."""

import sys
import types
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
for name in ("gaia", "gaia.agents", "gaia.agents.base", "gaia.agents.base.tools"):
    sys.modules.setdefault(name, types.ModuleType(name))
sys.modules["gaia.agents.base.tools"].tool = lambda function=None, **_: function or (lambda f: f)
`,
    ".gitignore": "__pycache__/\n*.pyc\n.pytest_cache/\n.venv/\n",
  };
}

/** A skill that is complete as it stands: what has to be replaced reads as instructions do. */
function skillText(dialect: Dialect, name: string, description: string): string {
  const frontmatter = inOrder({ name, description, ...dialect.skeleton(name) }, dialect.keyOrder);
  const title = words(name).replace(/^\p{L}/u, (letter) => letter.toUpperCase());
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
