import { type Diagnostic, SkillError } from "../../../skill/index.ts";

export const storedSkillCodes = {
  invalid: "skills/invalid",
  notFound: "skills/not-found",
  conflict: "skills/conflict",
  forbidden: "skills/forbidden",
  changed: "skills/changed",
} as const;

type StoredSkillCode = (typeof storedSkillCodes)[keyof typeof storedSkillCodes];

/** A refusal that names the field at fault, as clients of the API expect. */
export function refusal(
  code: StoredSkillCode,
  field: string,
  message: string,
  more: Pick<Diagnostic, "hint"> = {},
): SkillError {
  return new SkillError({ code, severity: "error", message, path: [field], ...more });
}

export function notFound(name: string): SkillError {
  return refusal(storedSkillCodes.notFound, "name", `Skill '${name}' not found`);
}
