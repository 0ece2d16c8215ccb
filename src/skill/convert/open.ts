import {
  type Dialect,
  type Place,
  readAs,
  type Reading,
  resolveMetadata,
} from "../dialects/index.ts";
import type { JsonObject } from "../model/index.ts";
import {
  applyEdits,
  bodyOf,
  type Document,
  normalizeLineEnds,
  type ProblemKind,
  readDocument,
} from "../text/index.ts";
import { renderFrontmatter, rewriteFrontmatter, type WriteStyle } from "../text/rewrite.ts";

const PLAIN: WriteStyle = { allowsFlow: true, jsonKeys: [] };

/** The file to edit, and how the source reads it. */
export function openDocument(
  dialect: Dialect,
  document: Document,
  place: Place,
): { readonly base: Document; readonly reading: Reading } {
  const first = readAs(dialect, document, place);
  if (isEmpty(first.view) && !isEmpty(document.frontmatter)) {
    const base = repairFences(document);
    return { base, reading: seeAll(dialect, base, place) };
  }
  if (first.refusals.length > 0 || isSameBody(first.body, bodyOf(document)))
    return { base: document, reading: first };
  // The source cuts the file elsewhere than a person would; its cut is the one that counts.
  const inner = renderFrontmatter(first.view, PLAIN);
  return { base: readDocument(`---\n${inner}\n---\n${first.body}`), reading: first };
}

/** Text before the frontmatter, and what is none, end up in the instructions. */
export function bodyAfter(document: Document): string {
  if (document.problems.length === 0) return bodyOf(document);
  const values = isEmpty(document.frontmatter) ? { name: "" } : document.frontmatter;
  return bodyOf(readDocument(rewriteFrontmatter(document, values, PLAIN)));
}

/** Line ends and blanks around the instructions are not theirs. */
export function isSameBody(a: string, b: string): boolean {
  return a === b || normalizeLineEnds(a).trim() === normalizeLineEnds(b).trim();
}

function isEmpty(object: JsonObject): boolean {
  return Object.keys(object).length === 0;
}

const FENCE_KINDS: ReadonlySet<ProblemKind> = new Set([
  "byte-order-mark",
  "opener-blanks",
  "closer-blanks",
  "carriage-return",
]);

/** The same frontmatter where every reader finds it: on the first line, between bare fences. */
export function repairFences(document: Document): Document {
  const text = rewriteFrontmatter(document, document.frontmatter, PLAIN);
  const edits = readDocument(text)
    .problems.filter(({ kind }) => FENCE_KINDS.has(kind))
    .flatMap((problem) => problem.edits ?? []);
  return readDocument(applyEdits(text, edits).text);
}

/** A source that still sees nothing is given what a person meant. */
function seeAll(dialect: Dialect, document: Document, place: Place): Reading {
  const reading = readAs(dialect, document, place);
  if (!isEmpty(reading.view)) return reading;
  const { view, namespace } = resolveMetadata(document.frontmatter, dialect);
  return { ...reading, view, ...(namespace === undefined ? {} : { namespace }) };
}
