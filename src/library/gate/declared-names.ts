import { getKey, type Reading } from "../../skill/index.ts";

/** A line that gives a name, in the first place where somebody would look for it. */
const NAME_LINE = /^[ \t]*["']?name["']?[ \t]*[:=][ \t]*(\S.*)$/m;
const HEAD = 4096;

/**
 * What a file calls itself, also where the system cannot use it: by what the system saw, by what could be saved
 * of the frontmatter, and at last by the line that gives the name.
 */
export function declaredNames(reading: Reading): readonly string[] {
  const seen = named(getKey(reading.view, "name"));
  if (seen !== undefined && reading.refusals.length === 0) return [seen];
  // Only now, as the text of a good file may have to be fetched.
  const { frontmatter, text } = reading.document;
  const line = NAME_LINE.exec(text.slice(0, HEAD))?.[1] ?? "";
  const names = [
    seen,
    named(getKey(frontmatter, "name")),
    named(unquote(uncomment(line))),
    named(uncomment(line)),
  ];
  return [...new Set(names)].filter((name) => name !== undefined);
}

function uncomment(line: string): string {
  return line.split(/[ \t]#/, 1)[0]?.trimEnd() ?? "";
}

function unquote(text: string): string {
  const mark = text.charAt(0);
  if (mark !== '"' && mark !== "'") return text;
  return text.length > 1 && text.endsWith(mark) ? text.slice(1, -1) : text.slice(1);
}

function named(value: unknown): string | undefined {
  const name = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return name === "" ? undefined : name;
}
