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
import { type Dialect, getKey, type Json, type JsonObject } from "../../skill/index.ts";
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
    err(renderFailure({ code: "cli/name", severity: "error", message, hint }, paintError));
    return FINDINGS;
  }
  const folder = options.text("dir") ?? ".";
  const description = options.text("description") ?? defaultDescription(name);
  const path = joinPath(folder, name, "SKILL.md");
  const shown = joinShown(showPath(folder), `${name}/SKILL.md`);
  if (!write(path, shown, skillText(dialect, name, description), context)) return FINDINGS;
  context.out(`${shown}\n`);
  return FINE;
}

/** False when there is something already. */
function write(path: string, shown: string, text: string, context: Context): boolean {
  try {
    makeFolder(joinPath(path, ".."));
    if (!fileExists(path)) {
      writeFileAtomically(path, text, { existing: "refuse" });
      return true;
    }
  } catch (error) {
    if (errorCode(error) !== "EEXIST")
      throw failure("cli/unwritable", `The skill cannot be written: ${reasonOf(error)}.`, {
        file: shown,
        cause: error,
      });
  }
  const diagnostic = {
    code: "cli/exists",
    severity: "error",
    message: "Unexpected file in the place of the new skill, expected none.",
    hint: "Nothing was written. Choose another name, or another folder with `--dir`.",
    file: shown,
  } as const;
  context.err(renderFailure(diagnostic, context.paintError));
  return false;
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

/** A skill that is complete as it stands: what has to be replaced reads as instructions do. */
export function skillText(dialect: Dialect, name: string, description: string): string {
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
