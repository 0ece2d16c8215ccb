import {
  type Diagnostic,
  type Fix,
  lineEnd,
  type Range,
  type Span,
  didYouMean,
} from "../../skill/index.ts";
import type { FileContext } from "./context.ts";
import { readLines, type TextLine, type TextLines } from "./suppress-lines.ts";

/** One code that a comment in the file asks to leave unsaid. */
export interface Suppression {
  readonly code: string;
  /** The line it speaks of; undefined: the whole file. */
  readonly line?: number;
  /** Where the code stands in the comment. */
  readonly range: Range;
  /** Takes the code out of the comment, or the comment out of the file. */
  readonly removal: Fix;
}

interface Comment extends Span {
  readonly isForFile: boolean;
  /** Codes and reason, as written. */
  readonly content: Span;
}

const MARK = "skillwright-ignore";
const IN_BODY = /<!--[ \t]*skillwright-ignore(-file)?(?![\w-])/g;
const IN_FRONTMATTER = /(?<=^|[ \t])#[ \t]*skillwright-ignore(-file)?(?![\w-])/gm;

export interface SuppressionRules {
  readonly knownCodes: ReadonlySet<string>;
  /** Found only when all files have been seen. */
  readonly collectionCodes: ReadonlySet<string>;
  /** Sets the code under which the next finding is reported; false where it is off. */
  readonly begin: (code: string) => boolean;
}

export interface SuppressionResult {
  readonly diagnostics: readonly Diagnostic[];
  /** For codes that only the end of the run can tell about. */
  readonly pending: readonly Suppression[];
}

/** Leaves out what comments in the file ask for, and says where a comment is wrong or useless. */
export function suppress(context: FileContext, rules: SuppressionRules): SuppressionResult {
  const { text } = context.document;
  if (!text.includes(MARK)) return { diagnostics: context.diagnostics, pending: [] };
  const suppressions: Suppression[] = [];
  const found = [...context.diagnostics];
  const lines = readLines(text);
  const comments = findComments(context, lines);
  const targetLine = targetFinder(lines, comments);
  for (const comment of comments) {
    const codes = codesIn(text, comment.content);
    if (!hasReason(text, comment.content) && rules.begin("lint/suppression-reason"))
      context.report({
        message: "The suppression has no reason: write `: reason` after the codes.",
        hint: "Say why the diagnostic does not apply here.",
        span: comment,
      });
    const line = comment.isForFile ? {} : { line: targetLine(comment) };
    for (const span of codes) {
      const code = text.slice(span.start, span.end);
      if (!rules.knownCodes.has(code)) reportUnknown(context, rules, code, span);
      else {
        const removal = buildRemoval(lines, comment, codes, span);
        suppressions.push({ code, ...line, range: context.rangeOf(span), removal });
      }
    }
  }
  const added = context.diagnostics.slice(found.length);
  const { kept, used } = filterSuppressed(found, suppressions);
  const pending: Suppression[] = [];
  for (const suppression of suppressions) {
    if (rules.collectionCodes.has(suppression.code)) pending.push(suppression);
    else if (!used.has(suppression) && rules.begin("lint/suppression-stale"))
      context.report(staleFinding(suppression));
  }
  const stale = context.diagnostics.slice(found.length + added.length);
  return { diagnostics: [...kept, ...added, ...stale], pending };
}

export function filterSuppressed(
  diagnostics: readonly Diagnostic[],
  suppressions: readonly Suppression[],
): { readonly kept: readonly Diagnostic[]; readonly used: ReadonlySet<Suppression> } {
  const used = new Set<Suppression>();
  const byPlace = Map.groupBy(suppressions, ({ code, line }) => placeKey(code, line));
  const kept = diagnostics.filter((diagnostic) => {
    const { code, range } = diagnostic;
    const matching = [placeKey(code, undefined), placeKey(code, range?.start.line ?? 0)]
      .flatMap((key) => byPlace.get(key) ?? [])
      .filter((item) => covers(item, diagnostic));
    for (const item of matching) used.add(item);
    return matching.length === 0;
  });
  return { kept, used };
}

function placeKey(code: string, line: number | undefined): string {
  return `${code} ${line ?? "file"}`;
}

/** A file that its system cannot read stays an error, whatever the file says about itself. */
function covers(suppression: Suppression, diagnostic: Diagnostic): boolean {
  if (diagnostic.code !== suppression.code) return false;
  if (diagnostic.code.startsWith("parse/") && diagnostic.severity === "error") return false;
  return suppression.line === undefined || suppression.line === diagnostic.range?.start.line;
}

