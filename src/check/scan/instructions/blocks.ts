import { lineEnd, type Span } from "../../../skill/index.ts";
import { type CodeFence, viewBody } from "../../lint/body.ts";
import { findIndentedCode } from "../../lint/indented-code.ts";
import { withoutEnd } from "../../../skill/model/index.ts";

/** A stretch of a Markdown file that is read as one: a paragraph, an item, a row, a heading, code, a comment. */
export interface Block extends Span {
  readonly kind: "paragraph" | "item" | "row" | "heading" | "quote" | "fence" | "comment" | "field";
  readonly headings: readonly string[];
  /** The first words after the marks of a fence. */
  readonly info: string;
}

const LINK_COMMENT = /^\[(?:\/\/|comment)\]:[ \t]*#[ \t]*[("'][^\n]{0,2000}[)"'][ \t]*$/gim;
const HEADING = /^ {0,3}(#{1,6})[ \t]+([^]*)$/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]/;
const MOST_BLOCKS = 20_000;

/** The blocks of a Markdown text in their order. */
export function findBlocks(text: string, bodyStart: number): readonly Block[] {
  const body = viewBody(text, bodyStart);
  const comments = findComments(text, bodyStart, body.fences);
  const indented = findIndentedCode(text, bodyStart, body.fences);
  const scanner = new LineScanner(text);
  scanner.fields(bodyStart);
  const holes = [
    ...body.fences.map((fence) => ({ ...fence, kind: "fence" as const })),
    ...comments.map((span) => ({ ...span, kind: "comment" as const, info: "" })),
    ...indented.map((span) => ({ ...span, kind: "fence" as const, info: "" })),
  ].sort((a, b) => a.start - b.start);
  let at = bodyStart;
  for (const hole of holes) {
    if (hole.start < at) continue;
    scanner.lines(at, hole.start);
    scanner.hole(hole);
    at = hole.end;
    if (scanner.blocks.length > MOST_BLOCKS) break;
  }
  scanner.lines(at, text.length);
  return scanner.blocks;
}

/** Comments of HTML, to the end of the text where one is not closed, and link definitions that nothing refers to. */
function findComments(
  text: string,
  bodyStart: number,
  fences: readonly CodeFence[],
): readonly Span[] {
  const comments: Span[] = [];
  for (let at = text.indexOf("<!--", bodyStart); at !== -1;) {
    const closer = text.indexOf("-->", at + 4);
    const end = closer === -1 ? text.length : closer + 3;
    if (!isInCode(text, at, end)) comments.push({ start: at, end });
    at = text.indexOf("<!--", end);
  }
  if (text.includes("]: #"))
    for (const match of text.matchAll(LINK_COMMENT))
      comments.push({ start: match.index, end: match.index + match[0].length });
  return comments.filter(
    ({ start }) =>
      start >= bodyStart && !fences.some((fence) => start >= fence.start && start < fence.end),
  );
}

/** Between backticks of one line a comment is text that every reader sees. */
function isInCode(text: string, start: number, end: number): boolean {
  const before = text.slice(text.lastIndexOf("\n", start) + 1, start);
  const isOpen = (before.match(/`/g) ?? []).length % 2 === 1;
  if (!isOpen || text.slice(start, end).includes("\n")) return false;
  const stop = text.indexOf("\n", end);
  return text.slice(end, stop === -1 ? text.length : stop).includes("`");
}

/** Goes through lines and gathers those that belong together. */
class LineScanner {
  readonly blocks: Block[] = [];
  readonly #text: string;
  #headings: readonly { readonly level: number; readonly title: string }[] = [];
  #open: { start: number; end: number; kind: Block["kind"] } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Each entry of the frontmatter with the lines that go on with it. */
  fields(bodyStart: number): void {
    for (let at = 0; at < bodyStart;) {
      const end = Math.min(lineEnd(this.#text, at), bodyStart);
      const line = this.#text.slice(at, end);
      if (/^[\w-]+:/.test(line)) this.#begin("field", at, end);
      else if (line.startsWith("---")) this.#close();
      else if (this.#open !== undefined) this.#open.end = end;
      at = end + 1;
    }
    this.#close();
  }

  lines(from: number, to: number): void {
    for (let at = from; at < to;) {
      const end = Math.min(lineEnd(this.#text, at), to);
      this.#line(at, end);
      at = end + 1;
    }
    this.#close();
  }

  hole({ start, end, kind, info }: Span & Pick<Block, "kind" | "info">): void {
    this.blocks.push({ start, end, kind, info, headings: this.#titles() });
  }

  #line(start: number, end: number): void {
    const line = this.#text.slice(start, end);
    const trimmed = line.trim();
    if (trimmed === "") {
      this.#close();
      return;
    }
    const heading = HEADING.exec(line);
    if (heading !== null) {
      this.#close();
      const level = heading[1]?.length ?? 1;
      this.#headings = [
        ...this.#headings.filter((above) => above.level < level),
        {
          level,
          title: withoutEnd(heading[2] ?? "", " \t#")
            .toLowerCase()
            .replaceAll(/[*_`]/g, ""),
        },
      ];
      this.blocks.push({ start, end, kind: "heading", info: "", headings: this.#titles() });
    } else if (/^(?:> ?){0,4}\|/.test(trimmed)) {
      this.#begin("row", start, end);
      this.#close();
    } else if (ITEM.test(line)) this.#begin("item", start, end);
    else if (trimmed.startsWith(">") !== (this.#open?.kind === "quote"))
      this.#begin(trimmed.startsWith(">") ? "quote" : "paragraph", start, end);
    else if (this.#open === undefined) this.#begin("paragraph", start, end);
    else this.#open.end = end;
  }

  #begin(kind: Block["kind"], start: number, end: number): void {
    this.#close();
    this.#open = { kind, start, end };
  }

  #close(): void {
    if (this.#open === undefined) return;
    this.blocks.push({ ...this.#open, info: "", headings: this.#titles() });
    this.#open = undefined;
  }

  #titles(): readonly string[] {
    return this.#headings.map(({ title }) => title);
  }
}
