import {
  type Document,
  type Fix,
  getPath,
  type Path,
  type Span,
  type TextEdit,
} from "../../skill/index.ts";
import { findPlace } from "../../skill/text/places.ts";

const SAFE_PLAIN = /^[A-Za-z][\w.-]*$/;
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** Text as a YAML value on one line. */
function renderText(value: string): string {
  return SAFE_PLAIN.test(value) && !WORDS.test(value) ? value : JSON.stringify(value);
}

/** Edits of the frontmatter are made only where the file is read as it stands. */
export function isEditable(document: Document): boolean {
  return document.fence !== undefined && document.repairs.length === 0;
}

/** Sets a value that stands in the file to a text. */
export function replaceValue(
  document: Document,
  path: Path,
  value: string,
  fix: Pick<Fix, "title" | "safety">,
): Fix | undefined {
  const span = valueSpan(document, path);
  if (span === undefined) return undefined;
  return { ...fix, edits: [{ ...span, text: renderText(value) }] };
}

/** The value itself, not what stands near it. */
export function valueSpan(document: Document, path: Path): Span | undefined {
  const value = getPath(document.frontmatter, path);
  if (!isEditable(document) || value === undefined || value === null) return undefined;
  return findPlace(document, path, "value");
}

/** Puts a plain value in quotes just as it is written. */
export function quoteValue(document: Document, path: Path): Fix | undefined {
  const span = valueSpan(document, path);
  if (span === undefined) return undefined;
  const written = document.text.slice(span.start, span.end);
  if (!/^[\w.+:-]+(?: [\w.+:-]+)*$/.test(written)) return undefined;
  const edits: readonly TextEdit[] = [{ ...span, text: `"${written}"` }];
  return { title: "Quote the value", safety: "safe", edits };
}

export function renameKey(
  document: Document,
  path: Path,
  name: string,
): readonly TextEdit[] | undefined {
  if (!isEditable(document) || getPath(document.frontmatter, path) === undefined) return undefined;
  const span = findPlace(document, path, "key");
  if (span === undefined) return undefined;
  const written = document.text.slice(span.start, span.end);
  const quote = /^["']/.exec(written)?.[0] ?? "";
  return [{ ...span, text: `${quote}${name}${quote}` }];
}

/** One edit that turns the text of the document into another text. */
export function editTo(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined;
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = before.length;
  let endAfter = after.length;
  while (end > start && endAfter > start && before[end - 1] === after[endAfter - 1]) {
    end--;
    endAfter--;
  }
  return { start, end, text: after.slice(start, endAfter) };
}
