/** Words of a skill with a meaning of their own, for editors that colour them. */
import { findPlaceholders, readSkill, type Span } from "../../skill/index.ts";
import { locate } from "../../skill/text/places.ts";

export const TOKEN_KINDS = ["function", "string", "variable"] as const;

export interface Token extends Span {
  /** A tool, what it is limited to, or an input that is filled in. */
  readonly kind: (typeof TOKEN_KINDS)[number];
}

const TOOL_KEYS = ["allowed-tools", "disallowed-tools"] as const;
/** `Read`, or `Bash(git log:*)`; dots and hyphens are in names of MCP tools. */
const TOOL = /(?<name>[A-Za-z_][\w.-]*)(?:\((?<limit>[^()\n]*)\))?/gu;
const MAX_TOKENS = 5000;

export function findTokens(text: string): readonly Token[] {
  const { value } = readSkill(text);
  if (value === undefined) return [];
  const { document } = value;
  const tools = TOOL_KEYS.filter((key) => document.frontmatter[key] !== undefined).flatMap((key) =>
    toolTokens(text, locate(document, [key], "value")),
  );
  const inputs = findPlaceholders(text.slice(document.bodyStart)).map(({ start, end }): Token => ({
    kind: "variable",
    start: document.bodyStart + start,
    end: document.bodyStart + end,
  }));
  return [...tools, ...inputs].toSorted((a, b) => a.start - b.start).slice(0, MAX_TOKENS);
}

function toolTokens(text: string, { start, end }: Span): readonly Token[] {
  return [...text.slice(start, end).matchAll(TOOL)].flatMap(({ index, groups }): Token[] => {
    const { name = "", limit = "" } = groups ?? {};
    const after = start + index + name.length;
    const tool: Token = { kind: "function", start: start + index, end: after };
    if (limit === "") return [tool];
    return [tool, { kind: "string", start: after + 1, end: after + 1 + limit.length }];
  });
}
