import { isObject } from "../../model/index.ts";
import { normalizeLineEnds, parseYaml, readDocument } from "../../text/index.ts";
import type { Description, Dialect, ParseResult, Reading } from "../dialect.ts";
import { trimmed } from "../shared/describe.ts";
import { cutFence, invalidYaml, refuse } from "../shared/parse.ts";

/** Blanks as Python takes them away: a byte order mark is none. */
function strip(text: string): string {
  return text.replace(/^[^\S\uFEFF]+|(?<![^\S\uFEFF])[^\S\uFEFF]+$/g, "");
}

/** Section 2: what does not begin with `---`, or never closes it, is all instructions. */
export function parse(dialect: Dialect, original: string): ParseResult {
  if (strip(original) === "") return { ok: false, problems: readDocument("").problems };
  const cut = cutFence(normalizeLineEnds(original), dialect.fence);
  if (typeof cut === "string")
    return { ok: true, parsed: { frontmatter: {}, body: strip(original) } };
  // Of a key given twice the last one counts, as Python's reader has it.
  const result = parseYaml(strip(cut.inner), dialect.scalars, { lastKeyWins: true });
  if (!result.ok) return { ok: false, problems: [invalidYaml(original, result.failure.reason)] };
  const frontmatter = result.value ?? {};
  if (!isObject(frontmatter)) return refuse(original, "not-a-mapping");
  return { ok: true, parsed: { frontmatter, body: strip(cut.body) } };
}

/** The folder stands in for the name, and the name for the description. */
export function describe(reading: Reading): Description {
  const name = trimmed(reading, "name") ?? reading.directory;
  const description = trimmed(reading, "description") ?? name;
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
}
