import type { Span } from "../../../skill/index.ts";
import type { Addressee, ScanContext, Stance } from "../context.ts";
import { isSpecimen } from "./specimen.ts";

/** What surrounds a place: how it is meant, whom it addresses, under which headings it stands. */
export interface TextContext {
  readonly stance: Stance;
  readonly addressee: Addressee;
  readonly headings: readonly string[];
  readonly origin: "file" | "fence" | "inline" | "sentence" | "field" | "comment";
  readonly block: number;
  /** The fence, the command or the paragraph that it stands in. */
  readonly text: string;
}

interface Entry extends Span, TextContext {}

export type Outline = (file: string, offset: number) => TextContext;

const ELSEWHERE: TextContext = {
  stance: "asks",
  addressee: "agent",
  headings: [],
  origin: "file",
  block: 0,
  text: "",
};

/** Lines of code that only people read. */
const REMARK = /^\s*(?:#(?!!)|\/\/|\*|\/\*|--|rem\b|;)/i;

/** Tells of each place of the files as written what surrounds it. */
export function outlineOf(context: ScanContext): Outline {
  const byFile = new Map<string, Entry[]>();
  const add = (file: string, entry: Entry): void => {
    const list = byFile.get(file);
    if (list === undefined) byFile.set(file, [entry]);
    else list.push(entry);
  };
  for (const unit of context.units) {
    if (unit.origin === "file") continue;
    const { stance, addressee, headings, origin, block } = unit;
    const span = unit.original({ start: 0, end: unit.text.length });
    const { text } = unit;
    add(unit.file, { ...span, stance, addressee, headings, origin, block, text });
  }
  for (const statement of context.statements) {
    const { view, span, stance, addressee, headings, kind, block } = statement;
    if (view.decoding.length > 0 || kind === "code") continue;
    const { text } = statement;
    const origin = kind === "field" || kind === "comment" ? kind : "sentence";
    add(view.file, { ...span, stance, addressee, headings, origin, block, text });
  }
  for (const list of byFile.values()) list.sort((a, b) => a.start - b.start || b.end - a.end);
  return (file, offset) => {
    const known = find(byFile.get(file) ?? [], offset);
    if (known !== undefined) return known;
    const kind = context.fileAt(file)?.kind;
    if (kind === "skill" || kind === "markdown") return ELSEWHERE;
    if (isRemark(context.fileAt(file)?.text ?? "", offset))
      return { ...ELSEWHERE, stance: "quotes" };
    if (!isSpecimen(context, file, offset)) return ELSEWHERE;
    return {
      ...ELSEWHERE,
      stance: "warns",
      text: lineAt(context.fileAt(file)?.text ?? "", offset),
    };
  };
}

function find(list: readonly Entry[], offset: number): Entry | undefined {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as Entry).start <= offset) low = middle + 1;
    else high = middle;
  }
  // A command between backticks lies within its sentence, and the inner one says more.
  for (let at = low - 1; at >= Math.max(0, low - 40); at--) {
    const entry = list[at] as Entry;
    if (offset < entry.end) return entry;
  }
  return undefined;
}

function lineAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  return text.slice(start, Math.min(end === -1 ? text.length : end, start + 2000));
}

function isRemark(text: string, offset: number): boolean {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return REMARK.test(text.slice(start, Math.min(start + 200, offset + 1)));
}
