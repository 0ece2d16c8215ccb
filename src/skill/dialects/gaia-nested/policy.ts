import { getPath, isList, type Path } from "../../model/index.ts";
import type { NameVerdict, Reading } from "../dialect.ts";
import type { Violation } from "../field.ts";
import { KEBAB, nameVerdict, slug } from "../shared/names.ts";
import { duplicateTools } from "../shared/tool-fields.ts";
import { NAME_RULE_TEXT } from "./schema.ts";
import { fitsTier, readPermission, refusalOf } from "./trust.ts";

const BLOCK: Path = ["metadata", "gaia"];

export function checkName(value: string): NameVerdict {
  const isValid = KEBAB.test(value) && value.length <= 64;
  return nameVerdict(isValid, NAME_RULE_TEXT, isValid ? value : slug(value));
}

export function rules(reading: Reading): readonly Violation[] {
  return [...duplicateTools(reading, [...BLOCK, "tools"]), ...grants(reading)];
}

/** Grants that read well and that GAIA refuses when the skill is loaded or installed. */
function grants(reading: Reading): readonly Violation[] {
  const path = [...BLOCK, "permissions"];
  const listed = getPath(reading.view, path);
  if (!isList(listed)) return [];
  const claimed = getPath(reading.view, [...BLOCK, "security_tier"]);
  const tier = typeof claimed === "string" ? claimed : "experimental";
  return listed.flatMap((grant, index): readonly Violation[] => {
    if (typeof grant !== "string") return [];
    const permission = readPermission(grant);
    if (permission === undefined) return [];
    const base = { path: [...path, index], at: "value", severity: "warning" } as const;
    const expected = refusalOf(permission);
    if (expected !== undefined)
      return [
        {
          ...base,
          rule: "requirement-invalid",
          message: `The grant \`${grant}\` is not valid: use ${expected}.`,
          hint: "GAIA refuses to load the skill at every tier.",
        },
      ];
    if (fitsTier(tier, permission)) return [];
    return [
      {
        ...base,
        rule: "field-conflict",
        message: `The grant \`${grant}\` is above the ceiling of the tier \`${tier}\`.`,
        hint: "GAIA refuses to install the skill. Drop the grant, or have the skill signed for a higher tier.",
      },
    ];
  });
}
