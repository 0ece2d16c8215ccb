import {
  type Dialect,
  knownTopKeys,
  parseAs,
  type Place,
  readAs,
  type Reading,
  resolveMetadata,
} from "../dialects/index.ts";
import { getKey, isEqual, isList, isObject, type Json, type JsonObject } from "../model/index.ts";
import { bodyOf, type Document, parseYaml, readDocument } from "../text/index.ts";
import { mendedInner } from "../text/places.ts";
import { renderWithoutFences, renderYaml, type WriteStyle } from "../text/render.ts";
import { rewriteFrontmatter } from "../text/rewrite.ts";
import { repairFences } from "./open.ts";

/** What the target sees in the file before anything is changed; what it sees already can stay. */
export function seenBy(target: Dialect, document: Document): JsonObject {
  const reading = readAs(target, document);
  if (reading.refusals.length === 0 && Object.keys(reading.view).length > 0) return reading.view;
  // It refuses the writing, not the values: single entries may still be right.
  const values = parseYaml(mendedInner(document), target.scalars, { lastKeyWins: true });
  const frontmatter = values.ok && isObject(values.value) ? values.value : document.frontmatter;
  return resolveMetadata(frontmatter, target).view;
}

export interface PrintedText {
  readonly text: string;
  readonly reading: Reading;
}

/**
 * Writes the frontmatter so that the target reads it right, with as little change as it takes:
 * first value by value, then entry by entry, then all anew.
 */
export function print(
  document: Document,
  desired: JsonObject,
  target: Dialect,
  seen: JsonObject,
  place: Place,
  isRight: (reading: Reading) => boolean,
): PrintedText {
  const entry = entryWriter(target);
  let last: PrintedText | undefined;
  for (const keeps of ["comments", "entries", "nothing"] as const) {
    const style: WriteStyle = {
      allowsFlow: target.allowsFlow,
      jsonKeys: target.jsonKeys,
      oneLineKeys: oneLineKeys(target),
      seen,
      keeps,
      // The smallest change is tried as plain YAML, which most readers take.
      ...(entry === undefined || keeps === "comments" ? {} : { entry }),
    };
    for (const text of writings(document, desired, style, target)) {
      last = { text, reading: readAs(target, readDocument(text), place) };
      if (last.reading.refusals.length === 0 && isRight(last.reading)) return last;
    }
  }
  // The loop has run at least once.
  return last as PrintedText;
}

function oneLineKeys(target: Dialect): readonly string[] {
  if (target.readsOneLine !== true) return [];
  return [...knownTopKeys(target)].filter((key) => key !== "metadata");
}

/** The text, then, should that not do, the same with fences that every reader finds. */
function* writings(
  document: Document,
  desired: JsonObject,
  style: WriteStyle,
  target: Dialect,
): Generator<string> {
  const isBare = Object.keys(desired).length === 0 && target.fence.whenMissing === "body";
  const body = bodyOf(document);
  // Instructions that begin like frontmatter would become it.
  if (isBare && document.fence !== undefined && readDocument(body).fence === undefined)
    return yield body;
  const text = rewriteFrontmatter(document, desired, style);
  yield text;
  const mended = repairFences(readDocument(text)).text;
  if (mended !== text) yield mended;
}

type EntryWriter = NonNullable<WriteStyle["entry"]>;

/** Readers that are no plain YAML get each entry in the first form that they take. */
function entryWriter(target: Dialect): EntryWriter | undefined {
  if (target.parse === undefined && target.fence.closer !== "anywhere") return undefined;
  return (key, value) => {
    const forms = formsOf(key, value, target);
    const read = forms.filter((form) => isReadAs(target, form, key, value));
    return read.find((form) => isYaml(form, key, value)) ?? read[0];
  };
}

function formsOf(key: string, value: Json, target: Dialect): readonly string[] {
  const name = renderYaml(key);
  const json = `${name}: ${JSON.stringify(value)}`;
  const block = renderYaml({ [key]: value });
  const isJson = target.jsonKeys.includes(key) && (isObject(value) || isList(value));
  const forms = isJson ? [json, block] : [block, json];
  const quoted = [...forms, renderWithoutFences({ [key]: value })];
  if (typeof value !== "string") return quoted;
  return [...quoted, `${name}: ${value}`, `${name}: '${value}'`, `${name}: "${value}"`];
}

function isReadAs(target: Dialect, form: string, key: string, value: Json): boolean {
  const result = parseAs(target, `---\n${form}\n---\n`);
  if (!result.ok) return false;
  const { view } = resolveMetadata(result.parsed.frontmatter, target);
  const seen = getKey(view, key);
  if (Object.keys(view).length !== 1 || seen === undefined) return false;
  if (isEqual(seen, value)) return true;
  // Where all values are text, a number or a switch is its own text.
  return typeof seen === "string" && typeof value !== "object" && seen === String(value);
}

function isYaml(form: string, key: string, value: Json): boolean {
  const result = parseYaml(form);
  return result.ok && isEqual(result.value, { [key]: value });
}