export function staleFinding(suppression: Suppression): {
  readonly message: string;
  readonly hint: string;
  readonly span: Span;
  readonly fix: Fix;
} {
  const { start, end } = suppression.range;
  return {
    message: `The suppression of \`${suppression.code}\` silences nothing.`,
    hint: "Nothing of this kind is found there any more. Remove the comment.",
    span: { start: start.offset, end: end.offset },
    fix: suppression.removal,
  };
}

function reportUnknown(
  context: FileContext,
  rules: SuppressionRules,
  code: string,
  span: Span,
): void {
  if (!rules.begin("lint/suppression-unknown")) return;
  const hint = didYouMean(code, [...rules.knownCodes]);
  context.report({
    message: `No diagnostic has the code \`${code}\` named in a suppression.`,
    ...(hint === undefined ? {} : { hint }),
    span,
  });
}

function findComments(context: FileContext, lines: TextLines): readonly Comment[] {
  const { text, fence, bodyStart } = context.document;
  const comments: Comment[] = [];
  const collect = (pattern: RegExp, region: Span, close: string): void => {
    const part = text.slice(region.start, region.end);
    let last = 0;
    for (const match of part.matchAll(pattern)) {
      if (match.index < last) continue;
      const begin = match.index + match[0].length;
      const end = close === "" ? lineEnd(part, begin) : part.indexOf(close, begin);
      if (end === -1) return;
      last = end + close.length;
      comments.push({
        start: region.start + match.index,
        end: region.start + last,
        isForFile: match[1] !== undefined,
        content: { start: region.start + begin, end: region.start + end },
      });
    }
  };
  if (fence !== undefined) collect(IN_FRONTMATTER, fence.inner, "");
  const inFrontmatter = comments.filter(
    ({ start }) => lines.all[lines.indexAt(start)]?.isInBlockScalar !== true,
  );
  comments.length = 0;
  collect(IN_BODY, { start: bodyStart, end: text.length }, "-->");
  const inBody = comments.filter((comment) => !context.body.isInCode(comment.start));
  return [...inFrontmatter, ...inBody];
}

function codesIn(text: string, content: Span): readonly Span[] {
  const colon = text.slice(content.start, content.end).indexOf(":");
  const end = colon === -1 ? content.end : content.start + colon;
  return [...text.slice(content.start, end).matchAll(/[^\s,]+/g)].map((match) => ({
    start: content.start + match.index,
    end: content.start + match.index + match[0].length,
  }));
}

function hasReason(text: string, content: Span): boolean {
  return /:\s*\S/.test(text.slice(content.start, content.end));
}

/** The comment's own line where it shares it with text, else the next line that says something; counted from 1. */
function targetFinder(
  lines: TextLines,
  comments: readonly Comment[],
): (comment: Comment) => number {
  const commented = new Set(comments.map(({ start }) => lines.indexAt(start)));
  // By line: the first from there on that says something, or else the last of all.
  const targets: number[] = [];
  let target = lines.all.length - 1;
  for (let index = lines.all.length - 1; index >= 0; index--) {
    const { content } = lines.all[index] as TextLine;
    if (content.start < content.end && !commented.has(index)) target = index;
    targets[index] = target;
  }
  return (comment) => {
    const index = lines.indexAt(comment.start);
    if (!isAlone(lines, comment)) return index + 1;
    const next = lines.indexAt(comment.end) + 1;
    return (targets[next] ?? lines.all.length - 1) + 1;
  };
}

function isAlone(lines: TextLines, { start, end }: Span): boolean {
  const first = lines.all[lines.indexAt(start)] as TextLine;
  const last = lines.all[lines.indexAt(end)] as TextLine;
  return first.content.start >= start && last.content.end <= end;
}

function buildRemoval(lines: TextLines, comment: Span, codes: readonly Span[], code: Span): Fix {
  const others = codes.length > 1;
  const span = others ? listEntry(codes, code) : wholeComment(lines, comment);
  const title = others ? "Remove the code from the comment" : "Remove the comment";
  return { title, safety: "safe", edits: [{ ...span, text: "" }] };
}

/** The code with the comma that joins it to its neighbour. */
function listEntry(codes: readonly Span[], code: Span): Span {
  const index = codes.indexOf(code);
  const next = codes[index + 1];
  const previous = codes[index - 1];
  if (next !== undefined) return { start: code.start, end: next.start };
  return { start: previous?.end ?? code.start, end: code.end };
}

function wholeComment(lines: TextLines, { start, end }: Span): Span {
  const first = lines.indexAt(start);
  const last = lines.indexAt(end);
  const next = lines.all[last + 1];
  if (isAlone(lines, { start, end }))
    return {
      start: lines.all[first]?.start ?? start,
      end: next?.start ?? lines.all[last]?.end ?? end,
    };
  let from = start;
  while (from > (lines.all[first]?.start ?? 0) && /\s/.test(lines.text.charAt(from - 1))) from--;
  return { start: from, end };
}
