/** What a text of JSON may hold; checked before it is parsed. */
export interface JsonBounds {
  /** Values together: a schema writes down a problem for each that is wrong. */
  readonly values: number;
  /** Lists and maps inside each other: schemas call themselves for each level. */
  readonly depth: number;
}

/** More than ordinary requests have; what needs more says so. */
export const JSON_BOUNDS: JsonBounds = { values: 5000, depth: 64 };

const QUOTE = 34;
const ESCAPE = 92;
const COMMA = 44;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;

/** Where a quoted text ends, whose first character is at a place: at its quote, or with the text as a whole. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (at - escapes > from && text.charCodeAt(at - escapes - 1) === ESCAPE) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

/** Which of the bounds a text of JSON exceeds; what is quoted, which is most of it, is searched and not looked at. */
export function findExcess(
  text: string,
  { values: mostValues, depth: mostDepth }: JsonBounds = JSON_BOUNDS,
): keyof JsonBounds | undefined {
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfQuoted(text, at + 1);
    else if (code === COMMA) {
      values += 1;
      if (values > mostValues) return "values";
    } else if (code === OPEN_LIST || code === OPEN_MAP) {
      values += 1;
      depth += 1;
      if (depth > mostDepth) return "depth";
      if (values > mostValues) return "values";
    } else if (code === CLOSE_LIST || code === CLOSE_MAP) depth -= 1;
  }
  return undefined;
}
