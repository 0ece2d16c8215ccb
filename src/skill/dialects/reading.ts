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
export function directoryOf(path: string): string | undefined {
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
    place.directory ?? (place.path === undefined ? undefined : directoryOf(place.path));
  return {
    dialect,
    document,
    view: metadata.view,
    body: seen.body,
    refusals: seen.refusals,
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
    ...(directory === undefined ? {} : { directory }),
    ...(place.path === undefined ? {} : { path: place.path }),
  };
}

function seenBy(
  dialect: Dialect,
  document: Document,
): Pick<Reading, "body" | "refusals"> & { readonly frontmatter: Document["frontmatter"] } {
  if (seesWhatWasRead(dialect, document)) {
    const body = bodyOf(document);
    return {
      frontmatter: document.frontmatter,
      body: dialect.fence.body === "trimmed" ? body.trim() : body,
      refusals: [],
    };
  }
  const result = parseAs(dialect, document.text);
  if (result.ok)
    return { frontmatter: result.parsed.frontmatter, body: result.parsed.body, refusals: [] };
  const refusals: readonly Problem[] = result.problems;
  return { frontmatter: document.frontmatter, body: bodyOf(document), refusals };
}

/** Nothing odd about the file and values that mean the same to the system: no second parse is needed. */
function seesWhatWasRead(dialect: Dialect, document: Document): boolean {
  const { fence, text } = document;
  if (dialect.parse !== undefined || document.problems.length > 0 || fence === undefined)
    return false;
  if (dialect.fence.closer === "anywhere" && text.indexOf("---", 3) !== fence.closer.start)
    return false;
  if (dialect.scalars === "yaml11") return false;
  if (dialect.scalars === "text" && !isAllText(document.frontmatter)) return false;
  return dialect.refusedStyle?.(text.slice(fence.inner.start, fence.inner.end)) === undefined;
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
