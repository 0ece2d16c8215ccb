import { normalizeText } from "../../model/index.ts";
import type { NameVerdict, Reading } from "../dialect.ts";
import type { Violation } from "../field.ts";
import { KEBAB } from "../shared/names.ts";
import { characterCount } from "../shared/shape.ts";

const EXPECTED =
  "lower-case letters, digits and single hyphens, no hyphen at either end, at most 64 characters";

/** Letters of any script are fine, as the reference validator has it; case and hyphens are not. */
export function checkName(value: string): NameVerdict {
  // Nearly every name is plain; the rules for other scripts cost far more than this test.
  if (value.length <= 64 && KEBAB.test(value)) return { isValid: true, normalized: value };
  const normalized = normalizeText(value.trim(), "NFKC");
  const isValid =
    normalized !== "" &&
    characterCount(normalized) <= 64 &&
    normalized === normalized.toLowerCase() &&
    !/^-|-$|--/.test(normalized) &&
    // What Python calls alphanumeric: letters and numbers of any script, combining marks not.
    /^[\p{L}\p{N}-]+$/u.test(normalized);
  return isValid ? { isValid, normalized } : { isValid, expected: EXPECTED };
}

export function rules(reading: Reading): readonly Violation[] {
  const name = reading.view["name"];
  if (typeof name !== "string" || name.trim() === "") return [];
  if (checkName(name).isValid) return [];
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
