import { joinCells } from "./html.ts";
import {
  findMain,
  type Parts,
  readRelations,
  readRelation,
  unpackParts,
  visitXml,
} from "./parts.ts";
import type { Section } from "./section.ts";

/** Characters between two cells. */
const SEPARATOR = 3;
/** Columns whose place is shown; a cell further right follows the one before it. */
const MOST_COLUMNS = 256;

/** Every visible sheet as a table, with its name and first row above each passage. */
export async function readXlsx(
  bytes: Uint8Array,
  maxCharacters: number,
): Promise<readonly Section[]> {
  const parts = await unpackParts(bytes, (name) => /\.(?:xml|rels)$/u.test(name));
  const main = (await findMain(parts)) ?? "xl/workbook.xml";
  const relations = await readRelations(parts, main);
  const sheets = new Map<string, string>();
  let isFrom1904 = false;
  await visitXml(parts.get(main), {
    open: (name, attributes) => {
      if (name === "workbookPr") isFrom1904 = /^(?:1|true)$/u.test(attributes["date1904"] ?? "");
      if (name !== "sheet" || /hidden/iu.test(attributes["state"] ?? "")) return;
      const part = relations.get(readRelation(attributes) ?? "")?.part;
      // A sheet that is listed twice is read once.
      if (part !== undefined) sheets.set(part, attributes["name"] ?? "");
    },
  });
  const beside = (type: string): Uint8Array | undefined =>
    parts.get([...relations.values()].find((relation) => relation.type === type)?.part ?? "");
  const reading: Reading = {
    parts,
    strings: await readStrings(beside("sharedStrings")),
    dates: await readDateStyles(beside("styles")),
    epoch: isFrom1904 ? EPOCH_1904 : EPOCH_1900,
    left: maxCharacters,
  };
  const sections: Section[] = [];
  for (const [part, name] of sheets) {
    const rows = await readRows(reading, part);
    const header = [`# ${name}`, ...rows.slice(0, 1)].join("\n");
    const text = [header, ...rows.slice(1)].join("\n");
    if (rows.length > 0) sections.push({ text, header });
  }
  return sections;
}

interface Reading {
  readonly parts: Parts;
  readonly strings: readonly string[];
  /** Styles of cells that show a number as a date. */
  readonly dates: ReadonlySet<number>;
  readonly epoch: number;
  /** Characters that may still come: a small file can name one long text in every cell. */
  left: number;
}

/** Texts that cells point at; how they are pronounced is no part of them. */
async function readStrings(bytes: Uint8Array | undefined): Promise<readonly string[]> {
  const strings: string[] = [];
  let text = "";
  let isText = false;
  let spoken = 0;
  await visitXml(bytes, {
    open: (name) => {
      if (name === "si") text = "";
      if (name === "rPh") spoken += 1;
      isText = name === "t" && spoken === 0;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (name) => {
      isText = false;
      if (name === "rPh") spoken -= 1;
      if (name === "si") strings.push(text);
    },
  });
  return strings;
}

/** Formats of dates and times that every program knows by number. */
const KNOWN_DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

async function readDateStyles(bytes: Uint8Array | undefined): Promise<ReadonlySet<number>> {
  const formats = new Set(KNOWN_DATES);
  const dates = new Set<number>();
  let isStyle = false;
  let styles = 0;
  await visitXml(bytes, {
    open: (name, { numFmtId, formatCode = "" }) => {
      if (name === "numFmt" && isDateFormat(formatCode)) formats.add(Number(numFmtId));
      if (name === "cellXfs") isStyle = true;
      if (name !== "xf" || !isStyle) return;
      if (formats.has(Number(numFmtId))) dates.add(styles);
      styles += 1;
    },
    close: (name) => {
      if (name === "cellXfs") isStyle = false;
    },
  });
  return dates;
}

/** Whether letters of a date stand outside of quotes, brackets and escapes. */
function isDateFormat(code: string): boolean {
  return /[dmyhs]/iu.test(code.replaceAll(/"[^"]*"|\[[^[\]]*\]|\\./gu, ""));
}

async function readRows(reading: Reading, part: string): Promise<readonly string[]> {
  const rows: string[] = [];
  let cells: string[] = [];
  let cell: { readonly [name: string]: string } = {};
  let value = "";
  let isValue = false;
  await visitXml(reading.parts.get(part), {
    open: (name, attributes) => {
      if (name === "row") cells = [];
      if (name === "c") [cell, value] = [attributes, ""];
      isValue = name === "v" || name === "t";
    },
    text: (piece) => {
      if (isValue) value += piece;
    },
    close: (name) => {
      isValue = false;
      if (name === "c") addCell(reading, cells, cell, value);
      const row = name === "row" ? joinCells(cells) : "";
      if (row !== "") rows.push(row);
    },
  });
  return rows;
}

function addCell(
  reading: Reading,
  cells: string[],
  cell: { readonly [name: string]: string },
  value: string,
): void {
  const column = Math.min(parseColumn(cell["r"] ?? ""), MOST_COLUMNS);
  const shown = showValue(reading, cell, value);
  if (shown === "") return;
  reading.left -= shown.length + SEPARATOR * Math.max(1, column - cells.length);
  if (reading.left < 0) return;
  while (cells.length < column) cells.push("");
  cells.push(shown.replaceAll(/\s+/gu, " ").trim());
}

/** `C7` is in the third column, which has the number 2. */
function parseColumn(place: string): number {
  const letters = /^[A-Z]{1,3}/u.exec(place)?.[0] ?? "";
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function showValue(
  { strings, dates, epoch }: Reading,
  { t: type, s: style }: { readonly [name: string]: string },
  value: string,
): string {
  if (type === "s") return strings[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (value === "" || (type !== undefined && type !== "n")) return value;
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  if (dates.has(Number(style))) return showDate(epoch, number);
  // As many digits as spreadsheets show, so that 0.1 + 0.2 is 0.3.
  return String(Number(number.toPrecision(15)));
}

const DAY_MS = 86_400_000;
/** Day 0, as if 1900 had been a leap year: spreadsheets count that day since the first of them did. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

function showDate(epoch: number, days: number): string {
  const moment = new Date(Math.round((epoch + days * DAY_MS) / 1000) * 1000);
  if (Number.isNaN(moment.getTime())) return String(days);
  const text = moment.toISOString();
  const date = text.slice(0, text.indexOf("T"));
  const time = text.slice(-13, -5);
  if (days < 1) return time;
  return Number.isInteger(days) ? date : `${date} ${time}`;
}
