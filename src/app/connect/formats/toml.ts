import { parse, stringify } from "smol-toml";
import {
  getPath,
  isEqual,
  isObject,
  type Json,
  type JsonObject,
} from "../../../skill/model/index.ts";
import {
  applyTextEdits,
  type ConfigFormat,
  lineEnd,
  nextLineAfter,
  SyntaxProblem,
  type TextEdit,
  withLineEnd,
} from "./format.ts";
import { readStatements, type TomlStatement } from "./toml-statements.ts";

export const tomlFormat: ConfigFormat = {
  parse: (text) => {
    try {
      return toJson(parse(text.replace(/^\uFEFF/u, "")));
    } catch (error) {
      throw new SyntaxProblem(firstLine(error));
    }
  },
  set: (text, key, name, entry) => {
    const section = findSection(text, key, name);
    if (section !== undefined) return update(text, section, entry);
    if (getPath(tomlFormat.parse(text), [key, name]) !== undefined)
      throw new SyntaxProblem(`\`${key}.${name}\` is not written as a table of its own`);
    const feed = lineEnd(text);
    const lines = [`[${key}.${quoteKey(name)}]`, ...Object.entries(entry).map(toPair)];
    const gap = text.trim() === "" ? "" : feed;
    return `${withLineEnd(text)}${gap}${lines.join(feed)}${feed}`;
  },
  remove: (text, key, name) => {
    const statements = readStatements(text);
    const edits = statements.flatMap((statement, index) =>
      isBelow(statement, key, name) ? [sectionEdit(text, statements, index)] : [],
    );
    if (edits.length === 0 && getPath(tomlFormat.parse(text), [key, name]) !== undefined)
      throw new SyntaxProblem(`\`${key}.${name}\` is not written as a table of its own`);
    return applyTextEdits(text, edits);
  },
};

interface Section {
  readonly header: TomlStatement;
  readonly pairs: readonly TomlStatement[];
}

function isBelow({ kind, path }: TomlStatement, key: string, name: string): boolean {
  return kind === "header" && path[0] === key && path[1] === name;
}

function findSection(text: string, key: string, name: string): Section | undefined {
  const statements = readStatements(text);
  const index = statements.findIndex(
    (statement) => isBelow(statement, key, name) && statement.path.length === 2,
  );
  const header = statements[index];
  return header === undefined ? undefined : { header, pairs: pairsAfter(statements, index) };
}

function pairsAfter(statements: readonly TomlStatement[], index: number): readonly TomlStatement[] {
  const rest = statements.slice(index + 1);
  const next = rest.findIndex(({ kind }) => kind === "header");
  return next === -1 ? rest : rest.slice(0, next);
}

function update(text: string, { header, pairs }: Section, entry: JsonObject): string {
  const edits: TextEdit[] = [];
  const added: string[] = [];
  for (const [field, value] of Object.entries(entry)) {
    const pair = pairs.find(({ path }) => path.length === 1 && path[0] === field);
    if (pair === undefined) added.push(toPair([field, value]));
    else if (!isEqual(parseValue(text, pair), value ?? null))
      edits.push({ start: pair.valueStart, end: pair.end, text: toValue(value ?? null) });
  }
  const feed = lineEnd(text);
  const last = pairs.at(-1)?.end ?? header.end;
  const lines = added.map((line) => `${feed}${line}`).join("");
  // Behind a comment that ends the line.
  const place = nextLineAfter(text, last);
  const end = text.slice(0, place).endsWith("\n") ? place - feed.length : place;
  if (lines !== "") edits.push({ start: end, end, text: lines });
  return applyTextEdits(text, edits);
}

function parseValue(text: string, { valueStart, end }: TomlStatement): Json | undefined {
  return getPath(toJson(parse(`value = ${text.slice(valueStart, end)}`)), ["value"]);
}

/** A table with its pairs and the blank line before it; comments before the next one stay. */
function sectionEdit(text: string, statements: readonly TomlStatement[], index: number): TextEdit {
  const header = statements[index];
  if (header === undefined) throw new SyntaxProblem("a table went away while it was edited");
  const last = pairsAfter(statements, index).at(-1) ?? header;
  let indent = header.start;
  while (text[indent - 1] === " " || text[indent - 1] === "\t") indent -= 1;
  const before = text.slice(0, indent);
  const start = before.replace(/(\r?\n)\r?\n$/u, "$1").length;
  return { start, end: nextLineAfter(text, last.end), text: "" };
}

function toPair([field, value]: readonly [string, Json | undefined]): string {
  return `${quoteKey(field)} = ${toValue(value ?? null)}`;
}

function toValue(value: Json): string {
  if (isObject(value)) {
    const fields = Object.entries(value).map(toPair);
    return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  }
  return stringify({ value })
    .trim()
    .replace(/^value = /u, "")
    .replaceAll(/^\[ | \]$/gu, (edge) => edge.trim());
}

function quoteKey(key: string): string {
  return /^[\w-]+$/u.test(key) ? key : JSON.stringify(key);
}

/** Dates and large numbers as text, so that documents can be compared. */
function toJson(value: unknown): Json {
  return JSON.parse(
    JSON.stringify(value, (_key, item: unknown) =>
      typeof item === "bigint" || (typeof item === "number" && !Number.isFinite(item))
        ? String(item)
        : item,
    ),
  ) as Json;
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split("\n")[0] ?? "")
    .replace(/^Invalid TOML document: /u, "")
    .replace(/\.$/u, "");
}
