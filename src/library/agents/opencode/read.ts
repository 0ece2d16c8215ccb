/**
 * How OpenCode reads a SKILL.md: as gray-matter does, with version 3 of js-yaml, which forgives more than version 4 and
 * knows other numbers; and once more with the values quoted that hold a colon.
 */
import yaml from "js-yaml-3";
import JSON5 from "json5";
import { reasonOf } from "../../../platform/index.ts";
import type { DroppedFile } from "../agent.ts";
import { fieldsOf } from "../jsonc.ts";

export interface OpencodeHead {
  readonly name: string;
  /** Without one, the skill is known and not shown to the model. */
  readonly description: string | undefined;
}

type Read = OpencodeHead | Omit<DroppedFile, "path">;

/** Reads the files of one start: what could not be parsed is remembered by its text, and read as empty from then on. */
export function createReader(): (bytes: Uint8Array) => Read {
  const seen = new Map<string, unknown>();
  const parse = (text: string): unknown => {
    if (seen.has(text)) return seen.get(text);
    seen.set(text, {});
    const data = parseMatter(text);
    seen.set(text, data);
    return data;
  };
  return (bytes) => {
    const text = new TextDecoder().decode(bytes);
    try {
      return headOf(parse(text));
    } catch (error) {
      const mended = quoteValues(text);
      const reason = sayWhy(error);
      if (mended === text) return { reason };
      try {
        return headOf(parse(mended));
      } catch {
        return { reason };
      }
    }
  };
}

function sayWhy(error: unknown): string {
  const [line = ""] = reasonOf(error).split("\n");
  return `The frontmatter cannot be read: ${line}`;
}

const FENCE = "---";

/** The text behind the first fence names a language; a file that is never closed is frontmatter to its end. */
function parseMatter(text: string): unknown {
  if (!text.startsWith(FENCE) || text.startsWith(`${FENCE}-`)) return {};
  const inner = text.slice(FENCE.length);
  const [first = ""] = inner.split(/\r?\n/u, 1);
  const hasLineBreak = /\r?\n/u.test(inner);
  // Where no line follows, all but the last character is taken for the language.
  const raw = hasLineBreak ? first : inner.slice(0, -1);
  const language = raw.trim();
  const rest = language === "" ? inner : inner.slice(raw.length);
  const end = rest.indexOf(`\n${FENCE}`);
  const matter = end < 0 ? rest : rest.slice(0, end);
  if (matter.split("\n").every(isEmptyLine)) return {};
  return parseAs(language.toLowerCase(), matter);
}

/** A blank line or a comment; `#` alone is none. */
function isEmptyLine(line: string): boolean {
  const text = line.trimStart();
  return text === "" || (text.startsWith("#") && text.length > 1);
}

function parseAs(language: string, matter: string): unknown {
  if (language === "" || language === "yaml" || language === "yml") return yaml.safeLoad(matter);
  if (language === "json") return JSON.parse(matter);
  // OpenCode runs the program that it finds; what is no more than an object is read, and nothing is run here.
  if (language === "js" || language === "javascript") return JSON5.parse(matter);
  throw new Error(`its language \`${language}\` is not YAML.`);
}

function headOf(data: unknown): Read {
  const fields = fieldsOf(data);
  if (fields === undefined) return { reason: "The frontmatter is not a list of fields." };
  const { name, description } = fields;
  if (name === undefined) return { reason: "The frontmatter has no `name`." };
  if (typeof name !== "string") return { reason: "`name` is not text." };
  if (description !== undefined && typeof description !== "string")
    return { reason: "`description` is not text." };
  return { name, description };
}

/** Makes a block of every value at the left margin that holds a colon and is not quoted. */
function quoteValues(text: string): string {
  const [, head] = /^---\r?\n([^]*?)\r?\n---/u.exec(text) ?? [];
  if (head === undefined) return text;
  const lines = head.split(/\r?\n/u).map((line) => {
    if (line.trim() === "" || line.trim().startsWith("#") || /^\s/u.test(line)) return line;
    const [, key, rest = ""] = /^([a-zA-Z_][a-zA-Z0-9_]*)\s*:\s*(.*)$/u.exec(line) ?? [];
    const value = rest.trim();
    if (key === undefined || /^(?:>$|\|$|["']|$)/u.test(value) || !value.includes(":")) return line;
    return `${key}: |-\n  ${value}`;
  });
  return text.replace(head, () => lines.join("\n"));
}
