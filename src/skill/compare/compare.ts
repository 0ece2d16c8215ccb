import { compareInputs, compareTools } from "./calls.ts";
import { type ComparedSkill, compareLevels, type SkillChange } from "./change.ts";
import { compareFields } from "./fields.ts";
import { comparePermissions } from "./permissions.ts";
import { compareRequirements } from "./requirements.ts";

/** What differs between two versions for whoever uses the skill, the gravest first. */
export function compareSkills(before: ComparedSkill, after: ComparedSkill): readonly SkillChange[] {
  return [
    ...comparePermissions(before, after),
    ...compareTools(before.skill.tools.declared, after.skill.tools.declared),
    ...compareInputs(before.skill.template.inputs, after.skill.template.inputs),
    ...compareRequirements(before.skill, after.skill),
    ...compareFields(before, after),
  ].toSorted((a, b) => compareLevels(b.level, a.level));
}
