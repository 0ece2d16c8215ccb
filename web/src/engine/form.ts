/** The frontmatter as a form. Every change is an edit of the text: comments, order and unknown fields stay. */
import {
  findDialect,
  getKey,
  getPath,
  isObject,
  type Json,
  type JsonObject,
  readAs,
  readDocument,
  withKey,
} from "../../../src/skill/index.ts";
import { rewriteFrontmatter } from "../../../src/skill/text/rewrite.ts";
import type { SourceText } from "./check.ts";
import { type FieldInfo, listFields } from "../../../src/check/editor/index.ts";

export interface FormField extends FieldInfo {
  readonly value?: Json;
}

export interface FormView {
  readonly fields: readonly FormField[];
  /** Top keys that the dialect does not know; they are kept. */
  readonly others: readonly string[];
  /** Fields that the dialect knows and that no control fits; the text is the place for them. */
  readonly inText: readonly string[];
}

export function readForm(source: SourceText & { readonly dialect: string }): FormView {
  const view = viewOf(source);
  const all = listFields(source.dialect).map((field): FormField => {
    const value = getPath(view, field.path);
    return { ...field, ...(value === undefined ? {} : { value }) };
  });
  const fields = all.filter(
    ({ control, value, isSetByServer }) =>
      control !== "none" && fits(control, value) && (isSetByServer !== true || value !== undefined),
  );
  const known = new Set(all.map(({ path }) => path[0]));
  return {
    fields,
    others: Object.keys(view).filter((key) => !known.has(key)),
    inText: Object.keys(view)
      .filter((key) => known.has(key))
      .flatMap((key) => unshown(view[key], [key], fields)),
  };
}

/** A list of things may be something else in a file that is wrong. */
function fits(control: FieldInfo["control"], value: Json | undefined): boolean {
  if (control !== "records" || value === undefined) return true;
  return Array.isArray(value) && value.every(isObject);
}

/** What the file says that none of the fields shows. */
function unshown(
  value: Json | undefined,
  at: readonly string[],
  fields: readonly FormField[],
): readonly string[] {
  const isAt = ({ path }: FormField): boolean => at.every((key, index) => path[index] === key);
  const near = fields.filter(isAt);
  if (near.some(({ path }) => path.length === at.length)) return [];
  if (near.length === 0 || !isObject(value)) return [at.join(" › ")];
  return Object.keys(value).flatMap((key) => unshown(value[key], [...at, key], fields));
}

export interface FieldChange {
  /** Keys, and places in lists. */
  readonly path: readonly (string | number)[];
  /** Undefined takes the field away. */
  readonly value?: Json;
}

/** The text with one field changed. */
export function setField(
  source: SourceText & { readonly dialect: string },
  { path, value }: FieldChange,
): string {
  const dialect = findDialect(source.dialect);
  if (dialect === undefined) return source.text;
  const document = readDocument(source.text);
  const [head = "", ...rest] = path;
  const top = String(head);
  const view = viewOf(source);
  // Under `metadata` the view counts: there the file may hold text that is JSON.
  const base =
    rest.length > 0 && isObject(view[top])
      ? { ...document.frontmatter, [top]: view[top] }
      : document.frontmatter;
  const desired = changed(base, path, value);
  return rewriteFrontmatter(document, isObject(desired) ? desired : {}, {
    allowsFlow: dialect.allowsFlow,
    jsonKeys: dialect.jsonKeys,
  });
}

function viewOf({ text, path, dialect: id }: SourceText): JsonObject {
  const dialect = id === undefined ? undefined : findDialect(id);
  const document = readDocument(text);
  return dialect === undefined ? document.frontmatter : readAs(dialect, document, { path }).view;
}

/** Undefined where nothing is left: what says nothing any more goes with its last entry. */
function changed(
  whole: Json | undefined,
  [step, ...rest]: FieldChange["path"],
  value: Json | undefined,
): Json | undefined {
  if (step === undefined) return value;
  if (typeof step === "number") {
    const list = Array.isArray(whole) ? whole : [];
    const item = changed(list[step], rest, value);
    const next = [
      ...list.slice(0, step),
      ...(item === undefined ? [] : [item]),
      ...list.slice(step + 1),
    ];
    return next.length === 0 ? undefined : next;
  }
  const map = isObject(whole) ? whole : {};
  const inner = changed(getKey(map, step), rest, value);
  if (inner !== undefined) return withKey(map, step, inner);
  const left = Object.entries(map).filter(([name]) => name !== step);
  return left.length === 0 ? undefined : Object.fromEntries(left);
}
