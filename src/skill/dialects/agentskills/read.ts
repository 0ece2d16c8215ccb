import { getKey } from "../../model/index.ts";
import { findRefusedStyle, type Problem, type StyleFinding } from "../../text/index.ts";
import type { Description, Reading } from "../dialect.ts";

interface StyleWords {
  readonly what: string;
  readonly expected: string;
  readonly next: string;
}

const WORDS: { readonly [Kind in StyleFinding["kind"]]: StyleWords } = {
  flow: {
    what: "flow collection (`[…]` or `{…}`)",
    expected: "block style",
    next: "Write lists and maps over several lines.",
  },
  anchor: {
    what: "YAML anchor",
    expected: "the value alone",
    next: "Remove the anchor, and write the value out wherever it is meant; in quotes, `&` is text.",
  },
  alias: {
    what: "YAML alias",
    expected: "the value itself",
    next: "Write the value out; in quotes, `*` is text.",
  },
  tag: {
    what: "YAML tag",
    expected: "the value alone",
    next: "Remove the tag; in quotes, `!` is text.",
  },
  tab: {
    what: "tab",
    expected: "blanks",
    next: "Write blanks in its place; in quotes and in blocks after `|`, a tab is text.",
  },
};

/** The reference validator reads a strict subset of YAML: block style, no anchors, aliases, tags, tabs. */
export function refusedStyle(inner: string): Problem | undefined {
  const refused = findRefusedStyle(inner);
  if (refused === undefined) return undefined;
  const { what, expected, next } = WORDS[refused.kind];
  return {
    kind: "invalid-yaml",
    severity: "error",
    start: refused.start,
    end: refused.end,
    message: `Unexpected ${what}, expected ${expected}.`,
    hint: `The reference validator reads a strict subset of YAML. ${next}`,
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
