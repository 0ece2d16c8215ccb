/**
 * How OpenCode reads a SKILL.md: as gray-matter does, with version 3 of js-yaml, which forgives more than version 4 and
 * knows other numbers; and once more with the values quoted that hold a colon.
 */
import { reasonOf } from "../../../platform/index.ts";
import type { DroppedFile } from "../agent.ts";
import { missing, noFields, notText, unreadable } from "../causes.ts";
import { parseMatter } from "../gray-matter.ts";
import { toFields } from "../jsonc.ts";

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
      const reason = formatError(error);
      if (mended === text) return unreadable(reason);
      try {
        return headOf(parse(mended));
      } catch {
        return unreadable(reason);
      }
    }
  };
}

function formatError(error: unknown): string {
  const [line = ""] = reasonOf(error).split("\n");
  return `The frontmatter cannot be read: ${line}`;
}

function headOf(data: unknown): Read {
  const fields = toFields(data);
  if (fields === undefined) return noFields;
  const { name, description } = fields;
  if (name === undefined) return missing("name");
  if (typeof name !== "string") return notText("name");
  if (description !== undefined && typeof description !== "string") return notText("description");
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
