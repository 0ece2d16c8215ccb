import type { Json } from "../../model/index.ts";
import { anything, type Field, list, map, text } from "../field.ts";

const CLAUSE = "Agent Skills specification, frontmatter";

/** A list of tool names, as one text with blanks between. */
function joinWords(value: Json): Json | undefined {
  return Array.isArray(value) ? value.join(" ") : undefined;
}

/** The optional fields of the open specification, shared by the dialects built on it. */
export const portableFields: readonly Field[] = [
  {
    path: ["license"],
    facet: "identity.license",
    shape: text(),
    doc: "Licence name, or the name of a bundled licence file.",
    clause: CLAUSE,
    isInert: true,
  },
  {
    path: ["compatibility"],
    facet: "requirements.compatibility",
    shape: text({ max: 500 }),
    doc: "What the skill needs from its surroundings, in words.",
    clause: CLAUSE,
  },
  {
    path: ["metadata"],
    shape: map(anything),
    doc: "Further text values by key, for tools that know them.",
    clause: CLAUSE,
    isInert: true,
  },
  {
    path: ["allowed-tools"],
    facet: "authority.allowedTools",
    shape: list(text({ takesScalars: true }), { splits: "tools" }),
    doc: "Tools the skill may use without asking, separated by blanks.",
    clause: CLAUSE,
    misspellings: ["allowed_tools", "allowedTools", "tools-allowed"],
    write: joinWords,
  },
];

export const portableKeys: readonly string[] = [
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
];
