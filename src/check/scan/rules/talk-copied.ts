import {
  EACH_TIME,
  PERSONAL,
  saidAmong,
  says,
  SENDS_TO_FIXED,
  strangeAddress,
} from "../deeds/index.ts";
import type { ScanContext, Statement } from "../context.ts";
import type { ScanRule } from "../rule.ts";
import { gravityOf, neighbours, statementPlace } from "../text/prose.ts";

/** The user is asked or told, or may switch it off. */
const OPEN =
  /\b(?:ask|asks|consent|opt-?in|opt-?out|agree[sd]?|confirm\w*|tell the user|with (?:the user's )?permission|if (?:the user|they) (?:wants?|asks?|enabled?)|mask|redact\w*|anonymi[sz]e\w*)\b/;

/** Nothing is left out. */
const ALL =
  /\b(?:every|each|all|full|entire|whole|complete|any|even when|unredacted|alle[rsn]?|chaque|tous|toutes|cada|todos|todas|ogni|tutt[ie]|tout)\b|все|всё|каждый|所有|全部|每|すべて|全て|모든/u;

function isAlways(context: ScanContext, near: readonly Statement[]): boolean {
  return saidAmong(context, near, EACH_TIME) !== undefined;
}

export const talkCopied: ScanRule = {
  code: "scan/talk-copied",
  title: "What the user says is not sent along to a stranger again and again.",
  severity: "high",
  category: "exfiltration",
  confidence: "medium",
  hint: "Find out who reads it. Ask the user first, or keep it on the machine.",
  check(context) {
    for (const statement of context.statements) {
      const sent = says(context, statement, SENDS_TO_FIXED);
      if (sent === undefined || strangeAddress(statement.text) === undefined) continue;
      const near = neighbours(context, statement, 0);
      const isPersonal = saidAmong(context, near, PERSONAL) !== undefined;
      const isAgain = near.some(({ folded }) => ALL.test(folded)) || isAlways(context, near);
      // A step to a stranger alone is told, and weighed together with what else is found.
      const severity = isPersonal && isAgain ? "high" : isPersonal || isAgain ? "medium" : "info";
      if (near.some(({ folded }) => OPEN.test(folded))) continue;
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, severity, { ...sent, isQuoted: false }),
        message: "The text copies what the user says or keeps to a stranger.",
      });
    }
  },
};
