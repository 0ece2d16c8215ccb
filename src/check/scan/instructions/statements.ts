import type { Span } from "../../../skill/index.ts";
import type { Statement, TextView } from "../context.ts";
import { type Block, findBlocks } from "./blocks.ts";
import { foldMarkdown } from "./fold.ts";
import { addresseeOf, stanceOf } from "./stance.ts";

/** The end of a sentence: a stop, then blanks, then something that begins a new one. */
const SENTENCE_END =
  /(?<!\b(?:e\.g|i\.e|etc|vs|cf|no|approx))[.!?]["')\]*_`]{0,3}\s+(?=["'([*_`A-Z0-9<\u00c0-\u00de\u0400-\u042f\uac00-\ud7a3\u3040-\u30ff\u4e00-\u9fff«„“])|[。！？](?:["'」』”）)]{0,2})\s*(?=\S)/g;
const LONGEST = 4000;
const OVERLAP = 400;
const NOTE =
  /\[!\w+\]|\b(?:note|important|warning|tip|caution|attention|prerequisites?|requires?|required|set-?up|install\w*|before|critical)\b|[\u26a0\u{1f4a1}\u2757\u{1f4cc}\u{1f6a8}]|[\u4e00-\u9fff]/u;

const KINDS: { readonly [Kind in Block["kind"]]: Statement["kind"] } = {
  paragraph: "sentence",
  item: "sentence",
  quote: "sentence",
  row: "row",
  heading: "heading",
  fence: "code",
  comment: "comment",
  field: "field",
};

/** The sentences of the blocks of a view. Fences are code, not sentences, unless they hold a prompt. */
export function statementsOf(view: TextView, blocks: readonly Block[]): readonly Statement[] {
  const statements: Statement[] = [];
  let lead = "";
  for (const [number, block] of blocks.entries()) {
    if (block.kind === "heading") lead = "";
    if (block.kind === "fence" && !isPrompt(block.info)) continue;
    const parts = block.kind === "fence" && !SAMPLE.test(lead) ? proseIn(view, block) : [block];
    for (const part of parts)
      for (const statement of sentences(view, part, number, leadFor(part, lead)))
        statements.push(statement);
    if (block.kind === "row")
      for (const cell of cellsOf(view, block))
        for (const statement of sentences(view, cell, number, "")) statements.push(statement);
    if (block.kind === "paragraph" || (block.kind === "item" && endsInColon(view, block)))
      lead = statements.at(-1)?.folded ?? "";
  }
  return statements;
}

/** What announces a fence that shows something; others are steps or a prompt, which an agent follows. */
const SAMPLE =
  /\b(?:examples?|outputs?|prints?|returns?|looks? like|samples?|templates?|formats?|responses?|results?|structure|schema|layout|diagram|commit messages?|reports?|like this|as follows|syntax|usage)\b/;
/** A line that is a sentence, or the first of one that goes on; lists of names, data and drawings have no stops. */
const FULL = /\p{L}[\p{L}\d)"'`*_]?[.!?]["')`*_]{0,2}$|[。！？]$/u;
/** Nothing, or the mark of an element alone. */
const EMPTY = /^(?:<\/?[\w-]{1,40}>)?$/;
const LEAST_FULL = 0.5;
const FEWEST_WORDS = 5;
const MANY_WORDS = 16;

/** The blocks of a fence that holds sentences; the fence itself where it holds something else. */
function proseIn(view: TextView, fence: Block): readonly Block[] {
  const raw = view.text.slice(fence.start, fence.end);
  const first = raw.indexOf("\n") + 1;
  const last = raw.trimEnd().lastIndexOf("\n");
  const inner = raw.slice(first, last);
  const lines = inner.split("\n").filter((line) => !EMPTY.test(line.trim()));
  const full = lines.filter((line) => FULL.test(line.trim()) && wordsOf(line) >= FEWEST_WORDS);
  if (full.length < LEAST_FULL * lines.length || full.length === 0) return [fence];
  const start = fence.start + first;
  return findBlocks(inner, 0)
    .filter(({ kind }) => kind !== "fence")
    .map((block) => ({
      ...block,
      start: block.start + start,
      end: block.end + start,
      headings: fence.headings,
    }));
}

