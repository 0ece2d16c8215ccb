import { HIDES, HUSHES, LOOSENS, saidAmong, says, WAVES_THROUGH } from "../deeds/index.ts";
import type { ScanRule } from "../rule.ts";
import { gravityOf, neighbours, statementPlace } from "../text/prose.ts";

/** It does not matter what the change is. */
const BLINDLY =
  /\b(?:whatever (?:they|it) (?:contains?|does?)|no matter what|safe by definition|never to be|without (?:a |any )?(?:looking|reading)|blindly|unseen)\b/;

export const wavedThrough: ScanRule = {
  code: "scan/waved-through",
  title: "Changes of others are looked at before they are approved.",
  severity: "high",
  category: "injection",
  confidence: "medium",
  hint: "Whoever writes such a change gets it in. Let a person review it.",
  check(context) {
    for (const statement of context.statements) {
      const said = says(context, statement, WAVES_THROUGH);
      if (said === undefined) continue;
      const near = neighbours(context, statement, 0);
      const isGrave =
        near.some(({ folded }) => BLINDLY.test(folded)) ||
        [HIDES, HUSHES, LOOSENS].some((family) => saidAmong(context, near, family) !== undefined);
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, isGrave ? "high" : "low", said),
        message: "The text approves changes that nobody has looked at.",
      });
    }
  },
};
