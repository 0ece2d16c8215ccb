import { getKey, isList } from "../../model/index.ts";
import {
  findPlaceholders,
  isPlaceholderName,
  undeclaredPlaceholders,
  unfilledPlaceholders,
} from "../../text/index.ts";
import type { NameVerdict, Reading } from "../dialect.ts";
import type { Violation } from "../field.ts";
import { isAbsent } from "../shared/check.ts";
import { KEBAB, nameVerdict } from "../shared/names.ts";
import { declaredInputs, inputName } from "./inputs.ts";
import { NAME_RULE_TEXT } from "./schema.ts";

export function checkName(value: string): NameVerdict {
  const isValid = KEBAB.test(value) && value.length <= 64;
  return nameVerdict(isValid, NAME_RULE_TEXT, isValid ? value : cutName(normalizeName(value)));
}

/** The program cuts nothing off: what it makes of a long name is a name that it refuses. */
export function checkNameInCode(value: string): NameVerdict {
  const { isValid } = checkName(value);
  return nameVerdict(isValid, NAME_RULE_TEXT, isValid ? value : normalizeName(value));
}

function cutName(name: string): string {
  return name.slice(0, 64).replace(/-$/, "");
}

/** Section 4: only the blank becomes a hyphen, other characters go; `skill` where nothing is left. */
function normalizeName(value: string): string {
  const name = value
    .toLowerCase()
    .replaceAll(" ", "-")
    .replace(/[^a-z0-9-]/g, "")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");
  return name === "" ? "skill" : name;
}

/** What is checked when a skill is created or updated. */
export function rules(reading: Reading): readonly Violation[] {
  const found = [...fileSize(reading), ...directoryName(reading)];
  if (reading.refusals.length > 0) return found;
  if (Object.keys(reading.view).length === 0) return [...found, noFrontmatter()];
  return [
    ...found,
    ...emptyDescription(reading),
    ...inputProblems(reading),
    ...undeclared(reading),
  ];
}

function fileSize(reading: Reading): readonly Violation[] {
  const limit = reading.dialect.maxFileBytes ?? Infinity;
  const { text } = reading.document;
  // Three bytes is the most that one UTF-16 unit becomes.
  if (text.length * 3 <= limit) return [];
  const size = new TextEncoder().encode(text).length;
  if (size <= limit) return [];
  return [
    {
      rule: "file-size",
      path: [],
      at: "key",
      severity: "error",
      field: "content",
      message: `The file has ${size} bytes; at most ${limit} are allowed.`,
      hint: "Split the skill, or move long material into a knowledge base.",
    },
  ];
}

function directoryName(reading: Reading): readonly Violation[] {
  const { directory } = reading;
  // A name that is given has its own findings, and must equal the folder.
  if (directory === undefined || !isAbsent(getKey(reading.view, "name"))) return [];
  if (checkName(directory).isValid) return [];
  return [
    {
      rule: "field-format",
      path: ["name"],
      at: "key",
      severity: "error",
      message: `The folder name \`${directory}\` is not valid: use ${NAME_RULE_TEXT}.`,
      hint: `The folder is the skill's name. Rename it, for example to \`${cutName(normalizeName(directory))}\`.`,
    },
  ];
}

function noFrontmatter(): Violation {
  return {
    rule: "frontmatter-refused",
    path: [],
    at: "key",
    severity: "error",
    field: "frontmatter",
    message: "The skill has no frontmatter: write its fields between `---` lines.",
    hint: "Begin the file with `---`, the fields, and another `---`.",
  };
}

function emptyDescription(reading: Reading): readonly Violation[] {
  const description = getKey(reading.view, "description");
  if (typeof description !== "string" || description.trim() !== "") return [];
  return [
    {
      rule: "field-missing",
      path: ["description"],
      at: "value",
      severity: "warning",
      message: "`description` is empty; it needs at least 1 character.",
      hint: "The name is shown in its place.",
    },
  ];
}

/** Inputs that are passed over, names that no placeholder can have, and names that stand twice. */
function inputProblems(reading: Reading): readonly Violation[] {
  const inputs = getKey(reading.view, "inputs");
  if (!isList(inputs)) return [];
  const names = inputs.map(inputName);
  return names.flatMap((name, index): readonly Violation[] => {
    const base = { at: "value", severity: "warning" } as const;
    if (name === undefined)
      return [
        {
          ...base,
          rule: "field-missing",
          path: ["inputs", index],
          message: "An input has no `name`.",
          hint: "The entry is skipped.",
        },
      ];
    const path = ["inputs", index, "name"];
    const unusable: Violation = {
      ...base,
      rule: "field-format",
      path,
      message: `\`${name}\` is not a valid input name: use letters, digits, underscores and hyphens.`,
      hint: "No placeholder can have such a name, so that nothing would ever be filled in.",
    };
    const second: Violation = {
      ...base,
      rule: "field-conflict",
      path,
      message: `Two inputs are called \`${name}\`.`,
      hint: "The default of the last one counts.",
    };
    return [
      ...(isPlaceholderName(name) || name === "" ? [] : [unusable]),
      ...(names.indexOf(name) === index ? [] : [second]),
    ];
  });
}

function undeclared(reading: Reading): readonly Violation[] {
  const declared = new Set(declaredInputs(getKey(reading.view, "inputs")));
  const refused = new Set(undeclaredPlaceholders(reading.body, declared));
  const { text, bodyStart } = reading.document;
  const places = findPlaceholders(text.slice(bodyStart));
  // The check on saving sees no hyphens; at run time such a placeholder becomes nothing all the same.
  return unfilledPlaceholders(reading.body, declared).map((name): Violation => {
    const place = places.find((use) => use.name === name);
    const isRefused = refused.has(name);
    return {
      rule: "placeholder-undeclared",
      path: [],
      at: "key",
      severity: isRefused ? "error" : "warning",
      field: "prompt",
      message: `The placeholder \`{{${name}}}\` has no input of that name.`,
      hint: isRefused
        ? `Add \`${name}\` to \`inputs\`, or remove it from the prompt.`
        : `It becomes nothing when the skill runs. Add \`${name}\` to \`inputs\`.`,
      ...(place === undefined
        ? {}
        : { span: { start: bodyStart + place.start, end: bodyStart + place.end } }),
    };
  });
}
