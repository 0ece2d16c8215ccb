import { compareInputs, compareTools } from "./calls.ts";
import { isObject, type Json, type ToolDeclaration } from "../model/index.ts";
import { type ComparedSkill, compareLevels, type SkillChange } from "./change.ts";
import { compareFields } from "./fields.ts";
import { comparePermissions } from "./permissions.ts";
import { compareRequirements } from "./requirements.ts";

/** What differs between two versions for whoever uses the skill, the gravest first. */
export function compareSkills(before: ComparedSkill, after: ComparedSkill): readonly SkillChange[] {
  return [
    ...comparePermissions(before, after),
    ...compareDeclared(before, after),
    ...compareInputs(before.skill.template.inputs, after.skill.template.inputs),
    ...compareRequirements(before.skill, after.skill),
    ...compareFields(before, after),
  ].toSorted((a, b) => compareLevels(b.level, a.level));
}

/** What the code of both says counts as well as what they declare; what both say is said once. */
function compareDeclared(before: ComparedSkill, after: ComparedSkill): readonly SkillChange[] {
  const declared = compareTools(before.skill.tools.declared, after.skill.tools.declared);
  if (before.code === undefined || after.code === undefined) return declared;
  const told = new Set(declared.map(({ message }) => message));
  const [had, has] = [before.code, known(before.code, after.code)];
  return [...declared, ...compareTools(had, has).filter(({ message }) => !told.has(message))];
}

/** A type that one of the two does not tell is no other one. */
function known(
  before: readonly ToolDeclaration[],
  after: readonly ToolDeclaration[],
): readonly ToolDeclaration[] {
  const had = new Map(before.map((tool) => [tool.name, tool.parameters ?? {}]));
  return after.map((tool) => {
    const parameters = Object.entries(tool.parameters ?? {}).map(([name, value]) => {
      const [old, now] = [typeOf(had.get(tool.name)?.[name]), typeOf(value)];
      const isTold = old === undefined || (old !== "unknown" && now !== "unknown");
      return [name, isTold || !isObject(value) ? value : { ...value, type: old }] as const;
    });
    return { ...tool, parameters: Object.fromEntries(parameters) };
  });
}

function typeOf(value: Json | undefined): Json | undefined {
  return isObject(value) ? value["type"] : undefined;
}
