import { lineStarts, positionAt, type Span } from "../../skill/index.ts";

export interface TextLine extends Span {
  /** Where what is not blank begins and ends; the end of the line where all of it is. */
  readonly content: Span;
  /** Whether some line above, indented less, begins a block scalar: `#` is text there. */
  readonly isInBlockScalar: boolean;
}

export interface TextLines {
  readonly text: string;
  readonly all: readonly TextLine[];
  /** The index of the line that holds an offset. */
  readonly indexAt: (offset: number) => number;
}

const BLOCK_SCALAR = /(?::|-)[ \t]+[|>][-+0-9]*[ \t]*(?:#[^]*)?$/;

/** All lines, looked at once: a file may have as many comments as lines. */
export function readLines(text: string): TextLines {
  const starts = lineStarts(text);
  const all: TextLine[] = [];
  /** Lines above, each indented more than the one before it. */
  const above: { depth: number; isScalar: boolean }[] = [];
  for (const [index, start] of starts.entries()) {
    const whole = text.slice(start, starts[index + 1] ?? text.length);
    const line = whole.replace(/\r?\n$|\r$/, "");
    const end = start + line.length;
    if (line.trim() === "") {
      all.push({ start, end, content: { start: end, end }, isInBlockScalar: isIn(above) });
      continue;
    }
    const depth = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    while ((above.at(-1)?.depth ?? -1) >= depth) above.pop();
    const isInBlockScalar = isIn(above);
    const content = {
      start: end - line.trimStart().length,
      end: start + line.trimEnd().length,
    };
    all.push({ start, end, content, isInBlockScalar });
    above.push({ depth, isScalar: isInBlockScalar || BLOCK_SCALAR.test(line) });
  }
  return { text, all, indexAt: (offset) => positionAt(starts, offset).line - 1 };
}

function isIn(above: readonly { readonly isScalar: boolean }[]): boolean {
  return above.at(-1)?.isScalar === true;
}
