/** Frontmatter as gray-matter 4 reads it, with version 3 of js-yaml, which forgives more than version 4. */
import yaml from "js-yaml-3";
import JSON5 from "json5";

const FENCE = "---";

/** The text behind the first fence names a language; a file that is never closed is frontmatter to its end. */
export function parseMatter(text: string): unknown {
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
  // gray-matter runs the program that it finds; what is no more than an object is read, and nothing is run here.
  if (language === "js" || language === "javascript") return JSON5.parse(matter);
  throw new Error(`its language \`${language}\` is not YAML.`);
}
