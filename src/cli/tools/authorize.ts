import { askForYes, canAsk } from "../../platform/process/index.ts";
import { questionsOf, type SandboxPolicy } from "../../run/authority/index.ts";
import { policyFor, requireWhole, type SkillTools } from "../../run/tools/index.ts";
import type { KeptConsent } from "../../run/grants/index.ts";
import type { Context } from "../context.ts";
import { consentBy, grantedByUser, keepConsent } from "../permissions/skill-consent.ts";

/** What a skill may touch by the options of a command; asks a person for the rest where there is one. */
export async function authorizeBy(skill: SkillTools, context: Context): Promise<SandboxPolicy> {
  const { grants, allowsExperimental, change } = consentBy(skill, context);
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
  if (change !== undefined) context.err(tellChange(change));
  if (await askForYes("Load it?")) {
    keepConsent(skill, { permissions: grantedByUser(whole), allowsExperimental: true }, context);
    return whole;
  }
  requireWhole(skill, found, { allowsExperimental });
  return found;
}

function tellChange({ added, dropped }: NonNullable<KeptConsent["change"]>): string {
  const lines = [
    "Its files are others than those that you agreed to.",
    ...added.map((permission) => `  + ${permission}`),
    ...dropped.map((permission) => `  - ${permission}`),
  ];
  return `${lines.join("\n")}\n`;
}
