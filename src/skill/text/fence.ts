import type { Span } from "../model/index.ts";
import { lineEnd, skipLineBreak } from "./lines.ts";
import type { Problem } from "./problem.ts";

/** Where the frontmatter of a file stands. */
export interface Fence {
  /** The line `---` that opens it, without its line break. */
  readonly opener: Span;
  /** The lines between the fences, line breaks included. */
  readonly inner: Span;
  /** The closing line; empty at the end of `inner` where it is missing. */
  readonly closer: Span;
  readonly isClosed: boolean;
}

const NONE: readonly Problem[] = [];
const FENCE_LINE = /^---[ \t]*$/;
const KEY_LINE = /^["']?[A-Za-z_][\w.-]*["']?[ \t]*:(?:[ \t]|$)/;

interface Line extends Span {
  readonly text: string;
  /** The offset after the line break. */
  readonly next: number;
}

export function lineAt(text: string, start: number): Line {
  const end = lineEnd(text, start);
  return { start, end, text: text.slice(start, end), next: skipLineBreak(text, end) };
}

/**
 * Finds the frontmatter leniently: this is what a person meant. What a certain system makes of the
 * same bytes is the business of its dialect.
 */
export function findFence(
  text: string,
  contentStart: number,
): { readonly fence?: Fence; readonly problems: readonly Problem[] } {
  const first = lineAt(text, contentStart);
  if (FENCE_LINE.test(first.text)) return closeFence(text, first, NONE);
  return findLateFence(text, contentStart);
}

function findLateFence(
  text: string,
  contentStart: number,
): { readonly fence?: Fence; readonly problems: readonly Problem[] } {
  let at = contentStart;
  let isBlankSoFar = true;
  let inComment = false;
  for (let count = 0; count < 40 && at < text.length; count++) {
    const line = lineAt(text, at);
    if (FENCE_LINE.test(line.text)) {
      const after = lineAt(text, line.next);
      if (!KEY_LINE.test(after.text)) break;
      const problem: Problem = {
        kind: "text-before-fence",
        severity: "error",
        start: contentStart,
        end: line.start,
        message: isBlankSoFar
          ? "Blank lines come before the frontmatter; `---` must be the first line."
          : "Text comes before the frontmatter; `---` must be the first line.",
        hint: "Most systems then read the whole file as instructions. Move `---` to the first line.",
        edits: [{ start: contentStart, end: line.start, text: "" }],
        fixTitle: "Remove what stands before the frontmatter",
        isUnsafe: !isBlankSoFar,
      };
      return closeFence(text, line, [problem]);
    }
    const trimmed = line.text.trim();
    if (trimmed.startsWith("<!--")) inComment = true;
    if (trimmed !== "") isBlankSoFar = false;
    if (trimmed !== "" && !inComment && !/^[#>@<]/.test(trimmed)) break;
    if (trimmed.includes("-->")) inComment = false;
    at = line.next === line.end ? text.length : line.next;
  }
  return { problems: [explainMissing(text, contentStart)] };
}

function explainMissing(text: string, start: number): Problem {
  const first = lineAt(text, start);
  const base = { severity: "warning", start, end: first.end } as const;
  const rest = text.slice(start).trim();
  if (rest === "")
    return {
      ...base,
      kind: "empty-file",
      severity: "error",
      message: "The file is empty: a skill needs frontmatter and instructions.",
      hint: "Write `---`, the fields, `---`, then the instructions.",
    };
  if (!/\s/.test(rest) && isPathLike(rest))
    return {
      ...base,
      kind: "link-text",
      severity: "error",
      message: `The file contains only the path \`${rest.slice(0, 80)}\`, not a skill.`,
      hint: "This looks like a symbolic link that was checked out as text. Restore the link or copy the file it names.",
    };
  if (KEY_LINE.test(first.text))
    return {
      ...base,
      kind: "missing-fence",
      severity: "error",
      message: "The fields have no opening `---` line before them.",
      hint: "Put a line `---` before the first field.",
      edits: [{ start, end: start, text: `---${findLineBreak(text)}` }],
      fixTitle: "Insert the opening `---`",
      isUnsafe: true,
    };
  if (/^(?:```|~~~)/.test(first.text) && /^---/m.test(text))
    return {
      ...base,
      kind: "fenced-in-code",
      severity: "error",
      message: "The skill is wrapped in a code fence; `---` must be the first line.",
      hint: "Remove the code fence at the start and at the end of the file.",
    };
  return {
    ...base,
    kind: "no-frontmatter",
    message: "The file has no frontmatter between `---` lines.",
    hint: "Without frontmatter most systems have no name and no description for the skill.",
  };
}

export function findLineBreak(text: string): string {
  const match = /\r\n|\n|\r/.exec(text);
  return match === null ? "\n" : match[0];
}

function closeFence(
  text: string,
  opener: Line,
  before: readonly Problem[],
): { readonly fence: Fence; readonly problems: readonly Problem[] } {
  let problems = before;
  if (opener.text.length > 3)
    problems = [...problems, blanks("opener-blanks", { start: opener.start + 3, end: opener.end })];
  const closer = opener.next === opener.end ? undefined : findCloser(text, opener.next);
  if (closer !== undefined) {
    if (closer.end - closer.start > 3)
      problems = [
        ...problems,
        blanks("closer-blanks", { start: closer.start + 3, end: closer.end }),
      ];
    const fence = {
      opener: { start: opener.start, end: opener.end },
      inner: { start: opener.next, end: closer.start },
      closer,
      isClosed: true,
    };
    return { fence, problems };
  }
  return unclosed(text, opener, problems);
}

/** The first line of three dashes at or after the offset, which is the start of a line. */
function findCloser(text: string, from: number): Span | undefined {
  const pattern = /[\r\n](---[ \t]*)(?=[\r\n]|$)/g;
  pattern.lastIndex = from - 1;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const start = match.index + 1;
  return { start, end: start + (match[1] as string).length };
}

function blanks(kind: "opener-blanks" | "closer-blanks", span: Span): Problem {
  return {
    ...span,
    kind,
    severity: "warning",
    message: "Blanks follow `---`; the fence must be bare.",
    hint: "Some systems take only a line of exactly three dashes.",
    edits: [{ ...span, text: "" }],
    fixTitle: "Remove the blanks after `---`",
  };
}

/** Takes the run of field lines as the frontmatter, up to the first line that cannot be one. */
function unclosed(
  text: string,
  opener: Line,
  before: readonly Problem[],
): { readonly fence: Fence; readonly problems: readonly Problem[] } {
  let end = opener.next;
  let at = opener.next;
  while (at < text.length) {
    const line = lineAt(text, at);
    const isField =
      KEY_LINE.test(line.text) || /^[ \t]+\S/.test(line.text) || line.text.startsWith("- ");
    if (!isField) break;
    end = line.next;
    if (line.next === line.end) break;
    at = line.next;
  }
  const isLineStart = /[\r\n]/.test(text[end - 1] ?? "\n");
  const problem: Problem = {
    kind: "unclosed-frontmatter",
    severity: "error",
    start: opener.start,
    end: opener.end,
    message: "Unexpected end of file inside the frontmatter, expected a closing `---` line.",
    hint: "Put a line `---` after the last field.",
    edits: [
      {
        start: end,
        end,
        text: `${isLineStart ? "" : findLineBreak(text)}---${findLineBreak(text)}`,
      },
    ],
    fixTitle: "Insert the closing `---`",
    isUnsafe: true,
  };
  const fence = {
    opener: { start: opener.start, end: opener.end },
    inner: { start: opener.next, end },
    closer: { start: end, end },
    isClosed: false,
  };
  return { fence, problems: [...before, problem] };
}

/** The whole content is one path: relative, or with a slash between two parts. */
function isPathLike(text: string): boolean {
  if (/^\.{1,2}\//.test(text)) return true;
  const slash = text.lastIndexOf("/", text.length - 2);
  return slash > 0 && /^[\w@./-]+$/.test(text) && !text.includes("@", slash);
}
