import type { Json } from "../model/index.ts";

const KEY = /^[A-Za-z_][A-Za-z0-9_-]*$/;
/** Keys that YAML takes for something else than text. */
const WORD_KEY = /^(?:null|true|false|yes|no|on|off|y|n|__proto__)$/i;
/** Tabs, carriage returns, marks of byte order, halves of pairs and controls are for the whole parser. */
const ODD = /[^\n\u0020-\u007e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const PLAIN_START = /[A-Za-z0-9(/$.+\u00a1-\ud7ff]/;
const PLAIN_END = /[: ]$/;

/** A value and where the next line begins. */
type Read = readonly [value: Json, next: number] | undefined;

/**
 * Reads the most frequent kind of frontmatter: one `key: value` a line, the value plain, in quotes or a
 * literal block. Undefined where anything else stands in it, so that what this reads is YAML beyond doubt;
 * it takes a fifth of the time of the whole parser.
 */
export function readFlatYaml(
  text: string,
  resolve: (plain: string) => Json,
): { readonly [key: string]: Json } | undefined {
  if (ODD.test(text)) return undefined;
  const result: { [key: string]: Json } = {};
  let isEmpty = true;
  let at = 0;
  while (at < text.length) {
    const end = endOfLine(text, at);
    if (end === at) {
      at = end + 1;
      continue;
    }
    const colon = text.indexOf(":", at);
    if (colon === -1 || colon >= end) return undefined;
    const key = text.slice(at, colon);
    if (!KEY.test(key) || WORD_KEY.test(key) || Object.hasOwn(result, key)) return undefined;
    const read = readValue(text, colon + 1, end, resolve);
    if (read === undefined) return undefined;
    [result[key], at] = read;
    isEmpty = false;
  }
  return isEmpty ? undefined : result;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function readValue(
  text: string,
  afterColon: number,
  end: number,
  resolve: (plain: string) => Json,
): Read {
  let start = afterColon;
  while (text.charCodeAt(start) === 32) start++;
  if (start === afterColon || start >= end) return undefined;
  const first = text[start] as string;
  if (first === "|") return end === start + 1 ? readLiteral(text, end + 1) : undefined;
  // An indented line would go on with the value.
  if (text.charCodeAt(end + 1) === 32) return undefined;
  if (first === '"' || first === "'") {
    if (text.indexOf(first, start + 1) !== end - 1) return undefined;
    const inside = text.slice(start + 1, end - 1);
    return first === '"' && inside.includes("\\") ? undefined : [inside, end + 1];
  }
  const value = text.slice(start, end);
  if (!PLAIN_START.test(first) || PLAIN_END.test(value)) return undefined;
  if (value.includes(": ") || value.includes(" #")) return undefined;
  return [resolve(value), end + 1];
}

/** The lines of a `|` block: all as deep as the first one or deeper, and blank ones between them. */
function readLiteral(text: string, start: number): Read {
  let indent = 0;
  while (text.charCodeAt(start + indent) === 32) indent++;
  if (indent === 0 || start + indent >= text.length || text[start + indent] === "\n")
    return undefined;
  const lines: string[] = [];
  let at = start;
  let kept = 0;
  while (at < text.length) {
    const end = endOfLine(text, at);
    if (end === at) lines.push("");
    else if (text.charCodeAt(at) !== 32) break;
    else {
      const line = text.slice(at, end);
      if (line.trimStart().length > line.length - indent || line.trimStart() === "")
        return undefined;
      lines.push(line.slice(indent));
      kept = lines.length;
    }
    at = end + 1;
  }
  return [`${lines.slice(0, kept).join("\n")}\n`, at];
}
