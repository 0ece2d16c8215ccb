import {
  DESTROYS,
  PERSONAL,
  saidAmong,
  says,
  SECRETS_ANYWHERE,
  SENDS_TO_FIXED,
  TRIGGERS,
} from "../deeds/index.ts";
import type { ScanRule } from "../rule.ts";
import { gravityOf, neighbours, statementPlace } from "../text/prose.ts";

/** The user is asked or told. */
const OPEN =
  /\b(?:ask|confirm|with (?:the user's |their )?(?:consent|approval|permission)|after (?:the user|they) (?:agree|confirm|approve)s?|show the user)\b/;

export const delayedHarm: ScanRule = {
  code: "scan/delayed-harm",
  title: "Nothing harmful waits for a day, a number of runs or a word.",
  severity: "high",
  category: "injection",
  confidence: "medium",
  hint: "A trial run shows nothing of this. Read what happens when the moment has come.",
  check(context) {
    for (const statement of context.statements) {
      const trigger = says(context, statement, TRIGGERS);
      if (trigger === undefined) continue;
      const near = neighbours(context, statement, 0);
      if (near.some(({ folded }) => OPEN.test(folded))) continue;
      const isSent =
        saidAmong(context, near, SENDS_TO_FIXED) !== undefined &&
        (saidAmong(context, near, SECRETS_ANYWHERE) ?? saidAmong(context, near, PERSONAL)) !==
          undefined;
      if (!isSent && saidAmong(context, near, DESTROYS) === undefined) continue;
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, "high", trigger),
        message: `The text plans to ${isSent ? "send" : "delete"} what belongs to the user at a later moment.`,
      });
    }
  },
};
