import { askForYes, canAsk } from "../../platform/process/index.ts";
import { questionsOf, type SandboxPolicy } from "../../run/authority/index.ts";
import { policyFor, requireWhole, type SkillTools } from "../../run/tools/index.ts";
import type { Context } from "../context.ts";

/** What a skill may touch by the options of a command; asks a person for the rest where there is one. */
export async function authorizeBy(skill: SkillTools, context: Context): Promise<SandboxPolicy> {
  const { options } = context;
  const grants = options.texts("allow");
  const allowsExperimental = options.flag("allow-experimental");
  const found = policyFor(skill, { grants, allowsExperimental });
  const asked = questionsOf(found);
  const isOpen = asked.length > 0 || (found.isExperimental && !allowsExperimental);
  if (!isOpen || !canAsk()) {
    requireWhole(skill, found, { allowsExperimental });
    return found;
  }
  const whole = policyFor(skill, {
    grants: [...grants, ...asked.map(({ permission }) => permission)],
    allowsExperimental: true,
  });
  requireWhole(skill, whole, { allowsExperimental: true });
  context.err(`\`${skill.name}\` is ${found.tier}. It would, and only in the sandbox:\n`);
  for (const { sentence } of whole.items) context.err(`  - ${sentence}\n`);
  if (await askForYes("Load it?")) return whole;
  requireWhole(skill, found, { allowsExperimental });
  return found;
}
