/** How Claude Code reads a SKILL.md or a file of commands. Nothing in it keeps the file from being loaded. */
import { cleanText } from "./text.ts";
import { parseLikeBun } from "./yaml.ts";

export interface ClaudeHead {
  /** What `name` says. */
  readonly display: string | undefined;
  /** As shown. */
  readonly description: string;
  /** The file says one; otherwise the first line of its text stands in. */
  readonly hasOwnDescription: boolean;
  readonly whenToUse: string | undefined;
  readonly isForModel: boolean;
  readonly isForUser: boolean;
  /** It waits for a file that matches its `paths`. */
  readonly isConditional: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const MAX_NAME = 256;
const MAX_STAND_IN = 100;

export function readHead(bytes: Uint8Array, kind: "Skill" | "Custom command"): ClaudeHead {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const { head, body } = split(text);
  const fields = readFields(head);
  const own = describe(fields["description"]);
  const when = fields["when_to_use"];
  const forUser = fields["user-invocable"];
  return {
    display: nameOf(fields["name"]),
    description: cleanText(own ?? firstLine(body, kind)),
    hasOwnDescription: own !== null,
    whenToUse: when === undefined || when === null ? undefined : cleanText(wordsOf(when)),
    isForModel: isTrue(fields["disable-model-invocation"]) !== true,
    isForUser: forUser === undefined || isTrue(forUser) === true,
    isConditional: kind === "Skill" && hasPaths(fields["paths"]),
  };
}

const FENCE = "---";

/** The head ends at the next `---`, wherever in a line it stands; blank lines around it are left aside. */
function split(text: string): { readonly head: string; readonly body: string } {
  const plain = text.startsWith("\ufeff") ? text.slice(1) : text;
  const none = { head: "", body: text };
  if (!plain.startsWith(FENCE)) return none;
  const inner = plain.slice(FENCE.length);
  const blanks = inner.slice(0, inner.length - inner.trimStart().length);
  const start = blanks.lastIndexOf("\n") + 1;
  const end = inner.indexOf(FENCE, start);
  return start === 0 || end < 0
    ? none
    : { head: inner.slice(start, end), body: inner.slice(end + FENCE.length).trimStart() };
}

/** What does not parse is tried once more with values quoted; no fields where that fails, too. */
function readFields(head: string): Fields {
  const parsed =
    parseLikeBun(head) ??
    parseLikeBun(quoteValues(head).replaceAll(/^\t+/gmu, (tabs) => "  ".repeat(tabs.length)));
  const value = parsed?.value;
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

function quoteValues(head: string): string {
  return head
    .split("\n")
    .map((line) => {
      const [, key, value] = /^([a-zA-Z_-]+):\s+(\S.*)$/u.exec(line) ?? [];
      if (key === undefined || value === undefined) return line;
      if (/^".*"$|^'.*'$/u.test(value) && value.length > 1) return line;
      if (/^\[.*\]$/u.test(value) && Array.isArray(parseLikeBun(value)?.value)) return line;
      if (!/[{}[\]*&#!|>%@`]|: /u.test(value)) return line;
      return `${key}: "${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
    })
    .join("\n");
}

function describe(value: unknown): string | null {
  if (typeof value === "string") return value.trim() === "" ? null : value.trim();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** The first line that holds something, without the marks of a heading. */
function firstLine(body: string, otherwise: string): string {
  for (const line of body.split("\n")) {
    const text = line.trim();
    if (text === "") continue;
    const title = /^#+\s+(\S.*)$/u.exec(text)?.[1] ?? text;
    return title.length > MAX_STAND_IN ? `${title.slice(0, MAX_STAND_IN - 3)}...` : title;
  }
  return otherwise;
}

function nameOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const name = wordsOf(value);
  return name === "" || name.length > MAX_NAME ? undefined : name;
}

/** As JavaScript makes text of a value. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value))
    return value.map((item) => (item === null ? "" : wordsOf(item))).join(",");
  return typeof value === "object" && value !== null ? "[object Object]" : String(value);
}

const YES = new Set(["1", "true", "yes", "on"]);
const NO = new Set(["0", "false", "no", "off"]);

function isTrue(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const word = String(value).toLowerCase().trim();
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}

/** Patterns are a list, or parted by commas outside of braces; `**` alone is none. */
function hasPaths(value: unknown): boolean {
  const patterns = readPatterns(value)
    .map((pattern) => (pattern.endsWith("/**") ? pattern.slice(0, -3) : pattern))
    .filter((pattern) => pattern !== "");
  return patterns.some((pattern) => pattern !== "**");
}

function readPatterns(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(readPatterns);
  if (typeof value !== "string") return [];
  const patterns = [""];
  let depth = 0;
  for (const character of value) {
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (character === "," && depth === 0) patterns.push("");
    else patterns.push((patterns.pop() ?? "") + character);
  }
  return patterns
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "")
    .flatMap(expandBraces);
}

function expandBraces(pattern: string): readonly string[] {
  const [, before = "", choices = "", after = ""] = /^([^{]*)\{([^}]+)\}(.*)$/u.exec(pattern) ?? [];
  if (choices === "") return [pattern];
  return choices.split(",").flatMap((choice) => expandBraces(before + choice.trim() + after));
}
