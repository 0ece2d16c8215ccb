import { DECODES_AND_OBEYS, says } from "../deeds/index.ts";
import type { ScanRule } from "../rule.ts";
import { gravityOf, statementPlace } from "../text/prose.ts";

export const decodedOrder: ScanRule = {
  code: "scan/decoded-order",
  title: "Instructions stand there in plain words.",
  severity: "high",
  category: "obfuscation",
  hint: "An order that has to be decoded is meant for the agent and not for its readers. Decode it before anything else.",
  check(context) {
    for (const statement of context.statements) {
      const said = says(context, statement, DECODES_AND_OBEYS);
      if (said === undefined) continue;
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, "high", said),
        message: "The text tells the agent to decode something and to follow it.",
      });
    }
  },
};
