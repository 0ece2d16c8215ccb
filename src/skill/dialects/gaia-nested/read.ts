import { isObject } from "../../model/index.ts";
import { normalizeLineEnds, parseYaml } from "../../text/index.ts";
import type { Dialect, ParseResult } from "../dialect.ts";
import { invalidYaml, refuse } from "../shared/parse.ts";

/** The fences as GAIA's loader finds them: an empty block or lone carriage returns are none. */
const FRONTMATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

export function parse(dialect: Dialect, original: string): ParseResult {
  const text = original.charCodeAt(0) === 0xfeff ? original.slice(1) : original;
  const match = FRONTMATTER.exec(text);
  if (match === null) return refuse(original, "missing");
  // A key given twice is no error to the loader: the last one counts.
  const result = parseYaml(normalizeLineEnds(match[1] as string), dialect.scalars, {
    lastKeyWins: true,
  });
  if (!result.ok) return { ok: false, problems: [invalidYaml(original, result.failure.reason)] };
  const frontmatter = result.value ?? {};
  if (!isObject(frontmatter)) return refuse(original, "not-a-mapping");
  const body = text.slice(match[0].length).replace(/^[\r\n]+|(?<![\r\n])[\r\n]+$/g, "");
  return { ok: true, parsed: { frontmatter, body } };
}
