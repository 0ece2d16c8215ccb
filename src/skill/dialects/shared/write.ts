import {
  type FacetId,
  getPath,
  isEqual,
  type Json,
  type JsonObject,
  type Path,
} from "../../model/index.ts";
import type { Dialect } from "../dialect.ts";
import { type Field, NAMESPACE } from "../field.ts";
import { slug } from "./names.ts";
import { meaningOf } from "./read.ts";
import { characterCount, checkShape } from "./shape.ts";

/** What decides where and how a facet is written. */
export interface WriteContext {
  /** The namespace under `metadata` that the file will use. */
  readonly namespace?: string | undefined;
  /** What the dialect sees in the file so far; what already says it is left as it is. */
  readonly seen?: JsonObject | undefined;
  /** Where the value stood before; the same place is preferred. */
  readonly near?: Path | undefined;
  /** What stood there, as the reader of the source saw it. */
  readonly raw?: Json | undefined;
  /** The folder, which gives a name where the skill's own cannot be used. */
  readonly directory?: string | undefined;
  /** The reader takes no line breaks in text. */
  readonly isFlat?: boolean | undefined;
}

/** A facet as a dialect says it. */
export interface Said {
  readonly field: Field;
  readonly path: Path;
  /** What stands in the file. */
  readonly value: Json;
  /** What it means to the model: the facet's value, or what is left of it. */
  readonly meaning: Json;
  /** The part that is lost, to end "Approximated: …". */
  readonly loss?: string;
}

/** How a dialect says the value of a facet; undefined where it has no field that can. */
export function writeFacet(
  dialect: Dialect,
  id: FacetId,
  value: Json,
  context: WriteContext = {},
): Said | undefined {
  const places = dialect.fields
    .filter((field) => field.facet === id)
    .flatMap((field) => placesFor(field, dialect, context));
  const { near } = context;
  const sorted =
    near === undefined ? places : [...places].sort((a, b) => rank(a, near) - rank(b, near));
  let best: Said | undefined;
  for (const { field, path } of sorted) {
    const said = writeIn(dialect, field, path, value, context);
    if (said === undefined) continue;
    if (said.loss === undefined) return said;
    best ??= said;
  }
  return best;
}

interface FieldPlace {
  readonly field: Field;
  readonly path: Path;
}

/** The field's own path; an alias only where the value stands there already. */
function placesFor(field: Field, dialect: Dialect, context: WriteContext): readonly FieldPlace[] {
  const own = fillPath(field.path, dialect, context.namespace);
  const aliases = (field.aliases ?? [])
    .map((path) => fillPath(path, dialect, context.namespace))
    .filter((path) => context.near !== undefined && isEqual(path, context.near));
  return [own, ...aliases].map((path) => ({ field, path }));
}

export function fillPath(path: Path, dialect: Dialect, namespace?: string): Path {
  const name = namespace ?? dialect.namespaces[0] ?? "";
  return path.map((step) => (step === NAMESPACE ? name : step));
}

function rank(place: FieldPlace, near: Path): number {
  return isEqual(place.path, near) ? 0 : 1;
}

/** Says a value in one field. */
export function writeIn(
  dialect: Dialect,
  field: Field,
  path: Path,
  value: Json,
  context: WriteContext,
): Said | undefined {
  const present = context.seen === undefined ? undefined : getPath(context.seen, path);
  if (present !== undefined && present !== null && isFit(dialect, field, present)) {
    const meaning = meaningOf(field, present);
    const isBlind =
      isTrimming(field) || (context.raw !== undefined && isSame(context.raw, present));
    if (meaning !== undefined && (isBlind ? isSame(meaning, value) : isEqual(meaning, value)))
      return { field, path, value: present, meaning };
  }
  const written = field.write === undefined ? value : field.write(value);
  if (written === undefined) return undefined;
  for (const attempt of attempts(dialect, field, written, context)) {
    if (!isFit(dialect, field, attempt.value)) continue;
    const meaning = meaningOf(field, attempt.value);
    if (meaning === undefined) continue;
    const isWhole = isTrimming(field) ? isSame(meaning, value) : isEqual(meaning, value);
    const loss = attempt.loss ?? (isWhole ? undefined : describeLoss(field));
    return { field, path, value: attempt.value, meaning, ...(loss === undefined ? {} : { loss }) };
  }
  return undefined;
}

