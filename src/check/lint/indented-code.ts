import type { Span } from "../../skill/index.ts";

const ITEM = /^[ \t]*([-*+]|\d{1,9}[.)])([ \t]+)(?=\S)/;
const HEADING = /^ {0,3}#{1,6}[ \t]/;
const CODE_INDENT = 4;

/**
 * Lines that are code by their indentation: after a blank line, four blanks deeper than the text
 * around them. Inside a list item that text begins after the item's mark, so most indented lines there
 * are paragraphs of the item. Lines within `fences` are left out.
 */
export function findIndentedCode(
  text: string,
  bodyStart: number,
  fences: readonly Span[],
): readonly Span[] {
  const spans: Span[] = [];
  /** Where the text of each open list item begins, from the outermost on. */
  const items: number[] = [];
  let mayBegin = true;
  let nextFence = 0;
  for (let at = bodyStart; at < text.length;) {
    const found = text.indexOf("\n", at);
    const start = at;
    const end = found === -1 ? text.length : found;
    at = end + 1;
    while ((fences[nextFence]?.end ?? Infinity) <= start) nextFence++;
    const line = text.slice(start, end);
    if ((fences[nextFence]?.start ?? Infinity) < end) {
      mayBegin = false;
      continue;
    }
    if (line.trim() === "") {
      mayBegin = true;
      continue;
    }
    const item = ITEM.exec(line);
    const indent = widthOf(line);
    // Without a blank line above, a line goes on with the item however it is indented.
    if (mayBegin || item !== null || HEADING.test(line))
      while ((items.at(-1) ?? 0) > indent) items.pop();
    if (mayBegin && indent >= (items.at(-1) ?? 0) + CODE_INDENT) {
      spans.push({ start, end });
      // The next line may go on with the code.
      continue;
    }
    if (item !== null) items.push(innerIndent(indent, item[1] ?? "", item[2] ?? ""));
    mayBegin = false;
  }
  return spans;
}

function innerIndent(indent: number, mark: string, gap: string): number {
  const width = widthOf(gap);
  // After a wider gap, the item begins with indented code.
  return indent + mark.length + (width > CODE_INDENT ? 1 : width);
}

/** Columns of the blanks at the start; a tab leads to the next fourth one. */
function widthOf(line: string): number {
  let width = 0;
  for (const character of line)
    if (character === "\t") width += 4 - (width % 4);
    else if (character === " ") width++;
    else break;
  return width;
}
