import type { Statement } from "../context.ts";
import { CONSENTS, graveDeed, saidAmong, says, SECRETS, UNASKED } from "../deeds/index.ts";
import type { ScanRule } from "../rule.ts";
import { gravityOf, neighbours, type Said, statementPlace } from "../text/prose.ts";

/** Marks by which programs tell the turns of a talk apart; in a skill they stand for a turn that never was. */
const TURN =
  /<\/?(?:tool_results?|function_results?|system|assistant|system-reminder|user|human)>|<\|(?:im_start|im_end|system|assistant|user|endoftext)\|>|\[\/?inst\]|^[ \t]*(?:user|human|assistant|system): /im;
const AGREES =
  /\b(?:permission|consent|approved|confirmed|trusted|verified|passed|understood|no more questions|run everything|with sudo|masking is off|you may|administrator)\b/;

export const forgedConsent: ScanRule = {
  code: "scan/forged-consent",
  title: "Only the user speaks for the user.",
  severity: "high",
  category: "injection",
  hint: "Nobody agreed to this. Let the agent ask.",
  check(context) {
    for (const statement of context.statements) {
      const said = says(context, statement, CONSENTS);
      const near = neighbours(context, statement, 0);
      const isTurn = isForgedTurn(statement);
      if (said === undefined && !isTurn) continue;
      const deed =
        graveDeed(context, near) ??
        saidAmong(context, near, SECRETS) ??
        saidAmong(context, near, UNASKED);
      if (deed === undefined) continue;
      const { span } = statement;
      const whole: Said = said ?? { ...deed, statement };
      context.report({
        ...statementPlace({ ...statement, span }),
        ...gravityOf(context, "high", whole),
        message: isTurn
          ? "The text imitates a turn of the conversation that never took place."
          : "The text claims that the user has agreed already.",
      });
    }
  },
};

function isForgedTurn(statement: Statement): boolean {
  if (statement.kind === "code" || statement.kind === "heading") return false;
  const raw = statement.view.text.slice(statement.span.start, statement.span.end);
  return TURN.test(raw) && AGREES.test(statement.folded);
}