/** What a value that stands in a field means there; undefined where the dialect does not take it. */
export function meaningIfFit(dialect: Dialect, field: Field, raw: Json): Json | undefined {
  return raw !== null && isFit(dialect, field, raw) ? meaningOf(field, raw) : undefined;
}

/** Blanks around a text carry no meaning; some readers take them away. */
export function isSame(a: Json, b: Json): boolean {
  if (typeof a === "string" && typeof b === "string") return a.trim() === b.trim();
  return isEqual(a, b);
}

function isTrimming(field: Field): boolean {
  return field.shape.kind === "text" && field.shape.trims === true;
}

function describeLoss(field: Field): string {
  return field.approximation ?? "the field holds only part of it";
}

function isFit(dialect: Dialect, field: Field, value: Json): boolean {
  // A warning inside a record is advice; the system takes the value all the same.
  const findings = checkShape(value, field.shape, field.path);
  if (findings.some((finding) => finding.severity !== "warning")) return false;
  // `[]` and `{}` cannot be written in block style.
  if (!dialect.allowsFlow && holdsNothing(value)) return false;
  if (field.facet !== "identity.name" || typeof value !== "string") return true;
  return dialect.checkName(isTrimming(field) ? value.trim() : value).isValid;
}

/** An empty list or map, at any depth. */
export function holdsNothing(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  const items: readonly Json[] = Object.values(value);
  return items.length === 0 || items.some(holdsNothing);
}

interface Attempt {
  readonly value: Json;
  readonly loss?: string;
}

/** The value itself, then what can be made of a text that breaks a limit, the least change first. */
function* attempts(
  dialect: Dialect,
  field: Field,
  value: Json,
  context: WriteContext,
): Generator<Attempt> {
  if (typeof value !== "string") return yield { value };
  if (context.isFlat !== true || !/[\r\n]/.test(value)) yield { value };
  if (field.facet === "identity.name") return yield* names(dialect, value, context);
  const flat = value.trim().replace(/\s+/g, " ");
  const bare = withoutTags(flat);
  const max = field.shape.kind === "text" ? field.shape.max : undefined;
  const untagged = "tags go, and other angle brackets with them";
  yield { value: flat, loss: "line breaks become blanks" };
  yield { value: bare, loss: untagged };
  if (max === undefined) return;
  const cut = (text: string): string => cutText(text, max);
  const isCut = `the text is cut to ${max} characters`;
  if (context.isFlat !== true) yield { value: cut(value.trim()), loss: isCut };
  yield { value: cut(flat), loss: isCut };
  yield { value: cut(bare), loss: `${isCut}, and ${untagged}` };
}

/** Pairs of tags go; what stands alone in angle brackets, such as `<path>`, loses only these. */
function withoutTags(value: string): string {
  const paired = new Set([...value.matchAll(/<\/([A-Za-z][\w-]*)\s*>/g)].map((match) => match[1]));
  return value
    .replace(/<\/?([A-Za-z][\w-]*)(?![\w-])([^<>]*)>/g, (_tag, name: string, rest: string) =>
      paired.has(name) ? "" : name + (rest.endsWith("/") ? rest.slice(0, -1).trimEnd() : rest),
    )
    .replace(/[<>]/g, "");
}

function* names(dialect: Dialect, value: string, context: WriteContext): Generator<Attempt> {
  const trimmed = value.trim().replace(/\s+/g, " ");
  const { normalized } = dialect.checkName(trimmed);
  const loss = "the name is changed to one that the system takes";
  if (normalized !== undefined) yield { value: normalized, loss };
  yield { value: slug(trimmed), loss };
  if (slug(trimmed) !== "") yield { value: slug(`skill-${trimmed}`), loss };
  if (context.directory === undefined) return;
  const replaced = "the name of the folder takes its place";
  yield { value: context.directory, loss: replaced };
  yield { value: slug(context.directory), loss: replaced };
  yield { value: slug(`skill-${context.directory}`), loss: replaced };
}

/** At most `max` characters, cut between words, with `…` in place of the rest. */
export function cutText(value: string, max: number): string {
  if (characterCount(value) <= max) return value;
  const characters = [...value];
  const head = characters.slice(0, max - 1).join("");
  const isWordEnd = /^\s$/.test(characters[max - 1] ?? "");
  const words = isWordEnd ? head : head.replace(/\s+\S*$/, "");
  // One long word has no place between words; then it is cut where it must be.
  return `${words.trim() === "" ? head : words.trimEnd()}…`;
}
