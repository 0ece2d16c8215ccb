import { canAsk, oneLine } from "../../platform/index.ts";
import { askForYes } from "../../platform/process/index.ts";
import { questionsOf, type SandboxPolicy } from "../../run/authority/index.ts";
import { policyFor, requireWhole, type SkillTools } from "../../run/tools/index.ts";
import type { Context } from "../context.ts";
import type { Agreement } from "../../app/tools/local-tools.ts";
import { grantedByUser } from "../../app/tools/permission-list.ts";
import { changeLines } from "../../app/tools/permission-list.text.ts";
import { policyLines, questionAfter } from "../../app/tools/question.ts";
import { consentBy, keepConsent } from "../permissions/skill-consent.ts";

/**
 * What a skill may touch by what the user said before and by the options of a command; asks for the rest where there
 * is somebody to ask, and keeps the answer.
 */
export async function authorizeBy(
  skill: SkillTools,
  agreement: Agreement,
  context: Context,
): Promise<SandboxPolicy> {
  const consent = await consentBy(skill, agreement, context);
  const { grants, allowsExperimental } = consent;
  const found = policyFor(skill, consent);
  const asked = questionsOf(found);
  for (const line of changeLines(consent)) context.err(`${line}\n`);
  const isOpen = asked.length > 0 || (found.isExperimental && !allowsExperimental);
  if (!isOpen || !canAsk()) {
    requireWhole(skill, found, consent);
    return found;
  }
  const whole = policyFor(skill, {
    ...consent,
    grants: [...grants, ...asked.map(({ permission }) => permission)],
    allowsExperimental: true,
  });
  requireWhole(skill, whole, { allowsExperimental: true });
  context.err(`\`${oneLine(skill.name)}\` is ${found.tier}. It would, and only in the sandbox:\n`);
  const lines = policyLines(whole, () => "-");
  for (const line of lines) context.err(`${line}\n`);
  if (!(await askForYes(questionAfter(lines, whole, "Load it?")))) {
    requireWhole(skill, found, consent);
    return found;
  }
  const { signer } = consent;
  keepConsent(
    skill,
    { permissions: grantedByUser(whole), allowsExperimental: true, signer },
    context,
  );
  return whole;
}
