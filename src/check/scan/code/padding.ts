import { TextBuilder } from "../views/offsets.ts";
import type { GrammarLanguage } from "./syntax.ts";
import type { Unit } from "./unit.ts";

/** Fewer lines of comments in a row are somebody's words about the code. */
const MANY_LINES = 60;

/**
 * The code without long rows of comments and empty lines: they are put there to make a file too long to read, and some
 * grammars take the square of their number.
 */
export function withoutPadding(unit: Unit): Unit {
  const { text, language, original } = unit;
  const isComment = COMMENTS[language];
  const builder = new TextBuilder(text);
  let copied = 0;
  let rowStart = 0;
  let rows = 0;
  const endRow = (end: number): void => {
    if (rows >= MANY_LINES) {
      builder.copy(copied, rowStart);
      copied = end;
    }
    rows = 0;
  };
  for (let at = 0; at < text.length;) {
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found + 1;
    if (isComment.test(text.slice(at, Math.min(end, at + BEGINNING)))) {
      if (rows++ === 0) rowStart = at;
    } else endRow(at);
    at = end;
  }
  endRow(text.length);
  if (copied === 0) return unit;
  builder.copy(copied, text.length);
  const way = builder.original;
  return { ...unit, text: builder.text, original: (span) => original(way(span)) };
}

/** Characters of a line by which it is known. */
const BEGINNING = 200;
const HASH = /^[ \t]*(?:#(?!!)|\r?\n?$)/;
const SLASHES = /^[ \t]*(?:\/\/|\r?\n?$)/;

const COMMENTS: { readonly [Language in GrammarLanguage]: RegExp } = {
  python: HASH,
  bash: HASH,
  powershell: HASH,
  javascript: SLASHES,
  typescript: SLASHES,
  tsx: SLASHES,
  ruby: HASH,
  php: /^[ \t]*(?:#(?!!)|\/\/|\r?\n?$)/,
  go: SLASHES,
};
