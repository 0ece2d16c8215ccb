import { type Field, text } from "../field.ts";
import { portableFields } from "../shared/portable.ts";

const CLAUSE = "Agent Skills specification, frontmatter";

export const fields: readonly Field[] = [
  {
    path: ["name"],
    facet: "identity.name",
    shape: text({ min: 1, trims: true }),
    isRequired: true,
    doc: "Name of the skill: lower-case letters, digits and single hyphens, equal to the folder.",
    clause: CLAUSE,
    misspellings: ["title", "id"],
  },
  {
    path: ["description"],
    facet: "guidance.description",
    shape: text({ min: 1, max: 1024, trims: true }),
    isRequired: true,
    doc: "What the skill does and when to use it.",
    clause: CLAUSE,
    misspellings: ["summary", "desc"],
  },
  // The reference validator looks at the type of `compatibility` alone. What the other fields are good
  // for is up to each client.
  ...portableFields.map((field): Field =>
    field.path[0] === "compatibility" ? field : { ...field, severity: "warning", isInert: true },
  ),
];
