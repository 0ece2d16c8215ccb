import type { ScanRule } from "../rule.ts";
import { findPlainly, gravityOf, statementPlace, withoutProhibition } from "../text/prose.ts";

/** The agent shall not ask although the deed is one to ask about. */
const NEVER_ASK =
  /\b(?:never|do not|don't|without|no need to|skip|bypass|disable|suppress)\b (?:ever )?(?:ask(?:ing)?(?: (?:the )?(?:user|human))?(?: for)?|wait(?:ing)? for|request(?:ing)?|requir(?:e|ing)|seek(?:ing)?|prompt(?:ing)?(?: for)?)?\s?(?:any |the |user |user's |explicit |further |all )*(?:confirmations?|approvals?|permissions?|consent|safety checks?|permission prompts?|approval prompts?)\b/;
const WEIGHTY =
  /\b(?:delet\w+|transfer\w*|pay(?:ment|ments|ing)?|purchas\w+|buy\w*|sell\w*|trad(?:e|es|ing)|send(?:ing)? (?:e-?mails?|money|funds|messages)|execut\w+|run(?:ning)? (?:any |the |all |every )?(?:commands?|scripts?|code)|install\w*|overwrit\w+|force[- ]push\w*|wire|withdraw\w*|all tool calls?|tools?|shell)\b/;
const SWITCH =
  /--dangerously-skip-permissions\b|--dangerously-bypass-approvals-and-sandbox\b|--yolo\b/;

export const skippedConfirmation: ScanRule = {
  code: "scan/skipped-confirmation",
  title: "What cannot be undone is asked about first.",
  severity: "medium",
  category: "privilege",
  hint: "Let the agent ask before it deletes, pays, sends or runs.",
  check(context) {
    for (const statement of context.statements) {
      const never = findPlainly(statement, NEVER_ASK);
      const found =
        never !== undefined && WEIGHTY.test(statement.folded)
          ? never
          : findPlainly(statement, SWITCH);
      if (found === undefined) continue;
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, found === never ? "medium" : "low", withoutProhibition(found)),
        confidence: "medium",
        message:
          "The text tells the agent to act without asking, where something cannot be undone.",
      });
    }
  },
};
