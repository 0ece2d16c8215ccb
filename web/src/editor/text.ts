/** Between texts of files, in which a line may end in two characters, and those of the editor, where it never does. */
import type { EditorState } from "@codemirror/state";

/** How the lines of a file end; a file with both kinds is made even. */
export function lineBreakOf(text: string): "\n" | "\r\n" {
  return text.includes("\r\n") && !/(?<!\r)\n/u.test(text) ? "\r\n" : "\n";
}

/** The position in the editor for an offset in the file. */
export function positionOf(text: string, offset: number): number {
  const before = text.slice(0, offset);
  return before.length - before.split("\r\n").length + 1;
}

/** The text of the editor as the file has it. */
export function textOf(state: EditorState): string {
  return state.sliceDoc();
}

export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The smallest stretch that makes one text the other, so that the cursor and the history stay. */
export function difference(before: string, after: string): Replacement {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
