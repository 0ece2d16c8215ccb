import { TextBuilder } from "./offsets.ts";

const ENTITY =
  /&#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}));|&(lt|gt|amp|quot|apos|nbsp|sol|colon|period|lowbar|hyphen|dash|num|dollar|vert|verbar|commat|lpar|rpar|NewLine|Tab);/g;
/** Letters and digits need no entity; whoever writes them so wants them not to be found. */
const NEEDLESS =
  /&#(?:x(?:3[0-9]|[46][1-9a-f]|[57][0-9a])|(?:4[89]|5[0-7]|6[5-9]|[78]\d|9[07-9]|1[01]\d|12[0-2]));/i;

const NAMED: { readonly [name: string]: string } = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: " ",
  sol: "/",
  colon: ":",
  period: ".",
  lowbar: "_",
  hyphen: "-",
  dash: "-",
  num: "#",
  dollar: "$",
  vert: "|",
  verbar: "|",
  commat: "@",
  lpar: "(",
  rpar: ")",
  NewLine: "\n",
  Tab: "\t",
};

/** The text with its entities as a page shows them; undefined where no letter is written as one. */
export function withoutEntities(text: string): TextBuilder | undefined {
  if (!NEEDLESS.test(text)) return undefined;
  const builder = new TextBuilder(text);
  let at = 0;
  for (const match of text.matchAll(ENTITY)) {
    const [found, hex, decimal, name] = match;
    const point = hex === undefined ? Number(decimal ?? 0) : Number.parseInt(hex, 16);
    const reads = name === undefined ? letter(point) : (NAMED[name] ?? found);
    builder.copy(at, match.index);
    at = match.index + found.length;
    builder.replace(match.index, at, reads);
  }
  builder.copy(at, text.length);
  return builder;
}

function letter(point: number): string {
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : "";
}
