/** How Codex reads a SKILL.md. Its YAML is libyaml's, and every scalar is taken as the text that stands there. */
import { isAlias, isMap, isScalar, isSeq, type Node, parseDocument, type YAMLMap } from "yaml";
import type { DroppedFile } from "../agent.ts";
import { withoutPlace } from "../yaml-errors.ts";

export interface CodexHead {
  readonly name: string;
  readonly description: string;
}

type Read = CodexHead | Omit<DroppedFile, "path">;

const MAX_NAME = 64;

export function readHead(bytes: Uint8Array, folderName: string): Read {
  const text = decode(bytes);
  if (text === undefined) return { reason: "The file is not UTF-8 text." };
  const head = headOf(text);
  if (head === undefined)
    return { reason: "The file has no frontmatter between two lines of `---`." };
  const read = readFields(head);
  // What does not parse is tried once more with the values quoted that people forget to quote.
  const mended = "reason" in read ? readFields(quoteValues(head)) : read;
  if ("reason" in mended) return read;
  const name = mended.name === "" ? onOneLine(folderName) : mended.name;
  if (mended.description === "") return { reason: "The frontmatter has no `description`." };
  if ([...name].length > MAX_NAME)
    return { reason: `The name is longer than ${MAX_NAME} characters.` };
  return { name, description: mended.description };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A byte order mark is no blank to Codex. */
const FENCE = /^[^\S\ufeff]*---[^\S\ufeff]*$/u;

/** The lines between the first line and the next that are `---`, blanks around them left aside. */
function headOf(text: string): string | undefined {
  const lines = text.split(/\r?\n/u);
  if (!FENCE.test(lines[0] ?? "")) return undefined;
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  return end <= 1 ? undefined : lines.slice(1, end).join("\n");
}

type Fields = { readonly name: string; readonly description: string } | Omit<DroppedFile, "path">;

function readFields(head: string): Fields {
  const document = parseDocument(`${head}\n`, {
    schema: "failsafe",
    uniqueKeys: false,
    prettyErrors: true,
    logLevel: "silent",
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const [start] = error.linePos ?? [];
    const reason = `The YAML cannot be read: ${error.message.split("\n")[0] ?? ""}`;
    if (start === undefined) return { reason };
    const bare = withoutPlace(reason);
    // Lines are counted in the file, where the fence comes first.
    return {
      reason: bare === reason ? reason : `${bare}.`,
      line: start.line + 1,
      column: start.col,
    };
  }
  const root = document.contents;
  const resolve = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
  if (root === null || (isScalar(root) && isNull(root))) return { name: "", description: "" };
  if (!isMap(root)) return { reason: "The frontmatter is not a list of fields." };
  for (const field of ["name", "description", "metadata"])
    if (valuesOf(root, field).length > 1) return { reason: `The field \`${field}\` occurs twice.` };
  const metadata = resolve(valuesOf(root, "metadata")[0]);
  if (metadata !== undefined && !isMap(metadata) && !isNull(metadata))
    return { reason: "`metadata` is not a map." };
  const name = textOf(resolve(valuesOf(root, "name")[0]));
  const description = textOf(resolve(valuesOf(root, "description")[0]));
  const short = isMap(metadata)
    ? textOf(resolve(valuesOf(metadata, "short-description")[0]))
    : undefined;
  if (name === null) return { reason: "`name` is not text." };
  if (description === null) return { reason: "`description` is not text." };
  if (short === null) return { reason: "`metadata.short-description` is not text." };
  return { name: onOneLine(name), description: onOneLine(description) };
}

function valuesOf(map: YAMLMap, key: string): readonly unknown[] {
  return map.items
    .filter((pair) => isScalar(pair.key) && pair.key.value === key)
    .map(({ value }) => value);
}

/** Null where it is a list or a map; no text where there is nothing. */
function textOf(node: unknown): string | null {
  if (node === undefined || node === null || isNull(node)) return "";
  if (isSeq(node) || isMap(node)) return null;
  return isScalar(node) ? String(node.value) : "";
}

function isNull(node: unknown): boolean {
  if (node === null) return true;
  if (!isScalar(node as Node)) return false;
  const { type, value } = node as { readonly type?: string; readonly value: unknown };
  return type === "PLAIN" && typeof value === "string" && /^(?:~|null|Null|NULL|)$/u.test(value);
}

function onOneLine(text: string): string {
  return text.split(/\s+/u).filter(Boolean).join(" ");
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
