import {
  checkShape,
  type Dialect,
  getPath,
  isList,
  type Json,
  type Shape,
  type Violation,
  strictTolerance,
  suggest,
} from "../../skill/index.ts";
import type { RuleContext } from "./rule.ts";
import { shapeAt } from "./vocabulary.ts";

const LONGEST_WORD = 64;

/** A name that the dialect takes, near to the one that it refuses. */
export function suggestName(name: string, dialect: Dialect): string | undefined {
  const candidates = [dialect.checkName(name).normalized, kebab(name)];
  return candidates.find(
    (candidate) => candidate !== undefined && dialect.checkName(candidate).isValid,
  );
}

function kebab(text: string): string {
  const words = text.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
  return words.replace(/[^a-z0-9]+/g, "-").replace(/^-+|(?<!-)-+$/g, "");
}

/** The next step for a text of a form that the dialect does not take. */
export function formatHint(violation: Violation, context: RuleContext): string | undefined {
  if (violation.hint !== undefined) return undefined;
  const { dialect, reading } = context;
  const { path, at } = violation;
  const key = String(path.at(-1));
  if (at === "key") return keyHint(key);
  const value = getPath(reading.view, path);
  if (typeof value !== "string") return undefined;
  if (path.length === 1 && key === "name") {
    const name = suggestName(value, dialect);
    return name === undefined ? "Give the skill another name." : `Write \`name: ${name}\`.`;
  }
  const shape = shapeAt(reading, path);
  // Where the shape takes the value, a rule of the dialect refused it, and the shape cannot judge others.
  const isJudge = shape?.kind === "text" && !fits(value, shape);
  const near = isJudge ? spellings(value).find((text) => fits(text, shape)) : undefined;
  if (near !== undefined) return `Write \`${near}\`.`;
  const [, unwanted] = violation.message.slice(0, -1).split(/use text without (?=[^])/, 2);
  return unwanted === undefined ? correctOr(violation, context) : `Remove the ${unwanted}.`;
}

function keyHint(key: string): string {
  const other = kebab(key);
  const example = other === "" || other === key ? "" : `, for example to \`${other}\``;
  return `Rename the key${example}, or remove it.`;
}

/** What people mean when they miss a form: blanks, letter case, joints, versions of fewer parts. */
function spellings(value: string): readonly string[] {
  // Prose is not respelt.
  if (value.length > LONGEST_WORD) return [];
  const text = value.trim();
  const version = text.replace(/^v(?=\d)/i, "");
  return [
    text,
    text.toLowerCase(),
    kebab(text),
    kebab(text).replaceAll("-", "_"),
    version,
    `${version}.0`,
    `${version}.0.0`,
    `https://${text}`,
  ].filter((spelling) => spelling !== value);
}

function fits(value: Json, shape: Shape): boolean {
  return checkShape(value, shape, []).length === 0;
}

/** A field that may be absent can also go. */
function correctOr({ path }: Violation, { dialect }: RuleContext): string {
  const isRequired = dialect.fields.some(
    (field) => field.isRequired === true && field.path.at(-1) === path.at(-1),
  );
  if (path.some((step) => typeof step === "number"))
    return "Correct the value, or remove the entry.";
  return isRequired ? "Correct the value." : "Correct the value, or remove the field.";
}

/** The next step for a text that is too long. */
export function lengthHint(violation: Violation): string | undefined {
  if (violation.hint !== undefined) return undefined;
  const limit = /at most (\d+)/.exec(violation.message)?.[1];
  if (limit === undefined) return undefined;
  const isName = violation.path.length === 1 && violation.path[0] === "name";
  const rest = isName ? "." : "; detail belongs into the instructions.";
  return `Shorten it to ${limit} characters${rest}`;
}

/** The next step for a value that is none of those which the dialect knows. */
export function valueHint(violation: Violation, context: RuleContext): string | undefined {
  if (violation.hint !== undefined) return undefined;
  const shape = shapeAt(context.reading, violation.path);
  const value = getPath(context.reading.view, violation.path);
  if (shape?.kind === "text" && typeof value === "string") {
    const near = suggest(value, shape.values ?? [], strictTolerance);
    if (near !== undefined) return `Did you mean \`${near}\`?`;
  }
  if (shape?.kind === "number")
    return `Write \`${nearest(Number(value), shape)}\`, or another number in the range.`;
  return correctOr(violation, context);
}

function nearest(
  value: number,
  { min = -Infinity, max = Infinity }: Extract<Shape, { kind: "number" }>,
): number {
  return Math.min(max, Math.max(min, value));
}

/** The next step for a value of another type. */
export function typeHint(violation: Violation, context: RuleContext): string | undefined {
  if (violation.hint !== undefined) return undefined;
  const { path } = violation;
  const key = String(path.at(-1));
  const shape = shapeAt(context.reading, path);
  const value = getPath(context.reading.view, path);
  switch (shape?.kind) {
    case "list":
      return `Write each entry on a line of its own below \`${key}:\`, as in \`  - entry\`.`;
    case "map":
    case "record":
      if (typeof path.at(-1) === "number")
        return "Write the entry as `- key: value`, with its other fields indented below.";
      return `Write its fields below \`${key}:\`, each on an indented line of its own, as in \`  key: value\`.`;
    case "boolean":
      return "Write the bare word `true` or `false`, without quotes.";
    case "number":
      return typeof value === "string" && value.trim() !== "" && fits(Number(value), shape)
        ? `Remove the quotes: \`${key}: ${Number(value)}\`.`
        : "Write a number in digits, without quotes.";
    case "text":
      return isList(value) && value.every((item) => typeof item === "string")
        ? `Write the entries as one text: \`${key}: "${value.join(", ")}"\`.`
        : "Write it as one text on one line.";
    default:
      return correctOr(violation, context);
  }
}
