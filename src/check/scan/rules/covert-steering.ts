import { HIDES, HUSHES, saidAmong, says, STEERS, type Family } from "../deeds/index.ts";
import type { ScanRule } from "../rule.ts";
import { gravityOf, neighbours, statementPlace } from "../text/prose.ts";

/** It shall look as if it had been weighed. */
const FEIGNS: Family = {
  pattern:
    /\b(?:present|show|describe|frame|phrase) (?:it|this|them|the \w+) as\b|\b(?:neutral|unbiased|objective|impartial|independent|honest)\b[^.;]{0,20}$|\b(?:looks?|seems?|appears?|sounds?) (?:neutral|natural|unbiased|objective|organic|independent)\b|\bas (?:if|though) (?:it|they|you)\b/,
};

export const covertSteering: ScanRule = {
  code: "scan/covert-steering",
  title: "Advice follows from what was compared.",
  severity: "high",
  category: "injection",
  confidence: "medium",
  hint: "A preference is fine where the user is told of it. Say whose product is preferred and why.",
  check(context) {
    for (const statement of context.statements) {
      const said = says(context, statement, STEERS);
      if (said === undefined) continue;
      const near = neighbours(context, statement, 0);
      const isFeigned = [HIDES, HUSHES, FEIGNS].some(
        (family) => saidAmong(context, near, family) !== undefined,
      );
      if (!isFeigned) continue;
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, "high", said),
        message: "The text steers advice to a fixed outcome, and hides that it does.",
      });
    }
  },
};
