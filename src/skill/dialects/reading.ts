import { isList, isObject, type Json, type Skill } from "../model/index.ts";
import { bodyOf, type Document, type Problem } from "../text/index.ts";
import type { Dialect, ParseResult, Reading } from "./dialect.ts";
import { resolveMetadata } from "./shared/metadata.ts";
import { parseBy } from "./shared/parse.ts";
import { readFields } from "./shared/read.ts";

export interface Place {
  readonly path?: string;
  /** Where absent, the second-last part of `path`. */
  readonly directory?: string;
}

/** The folder that holds the file, by its path. */
export function findDirectory(path: string): string | undefined {
  const parts = path.split(/[\\/]/);
  return parts.length >= 2 ? parts[parts.length - 2] : undefined;
}

/** What the system of the dialect sees in the text. */
export function parseAs(dialect: Dialect, text: string): ParseResult {
  return dialect.parse === undefined ? parseBy(dialect, text) : dialect.parse(text);
}

/** A document seen through a dialect: its values, and why the system refuses it if it does. */
export function readAs(dialect: Dialect, document: Document, place: Place = {}): Reading {
  const seen = seenBy(dialect, document);
  const metadata = resolveMetadata(seen.frontmatter, dialect);
  const directory =
    place.directory ?? (place.path === undefined ? undefined : findDirectory(place.path));
  const { body, refusals } = seen;
  const reading: Writable<Reading> = { dialect, document, view: metadata.view, body, refusals };
  if (metadata.namespace !== undefined) reading.namespace = metadata.namespace;
  if (directory !== undefined) reading.directory = directory;
  if (place.path !== undefined) reading.path = place.path;
  return reading;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function seenBy(
  dialect: Dialect,
  document: Document,
): Pick<Reading, "body" | "refusals"> & { readonly frontmatter: Document["frontmatter"] } {
  const inner = plainInner(dialect, document);
  const style = inner === undefined ? undefined : dialect.refusedStyle?.(inner);
  if (inner !== undefined && style !== undefined)
    return { ...asRead(document), refusals: [shiftInto(document, style)] };
  if (inner !== undefined && hasSameValues(dialect, document)) {
    const { frontmatter, body } = asRead(document);
    return {
      frontmatter,
      body: dialect.fence.body === "trimmed" ? body.trim() : body,
      refusals: [],
    };
  }
  const result = parseAs(dialect, document.text);
  if (result.ok && readsComments(dialect, document))
    return { ...asRead(document), body: result.parsed.body, refusals: [] };
  if (result.ok)
    return { frontmatter: result.parsed.frontmatter, body: result.parsed.body, refusals: [] };
  return { ...asRead(document), refusals: result.problems };
}

/** The system is said to read JSON5, and the file holds a comment that YAML takes for something else. */
function readsComments(dialect: Dialect, document: Document): boolean {
  return (
    dialect.metadataText === "json5" &&
    dialect.parse === undefined &&
    document.problems.some(({ kind }) => kind === "json-comment")
  );
}

function asRead(document: Document): Pick<Document, "frontmatter"> & Pick<Reading, "body"> {
  return { frontmatter: document.frontmatter, body: bodyOf(document) };
}

/** The text between the fences, where nothing is odd about the file and the system cuts it there too. */
function plainInner(dialect: Dialect, document: Document): string | undefined {
  const { fence, text } = document;
  if (dialect.parse !== undefined || dialect.scalars === "yaml11") return undefined;
  if (document.problems.length > 0 || fence === undefined) return undefined;
  if (dialect.fence.closer === "anywhere" && text.indexOf("---", 3) !== fence.closer.start)
    return undefined;
  return text.slice(fence.inner.start, fence.inner.end);
}

function shiftInto({ fence }: Document, problem: Problem): Problem {
  const base = fence?.inner.start ?? 0;
  return { ...problem, start: problem.start + base, end: problem.end + base };
}

/** The values mean the same to the system, so no second parse is needed. */
function hasSameValues(dialect: Dialect, document: Document): boolean {
  return dialect.scalars !== "text" || isAllText(document.frontmatter);
}

function isAllText(value: Json): boolean {
  if (typeof value === "string") return true;
  if (isList(value)) return value.every(isAllText);
  return isObject(value) && Object.keys(value).every((key) => isAllText(value[key] as Json));
}

/** The model of a file as the dialect means it. */
export function skillOf(reading: Reading): Skill {
  return readFields(reading);
}
