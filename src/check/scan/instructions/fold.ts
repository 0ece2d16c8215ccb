import { normalizeText, type Span } from "../../../skill/index.ts";

export interface Folded {
  readonly text: string;
  readonly quoted: readonly Span[];
}

const OPENERS: { readonly [mark: string]: string } = {
  '"': '"',
  "“": "”",
  "„": "“",
  "`": "`",
  "«": "»",
  "「": "」",
  "『": "』",
  "《": "》",
};
const MARKS = /["“„`«「『《]/;
const STRESS = /(?:\*{1,3}|__|~~)(?=\S)|(?<=\S)(?:\*{1,3}|__|~~)/g;
const TAG = /<\/?[a-z][^<>]{0,200}>/gi;

/** The words of a piece of Markdown: no emphasis, no backticks, one blank between words. */
export function foldMarkdown(raw: string): Folded {
  // Most pieces hold no link, and a row of brackets would make the search for one slow.
  const linked = raw.includes("](") ? foldLinks(raw) : raw;
  const narrow = /[\uff01-\uff5e]/.test(linked) ? normalizeText(linked, "NFKC") : linked;
  const untagged = narrow.includes("<") ? narrow.replace(TAG, " ") : narrow;
  const unstressed = /[*_~]/.test(untagged) ? untagged.replace(STRESS, "") : untagged;
  const source = unstressed
    .replace(/^[\s>|]*(?:[-*+]\s|\d{1,3}[.)]\s)?(?:\[[ x]\]\s)?/i, "")
    .replace(/\s+>?\s*/g, " ")
    .replaceAll(/[‘’]/g, "'")
    .trim();
  return MARKS.test(source) ? foldQuotes(source) : { text: source, quoted: [] };
}

/** Without backticks, and with the places of what stands between marks of quotation. */
function foldQuotes(source: string): Folded {
  const quoted: Span[] = [];
  let text = "";
  for (let at = 0; at < source.length; at++) {
    const mark = source.charAt(at);
    const closer = OPENERS[mark];
    const end = closer === undefined ? -1 : source.indexOf(closer, at + 1);
    if (closer === undefined || end === -1) {
      if (mark !== "`") text += mark;
      continue;
    }
    const inner = source.slice(at + 1, end);
    const isCode = mark === "`";
    if (!isCode) text += mark;
    quoted.push({ start: text.length, end: text.length + inner.length });
    text += inner.replaceAll("`", " ");
    if (!isCode) text += closer;
    at = end;
  }
  return { text, quoted };
}

function foldLinks(raw: string): string {
  return raw.replace(
    /!?\[([^\]\n]{0,300})\]\(([^)\s]{1,500})(?:\s+["'(]?([^)\n]{0,300}?)["')]?)?\)/g,
    (_whole, text: string, target: string, title: string | undefined) =>
      title === undefined || title === "" ? `${text} (${target})` : `${text} (${target}) ${title}`,
  );
}
