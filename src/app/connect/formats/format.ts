/** A file format whose documents are edited as text, so that comments, order and style of the rest stay. */
import type { Json, JsonObject } from "../../../skill/model/index.ts";

export interface ConfigFormat {
  /** The document as data; an empty one is an empty object. Throws a `SyntaxProblem`. */
  readonly parse: (text: string) => Json;
  /** The text with an entry below a key of the root; of an entry that is there, only fields that differ change. */
  readonly set: (text: string, key: string, name: string, entry: JsonObject) => string;
  /** The text without the entry. */
  readonly remove: (text: string, key: string, name: string) => string;
}

/** Why a document cannot be read or edited, as the end of a sentence. */
export class SyntaxProblem extends Error {
  override readonly name = "SyntaxProblem";
}

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap; those at one place in the order of the list. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  const sorted = edits.toSorted((one, other) => one.start - other.start);
  let result = "";
  let end = 0;
  for (const edit of sorted) {
    result += text.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return result + text.slice(end);
}

export function lineEnd(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** Where the line that holds a place begins. */
export function lineStartAt(text: string, place: number): number {
  return text.lastIndexOf("\n", place - 1) + 1;
}

/** Behind the line feed of the line that holds a place. */
export function nextLineAfter(text: string, place: number): number {
  const feed = text.indexOf("\n", place);
  return feed === -1 ? text.length : feed + 1;
}

export function lineNumberAt(text: string, place: number): number {
  return text.slice(0, place).split("\n").length;
}

/** The text with a line end behind its last line. */
export function withLineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : text + lineEnd(text);
}
