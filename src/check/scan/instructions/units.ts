import type { CodeUnit, Statement, TextView } from "../context.ts";
import { TextBuilder } from "../views/offsets.ts";
import type { Block } from "./blocks.ts";
import { languageOfName, looksLikeShell } from "./languages.ts";
import { foldMarkdown } from "./fold.ts";
import { addresseeOf, stanceOf } from "./stance.ts";

const INLINE = /(?<!`)(`{1,2})(?!`)([^`\n]{4,600})\1(?!`)/g;

/** Code that stands in the blocks of a Markdown file: fences, and commands between backticks. */
export function unitsOf(
  view: TextView,
  blocks: readonly Block[],
  statements: readonly Statement[],
): readonly CodeUnit[] {
  const units: CodeUnit[] = [];
  let before = "";
  for (const [number, block] of blocks.entries()) {
    if (block.kind === "fence") units.push(fenceUnit(view, block, number, before));
    else if (block.kind !== "comment") {
      const raw = view.text.slice(block.start, block.end);
      before = block.kind === "heading" ? "" : lastSentence(foldMarkdown(raw.slice(-600)).text);
    }
  }
  for (const statement of statements)
    if (statement.kind !== "code") units.push(...inlineUnits(statement));
  return units;
}

function lastSentence(text: string): string {
  const stop = text.trimEnd().lastIndexOf(". ");
  return text
    .slice(stop + 1)
    .trim()
    .toLowerCase();
}

function fenceUnit(view: TextView, block: Block, number: number, before: string): CodeUnit {
  const content = contentOf(view.text, block);
  const named = languageOfName(block.info);
  const language =
    named === "other" && block.info === "" && looksLikeShell(content.text) ? "shell" : named;
  const { headings } = block;
  return {
    file: view.file,
    origin: "fence",
    language,
    text: content.text,
    original: (span) => view.original(content.original(span)),
    headings,
    stance: stanceOf({ folded: "", isBlockQuote: false, lead: before }),
    addressee: addresseeOf(before, headings),
    block: number,
  };
}

/** The lines between the marks, without the indentation and quote marks of the fence itself. */
function contentOf(text: string, block: Block): TextBuilder {
  const builder = new TextBuilder(text);
  const first = text.slice(block.start, block.end);
  const isFenced = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)*(?:`{3}|~{3})/.test(first);
  const firstLine = first.indexOf("\n");
  if (isFenced && firstLine === -1) return builder;
  const indent = isFenced ? (/^[\s>]*/.exec(first)?.[0].length ?? 0) : 4;
  let at = isFenced ? block.start + firstLine + 1 : block.start;
  while (at < block.end) {
    const found = text.indexOf("\n", at);
    const end = found === -1 || found >= block.end ? block.end : found + 1;
    const line = text.slice(at, end);
    if (isFenced && end >= block.end && /^[\s>]*(?:`{3,}|~{3,})\s*$/.test(line)) break;
    const lead = /^[\s>]*/.exec(line.slice(0, indent))?.[0].replace(/\n.*/s, "").length ?? 0;
    builder.copy(at + lead, end);
    at = end;
  }
  return builder;
}

function inlineUnits(statement: Statement): readonly CodeUnit[] {
  const { view, span, headings, stance, addressee, block } = statement;
  const raw = view.text.slice(span.start, span.end);
  if (!raw.includes("`")) return [];
  return [...raw.matchAll(INLINE)].flatMap((match): readonly CodeUnit[] => {
    const text = match[2] ?? "";
    if (!looksLikeShell(text)) return [];
    const start = span.start + match.index + (match[1]?.length ?? 1);
    return [
      {
        file: view.file,
        origin: "inline",
        language: "shell",
        text,
        original: (inner) => view.original({ start: start + inner.start, end: start + inner.end }),
        headings,
        stance,
        addressee,
        block,
      },
    ];
  });
}
