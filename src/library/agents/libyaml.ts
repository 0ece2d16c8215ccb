/** Frontmatter as agents in Rust read it: libyaml, with every scalar as the text that stands there. */
import {
  type Document,
  type DocumentOptions,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type ParseOptions,
  type SchemaOptions,
  visit,
  type YAMLMap,
} from "yaml";
import { type Cause, noFields, strayMark, unreadable } from "./causes.ts";
import { withoutPlace } from "./yaml-errors.ts";

/** The fields of a mapping; a field can stand there more than once. */
export interface LibyamlFields {
  readonly valuesOf: (key: string) => readonly unknown[];
  /** What an alias stands for; anything else itself. */
  readonly resolve: (node: unknown) => unknown;
}

/**
 * The fields between the fences, none where nothing stands there. Lines of a problem are counted in the file, in which
 * `linesBefore` lines come first.
 */
export function parseLibyaml(head: string, linesBefore: number): LibyamlFields | Cause {
  if (CONTROLS.test(head)) return unreadable("The YAML holds control characters.");
  if (head.startsWith("\ufeff")) return strayMark;
  const text = withLineFeeds(head);
  if (goesOn(text)) return unreadable(MORE_DOCUMENTS);
  const document = parseLoosely(`${text}\n`, {
    schema: "failsafe",
    uniqueKeys: false,
    prettyErrors: true,
    logLevel: "silent",
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const [start] = error.linePos ?? [];
    const reason = `The YAML cannot be read: ${error.message.split("\n")[0] ?? ""}`;
    if (start === undefined) return unreadable(reason);
    const bare = withoutPlace(reason);
    return unreadable(bare === reason ? reason : `${bare}.`, {
      line: start.line + linesBefore,
      column: start.col,
    });
  }
  const loose = looseAlias(document);
  if (loose !== undefined) return unreadable(loose);
  const root = document.contents;
  const resolve = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
  if (root === null || (isScalar(root) && isNullNode(root))) return { valuesOf: () => [], resolve };
  if (!isMap(root)) return noFields;
  return { valuesOf: (key) => valuesIn(root, key).map(resolve), resolve };
}

export const MORE_DOCUMENTS = "The YAML holds more than one document.";

/** Something follows the line of three dots that ends a document. */
export function goesOn(text: string): boolean {
  const [, rest = ""] = /^\.\.\.(?=\s|$)([^]*)/mu.exec(text) ?? [];
  return rest.replaceAll(/(?<!\S)#.*/gu, "").trim() !== "";
}

/** More lines than these nobody writes to the margin by mistake. */
const MAX_LINES_INDENTED = 100;

/** Deeper than what such a line stands below. */
const INDENT = " ".repeat(64);

/** To libyaml, quoted text and lists in brackets may go on at the margin, where YAML wants an indent. */
export function parseLoosely(
  text: string,
  options: DocumentOptions & ParseOptions & SchemaOptions,
): Document.Parsed {
  const first = parseDocument(text, options);
  let document = first;
  let indented = text;
  for (let count = 0; count < MAX_LINES_INDENTED; count += 1) {
    const start = unindentedLine(indented, document);
    if (start === undefined) return document;
    indented = `${indented.slice(0, start)}${INDENT}${indented.slice(start)}`;
    document = parseDocument(indented, options);
  }
  return first;
}

/** Where the line begins that keeps the text before it from being whole; undefined where it is something else. */
function unindentedLine(text: string, { errors: [error] }: Document.Parsed): number | undefined {
  if (error === undefined || !/^Missing closing |^Flow /u.test(error.message)) return undefined;
  const [at] = error.pos;
  const start = text[at] === "\n" ? at + 1 : at;
  const isLine = text[start - 1] === "\n" && start < text.length;
  return isLine && !/^(?:---|\.\.\.)(?:\s|$)/u.test(text.slice(start, start + 4))
    ? start
    : undefined;
}

/** What libyaml takes for no text at all. */
export const CONTROLS: RegExp =
  /[^\t\n\r\u0020-\u007E\u0085\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** libyaml knows four more line breaks. */
function withLineFeeds(text: string): string {
  return text.replaceAll(/\r(?!\n)|[\u0085\u2028\u2029]/gu, "\n");
}

/** An alias that leads nowhere, or into itself: a sentence. */
export function looseAlias(document: Document.Parsed): string | undefined {
  let reason: string | undefined;
  visit(document, {
    Alias: (_, node) => {
      const target = node.resolve(document);
      const [start = 0] = node.range ?? [];
      const [first = 0, , last = 0] = target?.range ?? [];
      if (target === undefined) reason ??= `\`*${node.source}\` names no anchor.`;
      else if (first <= start && start < last) reason ??= `\`*${node.source}\` leads to itself.`;
    },
  });
  return reason;
}

/** What stands below a key of a mapping. */
export function valuesIn(map: YAMLMap, key: string): readonly unknown[] {
  return map.items
    .filter((pair) => isScalar(pair.key) && pair.key.value === key)
    .map(({ value }) => value);
}

/** The text of a scalar, also of one that means null; null where it is a list or a map. */
export function scalarText(node: unknown): string | null {
  if (isSeq(node) || isMap(node)) return null;
  return isScalar(node) && typeof node.value === "string" ? node.value : "";
}

/** What Rust takes for blanks: a next line is one, a byte order mark is none. */
const BLANK = /[^\S\ufeff]|\u0085/u;

/** Text without the blanks before and after it, as Rust sees them. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The words of a text, as Rust splits them. */
export function wordsOf(text: string): readonly string[] {
  return text.split(BLANK).filter(Boolean);
}

/** Nothing, `~` or `null` without quotes. */
export function isNullNode(node: unknown): boolean {
  if (node === null) return true;
  if (!isScalar(node as Node)) return false;
  const { type, value } = node as { readonly type?: string; readonly value: unknown };
  return type === "PLAIN" && typeof value === "string" && /^(?:~|null|Null|NULL|)$/u.test(value);
}

/** Nothing stands there, not even a word for it. */
export function isEmptyNode(node: unknown): boolean {
  return isNullNode(node) && scalarText(node) === "";
}

/** The file as text; undefined where it is not UTF-8. A byte order mark stays. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
