/** A line of the frontmatter, with the keys that it is nested under. Works on text that is being written. */
export interface FieldPlace {
  readonly path: readonly string[];
  /** The key of the line, where it has one. */
  readonly key: string;
  /** Where the key begins and ends. */
  readonly start: number;
  readonly end: number;
  /** Where the value begins; undefined before the colon is written. */
  readonly valueStart: number | undefined;
  /** The line is an item of a list. */
  readonly isItem: boolean;
}

const LINE = /^(?<pad>\s*(?:- +)*)(?<key>[\w-]*)(?<colon>\s*:(?<gap>\s?))?/u;
const FENCE = /^---\s*$/u;
/** More than this is no frontmatter; the reader refuses it as well. */
const MAX_FRONTMATTER = 262_144;

/** Undefined outside of the frontmatter. The frontmatter need not be closed, nor be valid YAML. */
export function placeAt(text: string, offset: number): FieldPlace | undefined {
  if (offset > MAX_FRONTMATTER || offset > text.length) return undefined;
  const begin = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const [first = "", ...above] = text.slice(begin, Math.max(begin, lineStart)).split("\n");
  if (lineStart <= begin || !FENCE.test(first) || above.some((line) => FENCE.test(line)))
    return undefined;
  const line = lineAt(text, lineStart);
  if (FENCE.test(line)) return undefined;
  const { pad = "", key = "", colon } = LINE.exec(line)?.groups ?? {};
  const start = lineStart + pad.length;
  const end = start + key.length;
  return {
    path: keysAbove(above, pad.length),
    key,
    start,
    end,
    valueStart: colon === undefined ? undefined : end + colon.length,
    isItem: pad.includes("-"),
  };
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf("\n", start);
  return text.slice(start, end === -1 ? undefined : end);
}

/** Keys of the lines above that are less indented, each less than the one below it. */
function keysAbove(lines: readonly string[], indent: number): readonly string[] {
  const path: string[] = [];
  let least = indent;
  for (const line of lines.toReversed()) {
    if (least === 0) break;
    const { pad = "", key = "", colon } = LINE.exec(line)?.groups ?? {};
    if (colon === undefined || pad.length >= least) continue;
    path.unshift(key);
    least = pad.length;
  }
  return path;
}
