/** Elements that begin a new line. */
const BLOCKS = new Set(
  "address article aside blockquote br dd div dl dt figcaption footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul".split(
    " ",
  ),
);
const CELLS = new Set(["td", "th"]);
/** Blocks that begin no new line in a cell, so that a row of a table stays on one. */
const IN_CELLS = new Set(["br", "div", "p"]);
/** Elements whose text nobody reads. */
const UNSEEN = new Set(["script", "style", "template", "noscript", "svg", "head"]);

/** What a person reads of a page: a row of a table on one line, its cells apart. */
export async function htmlToText(html: string): Promise<string> {
  const { Parser } = await import("htmlparser2");
  const parts: string[] = [];
  let unseen = 0;
  let cells = 0;
  const breakLine = (name: string): void => {
    if (BLOCKS.has(name)) parts.push(cells > 0 && IN_CELLS.has(name) ? " " : "\n");
  };
  const parser = new Parser({
    onopentagname: (name) => {
      if (UNSEEN.has(name)) unseen += 1;
      if (CELLS.has(name)) cells += 1;
      breakLine(name);
    },
    ontext: (text) => {
      if (unseen === 0) parts.push(text.replaceAll(/\s+/gu, " "));
    },
    onclosetag: (name) => {
      breakLine(name);
      if (UNSEEN.has(name)) unseen = Math.max(0, unseen - 1);
      if (!CELLS.has(name)) return;
      cells = Math.max(0, cells - 1);
      parts.push(CELL_END);
    },
  });
  parser.write(html);
  parser.end();
  return parts
    .join("")
    .split("\n")
    .map(toLine)
    .join("\n")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .trim();
}

/** A character that no page has. */
const CELL_END = "\0";

function toLine(line: string): string {
  if (!line.includes(CELL_END)) return line.trim();
  const cells = line.split(CELL_END).map((cell) => cell.replaceAll(/ +/gu, " ").trim());
  // What follows the last cell is empty, unless the page is odd.
  return joinCells(cells.at(-1) === "" ? cells.slice(0, -1) : cells);
}

/** A row of a table as people and models read it; empty where all of its cells are. */
export function joinCells(cells: readonly string[]): string {
  return cells.every((cell) => cell === "") ? "" : cells.join(" | ").trim();
}
