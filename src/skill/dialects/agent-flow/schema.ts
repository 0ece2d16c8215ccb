import type { Json } from "../../model/index.ts";
import { anything, boolean, type Field, list, map, number, record, text } from "../field.ts";
import { KEBAB } from "../shared/names.ts";
import { portableFields } from "../shared/portable.ts";
import { inputName, inputTypes, readInputs } from "./inputs.ts";

const STANDARD = "Agent Flow Lite SKILL.md specification, section 3.1";
const EXTENSION = "Agent Flow Lite SKILL.md specification, section 3.2";
const INPUT = "Agent Flow Lite SKILL.md specification, section 3.3";

export const NAME_RULE_TEXT =
  "lower-case letters, digits and single hyphens, no hyphen at either end, at most 64 characters";

/** Text longer than the field takes cannot be said in it. */
function atMost(max: number): (value: Json) => Json | undefined {
  return (value) => (typeof value === "string" && value.length <= max ? value : undefined);
}

const input = record({
  name: {
    shape: text({ min: 1, max: 64, trims: true, takesScalars: true }),
    required: true,
    doc: "Name of the variable, as it stands in `{{name}}`; entries without one are skipped.",
  },
  label: {
    shape: text({ max: 128, takesScalars: true }),
    doc: "Label in the form; without it the name.",
  },
  type: {
    shape: text({ values: inputTypes }),
    severity: "warning",
    doc: "Kind of form field, `text` or `textarea`; anything else counts as `text`.",
  },
  required: {
    shape: boolean({ takesWords: true }),
    doc: "The input must be given when the skill runs.",
  },
  default: { shape: text({ max: 1024 }), doc: "Value where none is given." },
  description: { shape: text({ max: 512 }), doc: "Help for the person who fills it in." },
});

const standard: readonly Field[] = [
  {
    path: ["name"],
    facet: "identity.name",
    shape: text({ min: 1, max: 64, pattern: KEBAB, says: NAME_RULE_TEXT }),
    doc: "Name of the skill; must equal the folder, and defaults to it.",
    clause: STANDARD,
    misspellings: ["id", "title"],
  },
  {
    path: ["description"],
    facet: "guidance.description",
    shape: text({ max: 1024 }),
    doc: "What the skill is for; defaults to the name.",
    clause: STANDARD,
    misspellings: ["summary", "desc"],
  },
  {
    path: ["license"],
    facet: "identity.license",
    shape: text({ max: 64 }),
    doc: "Licence identifier.",
    clause: STANDARD,
    misspellings: ["licence"],
    write: atMost(64),
  },
  {
    path: ["metadata"],
    shape: map(anything),
    doc: "Further data by key, such as author, version and tags.",
    clause: STANDARD,
  },
  {
    path: ["metadata", "author"],
    facet: "ownership.author",
    shape: text(),
    doc: "Author of the skill, for people.",
    clause: STANDARD,
    severity: "info",
    isInert: true,
  },
  {
    path: ["metadata", "version"],
    facet: "identity.version",
    shape: text({ takesScalars: true }),
    doc: "Version of the skill, for people.",
    clause: STANDARD,
    severity: "info",
    isInert: true,
  },
  {
    path: ["metadata", "tags"],
    facet: "identity.tags",
    shape: list(text({ takesScalars: true }), { splits: "commas" }),
    doc: "Words by which people find the skill.",
    clause: STANDARD,
    severity: "info",
    isInert: true,
  },
];

const extension: readonly Field[] = [
  {
    path: ["inputs"],
    facet: "template.inputs",
    shape: list(input, { skips: (item) => inputName(item) === undefined }),
    doc: "Variables of the prompt; every `{{name}}` in the body needs one.",
    clause: INPUT,
    misspellings: ["input", "variables", "parameters", "args"],
    read: readInputs,
  },
  {
    path: ["knowledge_base"],
    facet: "execution.knowledgeBase",
    shape: text({ max: 256 }),
    doc: "Knowledge base, by id or name, that is searched before the model is called.",
    clause: EXTENSION,
    misspellings: ["knowledge-base", "knowledgeBase", "kb", "kb_id"],
    write: atMost(256),
  },
  {
    path: ["model"],
    shape: map(anything),
    doc: "Settings of the model; text in this place is ignored.",
    clause: EXTENSION,
    severity: "warning",
  },
  {
    path: ["model", "temperature"],
    facet: "execution.temperature",
    shape: number({ min: 0, max: 2, takesText: true }),
    default: 0.7,
    doc: "Sampling temperature from 0 to 2.",
    clause: EXTENSION,
    misspellings: ["temp"],
  },
  {
    path: ["model", "max_tokens"],
    facet: "execution.maxTokens",
    shape: number({ min: 1, max: 8192, isInteger: true, takesText: true }),
    default: 2000,
    doc: "Most tokens to generate, from 1 to 8192.",
    clause: EXTENSION,
    misspellings: ["max-tokens", "maxTokens", "max_output_tokens"],
  },
  {
    path: ["user_id"],
    facet: "ownership.userId",
    shape: text({ max: 256 }),
    doc: "Owner of the skill; set when it is created.",
    clause: EXTENSION,
    misspellings: ["user-id", "userId", "owner"],
    isSetByServer: true,
    write: atMost(256),
  },
];

/** Section 12: standard fields that no part of the system reads. */
const unread: readonly Field[] = portableFields
  .filter((field) => field.path[0] === "compatibility" || field.path[0] === "allowed-tools")
  .map((field): Field => ({ ...field, severity: "info", isInert: true }));

export const fields: readonly Field[] = [...standard, ...extension, ...unread];
