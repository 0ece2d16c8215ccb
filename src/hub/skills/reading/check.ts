import {
  type Document,
  getKey,
  isAbsent,
  isObject,
  isPlaceholderName,
  readAs,
  readDocument,
  readSkill,
  type Reading,
  skillOf,
  unfilledPlaceholders,
  findViolations,
} from "../../../skill/index.ts";
import { refusal, storedSkillCodes } from "./diagnostics.ts";
import { hostedDialect } from "./hosted-dialect.ts";
import { ownerSize, byteSize, withOwner } from "./owner.ts";

export interface Draft {
  readonly name: string;
  readonly content: string;
  /** Who owns the skill; stands in the file whatever its author wrote. */
  readonly ownerId: string;
  readonly purpose: "create" | "update";
}

/** What is wrong with a name in the text that is not the skill's. */
const NAME_MISMATCH: {
  readonly [Purpose in Draft["purpose"] | "read"]: (written: string, name: string) => string;
} = {
  create: (written, name) =>
    `Frontmatter name '${written}' does not match requested name '${name}'`,
  update: (written, name) =>
    `Cannot change skill name via update. Frontmatter name '${written}' does not match '${name}'`,
  read: (written, name) =>
    `Skill name mismatch: folder name '${name}' does not match frontmatter name '${written}'`,
};

/** The text as it will be kept, after everything is known to be right: a skill that is refused leaves no trace. */
export function checkDraft({ name, content, ownerId, purpose }: Draft): string {
  if (content.trim() === "")
    throw refusal(storedSkillCodes.invalid, "content", "Skill content is empty");
  const document = readDocument(content);
  const reading = readName(document, name);
  checkSize(reading, ownerId);
  checkReadable(reading);
  checkSameName(reading, name, purpose);
  checkRules(reading);
  checkTemplate(reading);
  checkPermissions(name, content);
  const text = withOwner(document, reading, ownerId);
  checkOwned(name, text, ownerId);
  return text;
}

/** YAML has ways to end early: behind one, the line of the owner would make a file that is nobody's, or no skill. */
function checkOwned(name: string, text: string, ownerId: string): void {
  const reading = readName(readDocument(text), name);
  checkReadable(reading);
  if (getKey(reading.view, "user_id") !== ownerId)
    throw refusal(
      storedSkillCodes.invalid,
      "frontmatter",
      "The server could not write the owner into this frontmatter; use plain `key: value` lines",
    );
}

/** What the server reads in a file that it keeps; refuses what it could not run. */
export function readStored(name: string, content: string): Reading {
  const reading = readName(readDocument(content), name);
  checkReadable(reading);
  checkSameName(reading, name, "read");
  checkRules(reading);
  return reading;
}

function checkSameName({ view }: Reading, name: string, purpose: keyof typeof NAME_MISMATCH): void {
  const written = getKey(view, "name");
  if (isAbsent(written) || written === "" || written === name) return;
  const shown = typeof written === "string" ? written : JSON.stringify(written);
  throw refusal(storedSkillCodes.invalid, "name", NAME_MISMATCH[purpose](shown, name));
}

function readName(document: Document, name: string): Reading {
  return readAs(hostedDialect(), document, { path: `${name}/SKILL.md` });
}

/** What the author wrote counts. The line of the owner is the server's, also where it comes back with an update. */
function checkSize({ document: { text }, view }: Reading, ownerId: string): void {
  const limit = hostedDialect().maxFileBytes ?? Infinity;
  // Three bytes is the most that one UTF-16 unit becomes.
  if (text.length * 3 <= limit) return;
  const all = byteSize(text);
  const size =
    isObject(view) && getKey(view, "user_id") === ownerId ? all - ownerSize(ownerId, text) : all;
  if (size > limit)
    throw refusal(
      storedSkillCodes.invalid,
      "content",
      `Skill file size (${size} bytes) exceeds the limit of ${limit} bytes (50KB). Consider splitting the skill.`,
    );
}

function checkReadable({ refusals, view, directory }: Reading): void {
  const [first] = refusals;
  if (first !== undefined)
    throw refusal(
      storedSkillCodes.invalid,
      "frontmatter",
      `Invalid YAML frontmatter: ${first.message}`,
      first.hint === undefined ? {} : { hint: first.hint },
    );
  if (!isObject(view) || Object.keys(view).length === 0)
    throw refusal(
      storedSkillCodes.invalid,
      "frontmatter",
      `Skill '${directory ?? ""}' has no valid YAML frontmatter`,
    );
}

/** The size is a matter of saving, and what the server added does not count; placeholders have a sentence of their own. */
const OWN_CHECKS: ReadonlySet<string> = new Set(["file-size", "placeholder-undeclared"]);

function checkRules(reading: Reading): void {
  const errors = findViolations(reading).filter(({ severity }) => severity === "error");
  const found = errors.find(({ rule }) => !OWN_CHECKS.has(rule));
  if (found === undefined) return;
  const field = found.field ?? (found.path.length === 0 ? "frontmatter" : found.path.join("."));
  const { hint } = found;
  throw refusal(storedSkillCodes.invalid, field, found.message, hint === undefined ? {} : { hint });
}

/** People are asked about every one of them, and lists show them all. */
const MOST_PERMISSIONS = 200;

/** As its tools are read, whichever format the text is in. */
function checkPermissions(name: string, content: string): void {
  const { value } = readSkill(content, { path: `${name}/SKILL.md` });
  const { length } = value?.skill.authority.permissions ?? [];
  if (length > MOST_PERMISSIONS)
    throw refusal(
      storedSkillCodes.invalid,
      "permissions",
      `The skill asks for ${length} permissions; at most ${MOST_PERMISSIONS} are allowed.`,
    );
}

/** Inputs and placeholders by the one alphabet that runs fill: nothing may be lost in silence. */
function checkTemplate(reading: Reading): void {
  const declared = (skillOf(reading).template.inputs ?? []).map(({ name }) => name);
  const unusable = declared.find((name) => !isPlaceholderName(name));
  if (unusable !== undefined)
    throw refusal(
      storedSkillCodes.invalid,
      "inputs",
      `Input name '${unusable}' can only contain letters, numbers, underscores, and hyphens`,
    );
  const names = unfilledPlaceholders(reading.body, new Set(declared));
  if (names.length > 0)
    throw refusal(
      storedSkillCodes.invalid,
      "prompt",
      `Undeclared placeholders in prompt: ${names.join(", ")}. Add them to inputs or remove from prompt.`,
    );
}