function wordsOf(text: string): number {
  return text.trim().split(/\s+/).length;
}

/** Cells of a table that are sentences of their own; what is short or quoted is a name. */
function cellsOf(view: TextView, row: Block): readonly Block[] {
  const raw = view.text.slice(row.start, row.end);
  return [...raw.matchAll(/(?:[^|\\]|\\.)+/g)].flatMap(([cell], index, all): readonly Block[] => {
    const at = all[index]?.index ?? 0;
    const least = FULL.test(cell.trim()) ? FEWEST_WORDS : MANY_WORDS;
    if (wordsOf(cell) < least || /^\s*["'`“]/.test(cell)) return [];
    const start = row.start + at;
    // What stands in one column goes on; what stands beside it is of another kind.
    const headings = [...row.headings, `column ${index}`];
    return [{ ...row, headings, kind: "paragraph", start, end: start + cell.length }];
  });
}

function isPrompt(info: string): boolean {
  return info === "" || /^(?:text|txt|plaintext|markdown|md|prompt|xml|html)\b/i.test(info);
}

function endsInColon(view: TextView, block: Block): boolean {
  return view.text.slice(block.start, block.end).trimEnd().endsWith(":");
}

/** A paragraph stands on its own; items, rows, quotes and samples are introduced by what stands above. */
function leadFor(block: Block, lead: string): string {
  return block.kind === "paragraph" || block.kind === "heading" ? "" : lead;
}

function* sentences(
  view: TextView,
  block: Block,
  number: number,
  lead: string,
): Generator<Statement> {
  const raw = view.text.slice(block.start, block.end);
  for (const { start, end } of cutSentences(raw)) {
    const { text, quoted } = foldMarkdown(raw.slice(start, end));
    if (text.length < 3) continue;
    const folded = text.toLowerCase();
    const { headings } = block;
    const isBlockQuote =
      block.kind === "fence" || (block.kind === "quote" && !isNote(raw) && isAnnounced(lead));
    yield {
      view,
      span: { start: block.start + start, end: block.start + end },
      text,
      folded,
      quoted,
      kind: KINDS[block.kind],
      headings,
      addressee: addresseeOf(folded, headings),
      stance: stanceOf({ folded, isBlockQuote, lead }),
      block: number,
    };
  }
}

/** Somebody else's words are announced; without that, marked lines are the author's own. */
function isAnnounced(lead: string): boolean {
  return (
    /[:\u2026]$/.test(lead) ||
    /\b(?:examples?|such as|says?|said|reads?|quot\w+|like|templates?|prompts?|messages?|answers?|asks?|replies|responds?|output|text)\b/.test(
      lead,
    )
  );
}

/** Marked lines often hold a note of the author instead of somebody else's words. */
function isNote(raw: string): boolean {
  return NOTE.test(raw.slice(0, 80).toLowerCase());
}

/** Sentences; one without an end in sight is cut, and the pieces overlap so that nothing falls between. */
export function* cutSentences(raw: string): Generator<Span> {
  let at = 0;
  for (const match of raw.matchAll(SENTENCE_END)) {
    if (isInCode(raw, at, match.index)) continue;
    yield* pieces(at, match.index + match[0].trimEnd().length);
    at = match.index + match[0].length;
  }
  if (at < raw.length) yield* pieces(at, raw.trimEnd().length);
}

/** What stands between backticks is one sample, however many sentences it has. */
function isInCode(raw: string, start: number, end: number): boolean {
  if (end - start > LONGEST) return false;
  let isOpen = false;
  for (let at = raw.indexOf("`", start); at !== -1 && at < end; at = raw.indexOf("`", at + 1))
    isOpen = !isOpen;
  if (!isOpen) return false;
  const closer = raw.indexOf("`", end);
  return closer !== -1 && closer - end < 300;
}

function* pieces(start: number, end: number): Generator<Span> {
  for (let at = start; at < end; at += LONGEST - OVERLAP) {
    yield { start: at, end: Math.min(end, at + LONGEST) };
    if (at + LONGEST >= end) return;
  }
}
