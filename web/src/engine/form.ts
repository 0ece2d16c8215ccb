/** The frontmatter as a form. Every change is an edit of the text: comments, order and unknown fields stay. */
import {
  findDialect,
  getPath,
  isObject,
  type Json,
  type JsonObject,
  readAs,
  readDocument,
  setPath,
} from "../../../src/skill/index.ts";
import { rewriteFrontmatter } from "../../../src/skill/text/rewrite.ts";
import type { SourceText } from "./check.ts";
import { type FieldInfo, listFields } from "./systems.ts";

export interface FormField extends FieldInfo {
  readonly value?: Json;
}

export interface FormView {
  readonly fields: readonly FormField[];
  /** Top keys that the dialect does not know; they are kept. */
  readonly others: readonly string[];
}

export function readForm(source: SourceText & { readonly dialect: string }): FormView {
  const view = viewOf(source);
  const fields = listFields(source.dialect);
  const known = new Set(fields.map(({ path }) => path[0]));
  return {
    fields: fields
      .filter(({ control }) => control !== "none")
      .map((field) => {
        const value = getPath(view, field.path);
        return { ...field, ...(value === undefined ? {} : { value }) };
      }),
    others: Object.keys(view).filter((key) => !known.has(key)),
  };
}

export interface FieldChange {
  readonly path: readonly string[];
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
  const [top = "", ...rest] = path;
  const view = viewOf(source);
  // Under `metadata` the view counts: there the file may hold text that is JSON.
  const base =
    rest.length > 0 && isObject(view[top])
      ? { ...document.frontmatter, [top]: view[top] }
      : document.frontmatter;
  const desired = value === undefined ? without(base, path) : setPath(base, path, value);
  return rewriteFrontmatter(document, desired, {
    allowsFlow: dialect.allowsFlow,
    jsonKeys: dialect.jsonKeys,
  });
}

function viewOf({ text, path, dialect: id }: SourceText): JsonObject {
  const dialect = id === undefined ? undefined : findDialect(id);
  const document = readDocument(text);
  return dialect === undefined ? document.frontmatter : readAs(dialect, document, { path }).view;
}

function without(object: JsonObject, [key, ...rest]: readonly string[]): JsonObject {
  if (key === undefined) return object;
  const inner = object[key];
  const others = Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  if (rest.length === 0 || !isObject(inner)) return others;
  const left = without(inner, rest);
  // A map that says nothing any more goes with its last entry.
  if (Object.keys(left).length === 0) return others;
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, name === key ? left : value]),
  );
}
