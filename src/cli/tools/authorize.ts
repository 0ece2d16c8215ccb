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

/** Shows what a skill would do, and asks for a yes; `keep` says whether it holds for later runs. */
export type AskForConsent = (
  lines: readonly string[],
  question: string,
  whole: SandboxPolicy,
) => Promise<{ readonly isGranted: boolean; readonly keep: boolean }>;

/** Undefined where nobody can be asked. */
function terminalAsk({ err }: Context): AskForConsent | undefined {
  if (!canAsk()) return undefined;
  return async (lines, question) => {
    for (const line of lines) err(`${line}\n`);
    return { isGranted: await askForYes(question), keep: true };
  };
}

/**
 * What a skill may touch by what the user said before and by the options of a command; asks for the rest where there
 * is somebody to ask, and keeps the answer.
 */
export async function authorizeBy(
  skill: SkillTools,
  agreement: Agreement,
  context: Context,
  ask: AskForConsent | undefined = terminalAsk(context),
): Promise<SandboxPolicy> {
  const consent = await consentBy(skill, agreement, context);
  const { grants, allowsExperimental } = consent;
  const found = policyFor(skill, consent);
  const asked = questionsOf(found);
  for (const line of changeLines(consent)) context.err(`${line}\n`);
  const isOpen = asked.length > 0 || (found.isExperimental && !allowsExperimental);
  if (!isOpen || ask === undefined) {
    requireWhole(skill, found, consent);
    return found;
  }
  const whole = policyFor(skill, {
    ...consent,
    grants: [...grants, ...asked.map(({ permission }) => permission)],
    allowsExperimental: true,
  });
  requireWhole(skill, whole, { allowsExperimental: true });
  const lines = policyLines(whole, () => "-");
  const { isGranted, keep } = await ask(
    [`\`${oneLine(skill.name)}\` is ${found.tier}. It would, and only in the sandbox:`, ...lines],
    questionAfter(lines, whole, "Load it?"),
    whole,
  );
  if (!isGranted) {
    requireWhole(skill, found, consent);
    return found;
  }
  const { signer } = consent;
  if (keep)
    keepConsent(
      skill,
      { permissions: grantedByUser(whole), allowsExperimental: true, signer },
      context,
    );
  return whole;
}
