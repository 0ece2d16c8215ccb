import { getKey } from "../../model/index.ts";
import { findRefusedStyle, normalizeLineEnds, type Problem } from "../../text/index.ts";
import type { Description, Dialect, ParseResult, Reading } from "../dialect.ts";
import { cutFence, parseBy } from "../shared/parse.ts";

const WORDS = {
  flow: "flow collection (`[…]` or `{…}`)",
  anchor: "YAML anchor",
  alias: "YAML alias",
  tag: "YAML tag",
} as const;

/** Reads as the reference validator does: every scalar is text, and only block style is allowed. */
export function parseStrict(dialect: Dialect, text: string): ParseResult {
  const result = parseBy(dialect, text);
  if (!result.ok) return result;
  const cut = cutFence(normalizeLineEnds(text), dialect.fence);
  if (typeof cut === "string") return result;
  const refused = findRefusedStyle(cut.inner);
  if (refused === undefined) return result;
  const problem: Problem = {
    kind: "invalid-yaml",
    severity: "error",
    start: refused.start + 3,
    end: refused.end + 3,
    message: `Unexpected ${WORDS[refused.kind]}, expected block style.`,
    hint: "The reference validator reads a strict subset of YAML. Write lists and maps over several lines.",
  };
  return { ok: false, problems: [problem] };
}

export function describe(reading: Reading): Description {
  const name = getKey(reading.view, "name");
  const description = getKey(reading.view, "description");
  return {
    ...(typeof name === "string" && name.trim() !== "" ? { name: name.trim() } : {}),
    ...(typeof description === "string" && description.trim() !== ""
      ? { description: description.trim() }
      : {}),
  };
}
