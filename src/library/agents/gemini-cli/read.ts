/** How Gemini CLI reads a SKILL.md: as YAML, and where that fails or names no text, line by line. */
import { load } from "js-yaml";
import type { DroppedFile } from "../agent.ts";
import { missing, noFrontmatter } from "../causes.ts";

export interface GeminiHead {
  readonly name: string;
  readonly description: string;
}

type Read = GeminiHead | Omit<DroppedFile, "path">;

/** The closing fence need not stand alone in its line. */
const FRONTMATTER = /^---\r?\n([^]*?)\r?\n---/u;

/** Characters that a name of a file may not have everywhere. */
const UNSAFE = /[:\\/<>*?"|]/gu;

export function readHead(bytes: Uint8Array): Read {
  // A byte order mark stays, and no file that begins with it has frontmatter.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const [, head] = FRONTMATTER.exec(text) ?? [];
  if (head === undefined) return noFrontmatter;
  const fields = readYaml(head) ?? readLines(head);
  if (fields.name === undefined) return missing("name");
  if (fields.description === undefined) return missing("description");
  return { name: fields.name.replaceAll(UNSAFE, "-"), description: fields.description };
}

/** Undefined where it is no YAML, or where name and description are not both text. */
function readYaml(head: string): GeminiHead | undefined {
  try {
    const value = load(head);
    if (typeof value !== "object" || value === null) return undefined;
    const { name, description } = value as Partial<Record<string, unknown>>;
    return typeof name === "string" && typeof description === "string"
      ? { name, description }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The last of each field counts; a description goes on in the indented lines that follow it. */
function readLines(head: string): Partial<GeminiHead> {
  const lines = head.split(/\r?\n/u);
  let name: string | undefined;
  let description: string | undefined;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const [, named] = /^\s*name:\s*(.*)$/u.exec(line) ?? [];
    const [, described] = /^\s*description:\s*(.*)$/u.exec(line) ?? [];
    if (named !== undefined) name = named.trim();
    else if (described !== undefined) {
      const parts = [described.trim()];
      while (/^[ \t]+\S/u.test(lines[index + 1] ?? "")) {
        index += 1;
        parts.push((lines[index] ?? "").trim());
      }
      description = parts.filter((part) => part !== "").join(" ");
    }
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
}
