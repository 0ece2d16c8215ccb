import { getKey } from "../../model/index.ts";
import { findRefusedStyle, type Problem } from "../../text/index.ts";
import type { Description, Reading } from "../dialect.ts";

const WORDS = {
  flow: "flow collection (`[…]` or `{…}`)",
  anchor: "YAML anchor",
  alias: "YAML alias",
  tag: "YAML tag",
} as const;

/** The reference validator reads a strict subset of YAML: block style, no anchors, aliases, tags. */
export function refusedStyle(inner: string): Problem | undefined {
  const refused = findRefusedStyle(inner);
  if (refused === undefined) return undefined;
  return {
    kind: "invalid-yaml",
    severity: "error",
    start: refused.start,
    end: refused.end,
    message: `Unexpected ${WORDS[refused.kind]}, expected block style.`,
    hint: "The reference validator reads a strict subset of YAML. Write lists and maps over several lines.",
  };
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
