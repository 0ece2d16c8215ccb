import type { TextEdit } from "../model/index.ts";

/** Applies edits that do not overlap; later ones of an overlapping pair are left for another pass. */
export function applyEdits(
  text: string,
  edits: readonly TextEdit[],
): { readonly text: string; readonly applied: readonly TextEdit[] } {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  const applied: TextEdit[] = [];
  let result = "";
  let cursor = 0;
  for (const edit of sorted) {
    if (edit.start < cursor) continue;
    result += text.slice(cursor, edit.start) + edit.text;
    cursor = edit.end;
    applied.push(edit);
  }
  return { text: result + text.slice(cursor), applied };
}

/** Maps an offset in the edited text back to the text before the edits. */
export function offsetBefore(edits: readonly TextEdit[], offset: number): number {
  let shift = 0;
  for (const edit of edits) {
    const startAfter = edit.start + shift;
    if (offset < startAfter) break;
    const endAfter = startAfter + edit.text.length;
    if (offset < endAfter) return Math.min(edit.start + (offset - startAfter), edit.end);
    shift += edit.text.length - (edit.end - edit.start);
  }
  return offset - shift;
}
