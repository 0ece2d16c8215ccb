import {
  type Document,
  getKey,
  isAbsent,
  isObject,
  readAs,
  readDocument,
  type Reading,
  skillOf,
  undeclaredPlaceholders,
  violationsOf,
} from "../../skill/index.ts";
import { rewriteFrontmatter } from "../../skill/text/rewrite.ts";
import { refusal, shelfCodes } from "./diagnostics.ts";
import { hostedDialect } from "./hosted-dialect.ts";

export interface Draft {
  readonly name: string;
  readonly content: string;
  /** Who owns the skill; stands in the file whatever its author wrote. */
  readonly ownerId: string;
}

/**
 * The text as it will be kept, after everything is known to be right: a skill that is refused leaves no trace.
 * `nameMismatch` says what is wrong with a name in the text that is not the skill's.
 */
export function checkDraft(
  { name, content, ownerId }: Draft,
  nameMismatch: (written: string) => string,
): string {
  if (content.trim() === "") throw refusal(shelfCodes.invalid, "content", "Skill content is empty");
  checkSize(content);
  const document = readDocument(content);
  const reading = readName(document, name);
  checkReadable(reading);
  checkSameName(reading, name, nameMismatch);
  checkRules(reading);
  const owned = withOwner(document, reading, ownerId);
  checkSize(owned);
  return owned;
}

/** What the server reads in a file that it keeps; refuses what it could not run. */
export function readKept(name: string, content: string): Reading {
  const reading = readName(readDocument(content), name);
  checkReadable(reading);
  checkSameName(
    reading,
    name,
    (written) =>
      `Skill name mismatch: folder name '${name}' does not match frontmatter name '${written}'`,
  );
  checkRules(reading);
  return reading;
}

function checkSameName(
  { view }: Reading,
  name: string,
  nameMismatch: (written: string) => string,
): void {
  const written = getKey(view, "name");
  if (isAbsent(written) || written === "" || written === name) return;
  const shown = typeof written === "string" ? written : JSON.stringify(written);
  throw refusal(shelfCodes.invalid, "name", nameMismatch(shown));
}

function readName(document: Document, name: string): Reading {
  return readAs(hostedDialect(), document, { path: `${name}/SKILL.md` });
}

function checkSize(content: string): void {
  const limit = hostedDialect().maxFileBytes ?? Infinity;
  const size = new TextEncoder().encode(content).length;
  if (size > limit)
    throw refusal(
      shelfCodes.invalid,
      "content",
      `Skill file size (${size} bytes) exceeds the limit of ${limit} bytes (50KB). Consider splitting the skill.`,
    );
}

function checkReadable({ refusals, view, directory }: Reading): void {
  const [first] = refusals;
  if (first !== undefined)
    throw refusal(
      shelfCodes.invalid,
      "frontmatter",
      `Invalid YAML frontmatter: ${first.message}`,
      first.hint === undefined ? {} : { hint: first.hint },
    );
  if (!isObject(view) || Object.keys(view).length === 0)
    throw refusal(
      shelfCodes.invalid,
      "frontmatter",
      `Skill '${directory ?? ""}' has no valid YAML frontmatter`,
    );
}

function checkRules(reading: Reading): void {
  const errors = violationsOf(reading).filter(({ severity }) => severity === "error");
  const placeholder = errors.find(({ rule }) => rule === "placeholder-undeclared");
  const other = errors.find(({ rule }) => rule !== "placeholder-undeclared");
  if (other !== undefined) {
    const field = other.field ?? (other.path.length === 0 ? "frontmatter" : other.path.join("."));
    const { hint } = other;
    throw refusal(shelfCodes.invalid, field, other.message, hint === undefined ? {} : { hint });
  }
  if (placeholder !== undefined) throw undeclared(reading);
}

function undeclared(reading: Reading): Error {
  const declared = (skillOf(reading).template.inputs ?? []).map(({ name }) => name);
  const names = undeclaredPlaceholders(reading.body, new Set(declared)).join(", ");
  return refusal(
    shelfCodes.invalid,
    "prompt",
    `Undeclared placeholders in prompt: ${names}. Add them to inputs or remove from prompt.`,
  );
}

/** Only the line of the owner changes; comments, order and quoting stay as the author wrote them. */
function withOwner(document: Document, { view }: Reading, ownerId: string): string {
  if (getKey(view, "user_id") === ownerId) return document.text;
  const { allowsFlow, jsonKeys } = hostedDialect();
  return rewriteFrontmatter(
    document,
    { ...document.frontmatter, user_id: ownerId },
    { allowsFlow, jsonKeys },
  );
}
