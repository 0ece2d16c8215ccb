/** How Codex reads a SKILL.md. Its YAML is libyaml's, and every scalar is taken as the text that stands there. */
import { isMap, parseDocument } from "yaml";
import type { DroppedFile } from "../agent.ts";
import { missing, noFrontmatter, notMap, notText, notUtf8, tooLong, twice } from "../causes.ts";
import {
  decodeUtf8,
  isEmptyNode,
  isNullNode,
  parseLibyaml,
  scalarText,
  trimBlanks,
  valuesIn,
  wordsOf,
} from "../libyaml.ts";

export interface CodexHead {
  readonly name: string;
  readonly description: string;
}

type Read = CodexHead | Omit<DroppedFile, "path">;

const MAX_NAME = 64;

export function readHead(bytes: Uint8Array, folderName: string): Read {
  const text = decodeUtf8(bytes);
  if (text === undefined) return notUtf8;
  const head = headOf(text);
  if (head === undefined) return noFrontmatter;
  const read = readFields(head);
  // What does not parse is tried once more with the values quoted that people forget to quote.
  const mended = "reason" in read ? readFields(quoteValues(head)) : read;
  if ("reason" in mended) return read;
  const name = mended.name === "" ? onOneLine(folderName) : mended.name;
  if (mended.description === "") return missing("description");
  if ([...name].length > MAX_NAME) return tooLong("name", MAX_NAME);
  return { name, description: mended.description };
}

const isFence = (line: string): boolean => trimBlanks(line) === "---";

/** The lines between the first line and the next that are `---`, blanks around them left aside. */
function headOf(text: string): string | undefined {
  const lines = text.split(/\r?\n/u);
  if (!isFence(lines[0] ?? "")) return undefined;
  const end = lines.findIndex((line, index) => index > 0 && isFence(line));
  return end <= 1 ? undefined : lines.slice(1, end).join("\n");
}

type Fields = { readonly name: string; readonly description: string } | Omit<DroppedFile, "path">;

function readFields(head: string): Fields {
  // The fence comes before the first line.
  const fields = parseLibyaml(head, 1);
  if ("reason" in fields) return fields;
  for (const field of ["name", "description", "metadata"])
    if (fields.valuesOf(field).length > 1) return twice(field);
  const [metadata] = fields.valuesOf("metadata");
  if (metadata !== undefined && !isMap(metadata) && !isEmptyNode(metadata)) return notMap;
  const name = textOf(fields.valuesOf("name")[0]);
  const description = textOf(fields.valuesOf("description")[0]);
  const short = isMap(metadata)
    ? textOf(fields.resolve(valuesIn(metadata, "short-description")[0]))
    : undefined;
  if (name === null) return notText("name");
  if (description === null) return notText("description");
  if (short === null) return notText("metadata.short-description");
  return { name: onOneLine(name), description: onOneLine(description) };
}

/** Null where it is a list or a map; no text where there is nothing. */
function textOf(node: unknown): string | null {
  return node === undefined || isNullNode(node) ? "" : scalarText(node);
}

function onOneLine(text: string): string {
  return wordsOf(text).join(" ");
}

const FIELD = /^(\s*(?:- +)?[^\s:#][^:]*:)[ \t]+(\S.*)$/u;

/** Quotes values that hold a colon and a blank, or begin with what YAML keeps for itself. */
function quoteValues(head: string): string {
  let blockIndent: number | undefined;
  const lines = head.split("\n").map((line) => {
    const indent = line.length - line.trimStart().length;
    if (blockIndent !== undefined && (line.trim() === "" || indent > blockIndent)) return line;
    blockIndent = undefined;
    const [, key = "", rest = ""] = FIELD.exec(line) ?? [];
    const comment = rest.search(/[ \t]#/u);
    const value = (comment < 0 ? rest : rest.slice(0, comment)).trim();
    if (value === "" || value.startsWith("#")) return line;
    if (/^[|>]/u.test(value)) blockIndent = indent;
    return isUnquoted(value) ? `${key} '${value.replaceAll("'", "''")}'` : line;
  });
  return lines.join("\n");
}

function isUnquoted(value: string): boolean {
  if (/^["'|>]/u.test(value)) return false;
  if (/:[ \t]/u.test(value) || /^[@`]/u.test(value)) return true;
  return /^[[{]/u.test(value) && parseDocument(value, { logLevel: "silent" }).errors.length > 0;
}
