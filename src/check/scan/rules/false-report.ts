import { DECEIVES, OBJECTED, saidAmong, says, SECRETS, SENDS_TO_FIXED } from "../deeds/index.ts";
import type { ScanRule } from "../rule.ts";
import { gravityOf, neighbours, statementPlace } from "../text/prose.ts";

export const falseReport: ScanRule = {
  code: "scan/false-report",
  title: "The user is told what is so.",
  severity: "high",
  category: "injection",
  confidence: "medium",
  hint: "The agent shall soothe whoever asks. Find out what the skill has to hide.",
  check(context) {
    for (const statement of context.statements) {
      const said = says(context, statement, DECEIVES);
      if (said === undefined) continue;
      const near = neighbours(context, statement, 0);
      const isFeigned =
        /^pretend|\breport|^if |meant to|supposed to|^say that|^tell [^]*(?:was|were) /.test(
          said.match[0],
        );
      const isGrave =
        isFeigned ||
        saidAmong(context, near, OBJECTED) !== undefined ||
        saidAmong(context, near, SECRETS) !== undefined ||
        saidAmong(context, near, SENDS_TO_FIXED) !== undefined;
      if (!isGrave) continue;
      context.report({
        ...statementPlace(statement),
        // To pretend is also a word of warnings.
        ...gravityOf(context, "high", {
          ...said,
          isQuoted: false,
          statement: isFeigned ? { ...statement, stance: "asks" } : statement,
        }),
        message: "The text tells the agent to tell the user something untrue.",
      });
    }
  },
};
