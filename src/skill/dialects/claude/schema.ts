import { type Field, text } from "../field.ts";
import { codeFields } from "../shared/code-fields.ts";
import { portableFields } from "../shared/portable.ts";
import { hasNoTag } from "../shared/xml-tag.ts";

export { codeFields } from "../shared/code-fields.ts";

const RULES = "Anthropic upload rules";

export const anthropicFields: readonly Field[] = [
  {
    path: ["name"],
    facet: "identity.name",
    shape: text({ min: 1, trims: true }),
    isRequired: true,
    doc: "Name of the skill: lower-case letters, digits and hyphens, without reserved words.",
    clause: RULES,
    misspellings: ["title", "id"],
  },
  {
    path: ["description"],
    facet: "guidance.description",
    shape: text({
      min: 1,
      max: 1024,
      trims: true,
      test: hasNoTag,
      says: "text without XML tags",
    }),
    isRequired: true,
    doc: "What the skill does and when to use it.",
    clause: RULES,
    misspellings: ["summary", "desc"],
  },
  // The upload takes these without effect.
  ...portableFields.map((field): Field => ({ ...field, severity: "warning", isInert: true })),
];

export const fields: readonly Field[] = [
  ...anthropicFields.map((field) =>
    field.path[0] === "allowed-tools" ? { ...field, isInert: false } : field,
  ),
  ...codeFields,
];
