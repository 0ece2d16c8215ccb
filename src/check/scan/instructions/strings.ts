import type { Statement, TextView } from "../context.ts";
import { foldMarkdown } from "./fold.ts";
import { stanceOf } from "./stance.ts";
import { cutSentences } from "./statements.ts";

/** Texts within code and data that agents are shown: documentation of functions, descriptions of tools. */
const DOCSTRING = /(?:"""|''')([^]{20,4000}?)(?:"""|''')/g;
const STRING = /"((?:[^"\\\n]|\\.){40,4000})"/g;
const MOST = 2000;

/** The sentences of those texts. */
export function stringStatements(view: TextView, isCode: boolean): readonly Statement[] {
  const statements: Statement[] = [];
  for (const [number, match] of [...view.text.matchAll(isCode ? DOCSTRING : STRING)].entries()) {
    if (statements.length > MOST) break;
    const raw = match[1] ?? "";
    const start = match.index + match[0].indexOf(raw);
    for (const sentence of cutSentences(raw)) {
      const words = raw.slice(sentence.start, sentence.end).replaceAll("\\n", "  ");
      const { text, quoted } = foldMarkdown(words);
      if (text.length < 12) continue;
      const folded = text.toLowerCase();
      statements.push({
        view,
        span: { start: start + sentence.start, end: start + sentence.end },
        text,
        folded,
        quoted,
        kind: "field",
        headings: [],
        addressee: "agent",
        stance: stanceOf({ folded, isBlockQuote: false, lead: "" }),
        block: number,
      });
    }
  }
  return statements;
}
