import type { NameVerdict, Reading } from "../dialect.ts";
import type { Violation } from "../field.ts";
import { foldName, slug } from "../shared/names.ts";

const EXPECTED =
  "lower-case letters, digits and hyphens, at most 64 characters, without `anthropic` or `claude`";

export function checkName(value: string): NameVerdict {
  const isValid = /^[a-z0-9-]{1,64}$/.test(value) && !/anthropic|claude/.test(value);
  if (isValid) return { isValid, normalized: value };
  const normalized = slug(value.replace(/anthropic|claude/gi, ""));
  return { isValid, expected: EXPECTED, ...(normalized === "" ? {} : { normalized }) };
}

export function rules(reading: Reading): readonly Violation[] {
  const name = reading.view["name"];
  if (typeof name !== "string" || name.trim() === "" || checkName(name.trim()).isValid) return [];
  return [
    {
      rule: "field-format",
      path: ["name"],
      at: "value",
      severity: "error",
      message: `\`${name.trim()}\` is not a valid \`name\`: use ${EXPECTED}.`,
    },
  ];
}

/** The upload holds the folder to the name; case does not count, and `_` is as good as `-`. */
export function uploadRules(reading: Reading): readonly Violation[] {
  const found = rules(reading);
  const { directory } = reading;
  const name = reading.view["name"];
  if (directory === undefined || directory === "" || typeof name !== "string") return found;
  if (name.trim() === "" || foldName(name.trim()) === foldName(directory)) return found;
  return [
    ...found,
    {
      rule: "name-directory",
      path: ["name"],
      at: "value",
      severity: "error",
      message: `The name \`${name.trim()}\` differs from the folder \`${directory}\`.`,
      hint: `Rename the folder to \`${name.trim()}\`, or set \`name: ${directory}\`.`,
    },
  ];
}
