/** Markdown of strangers as HTML, or as it is written where drawing it would keep the page busy. */
import { Marked, type Tokens } from "marked";

/** More than anybody reads. */
const MOST_CHARACTERS = 400_000;
/** Characters that are looked at, each as often as it is: what is left of a paragraph is, with each of its words. */
const MOST_WORK = 50_000_000;
/** A row of a table gets all columns of its head, however few are written. */
const MOST_CELLS = 20_000;
/** Lists and quotations in each other: every level reads all that is in it, and is drawn. */
const MOST_READ_AGAIN = 20_000_000;
const MOST_LEVELS = 20_000;
const LEVELS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/u;

class TooMuchWork extends Error {}

/** Nothing of it is harmless yet. */
export function createParser(): (text: string) => string {
  let work = 0;
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    renderer: {
      // Tags mean something to a model, so people must see them; and what is text cannot become anything else.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escape(text).replaceAll("\n", "<br>"),
      // A box to tick would be a control of the page; a sign says the same.
      checkbox: ({ checked }: Tokens.Checkbox) => (checked ? "☑ " : "☐ "),
    },
    tokenizer: {
      // The first to be asked at every place of a paragraph; `false` leaves the answer to the next.
      escape: (rest) => {
        work += rest.length;
        if (work > MOST_WORK) throw new TooMuchWork();
        return false;
      },
      table: (rest) => {
        if (cellsIn(rest) > MOST_CELLS) throw new TooMuchWork();
        return false;
      },
    },
  });
  return (text) => {
    if (text.length > MOST_CHARACTERS || nestsTooDeep(text)) return asWritten(text);
    work = 0;
    try {
      return marked.parse(text, { async: false }) ?? "";
    } catch (error) {
      if (error instanceof TooMuchWork || error instanceof RangeError) return asWritten(text);
      throw error;
    }
  };
}

function nestsTooDeep(text: string): boolean {
  let deepest = 0;
  let all = 0;
  for (const line of text.split("\n")) {
    const [begin = ""] = LEVELS.exec(line) ?? [];
    const marks = begin.replaceAll(/[\d \t]/gu, "").length;
    // Two blanks before the first mark are a level as well.
    const levels = marks + (begin.length - begin.trimStart().length) / 2;
    deepest = Math.max(deepest, levels);
    all += levels;
  }
  return all > MOST_LEVELS || deepest * text.length > MOST_READ_AGAIN;
}

/** Cells of a table that begins a text, as far as it can be one. */
function cellsIn(text: string): number {
  const [head = "", line = ""] = text.split("\n", 2);
  if (!/^[ \t:|-]+$/u.test(line)) return 0;
  const end = text.search(/\n[ \t]*\n/u);
  const rows = (end === -1 ? text : text.slice(0, end)).split("\n").length;
  return rows * head.split("|").length;
}

function asWritten(text: string): string {
  return `<pre>${escape(text)}</pre>`;
}

const ESCAPES: { readonly [letter: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (letter) => ESCAPES[letter] ?? letter);
}
