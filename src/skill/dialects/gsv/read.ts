import { defineKey, getKey, type Json, type JsonObject } from "../../model/index.ts";
import { normalizeLineEnds } from "../../text/index.ts";
import type { Description, ParseResult, Reading } from "../dialect.ts";
import { firstParagraph } from "../shared/paragraph.ts";

const MAX_PARAGRAPH = 200;

function labelOf(value: Json | undefined): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.trim() : "";
}

function describeWith(reading: Reading, paragraph: string): Description {
  const name = labelOf(getKey(reading.view, "name")) || reading.directory;
  const description = labelOf(getKey(reading.view, "description")) || paragraph;
  return { ...(name === undefined ? {} : { name }), description };
}

/** The folder and the first paragraph stand in for what the frontmatter does not say. */
export function describe(reading: Reading): Description {
  const cut = firstParagraph(reading.body).slice(0, MAX_PARAGRAPH);
  // A cut may fall inside a character of two units; half of one is no text.
  return describeWith(reading, cut.replace(/[\ud800-\udbff]$/, ""));
}

/** The program skips headings only up to the first blank line, and cuts by units. */
export function describeByCode(reading: Reading): Description {
  return describeWith(reading, firstParagraph(reading.body, "first-run").slice(0, MAX_PARAGRAPH));
}

const FENCED = /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/;

/**
 * Reads as the program does: a scanner of lines, no YAML. It refuses nothing; what it does not
 * understand is skipped or taken as raw text.
 */
export function parseByCode(text: string): ParseResult {
  const match = FENCED.exec(normalizeLineEnds(text));
  if (match === null) return { ok: true, parsed: { frontmatter: {}, body: text } };
  return {
    ok: true,
    parsed: { frontmatter: scanLines(match[1] as string), body: match[2] as string },
  };
}

function scanLines(inner: string): JsonObject {
  const values: Record<string, Json> = {};
  const lines = inner.split("\n");
  let at = 0;
  while (at < lines.length) {
    const line = lines[at++] as string;
    const colon = line.indexOf(":");
    if (colon <= 0) continue;
    const key = line.slice(0, colon).trim();
    const rest = line.slice(colon + 1).trim();
    const indented: string[] = [];
    if (rest === "") {
      while (at < lines.length && /^[ \t]/.test(lines[at] as string))
        indented.push(lines[at++] as string);
    }
    const value = indented.length > 0 ? indented.join("\n").trim() : scalarOf(rest);
    defineKey(values, key, value);
  }
  return values;
}

/** One pair of outer quotes goes (a lone quote counts as a pair); then exactly `true` and `false` are booleans, quoted or not. */
function scalarOf(rest: string): Json {
  const quote = rest[0];
  const isQuoted = (quote === '"' || quote === "'") && rest.at(-1) === quote;
  const bare = isQuoted ? rest.slice(1, -1) : rest;
  if (bare === "true") return true;
  return bare === "false" ? false : bare;
}
