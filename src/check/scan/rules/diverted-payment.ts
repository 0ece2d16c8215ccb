import { DIVERTS, HIDES, HUSHES, saidAmong, says } from "../deeds/index.ts";
import type { ScanRule } from "../rule.ts";
import { gravityOf, neighbours, statementPlace } from "../text/prose.ts";

const SWAPS =
  /\b(?:replace|swap|substitute|exchange|overwrite|redirect|in (?:its|their) place|instead|anstelle|statt|au lieu|à la place|en lugar|no lugar|al posto|invece|fee|activation|automatically|first time|each|every)\b|вместо|代替|替换|の代わり|대신/u;

export const divertedPayment: ScanRule = {
  code: "scan/diverted-payment",
  title: "Money goes to those whom the user named.",
  severity: "high",
  category: "injection",
  hint: "The text changes who is paid. Do not install it.",
  check(context) {
    for (const statement of context.statements) {
      const said = says(context, statement, DIVERTS);
      if (said === undefined) continue;
      const near = neighbours(context, statement, 0);
      const isHidden =
        (saidAmong(context, near, HIDES) ?? saidAmong(context, near, HUSHES)) !== undefined;
      const isWritten = said.match[0].includes("<account>");
      const isSwapped = isWritten && SWAPS.test(statement.folded);
      if (!isWritten && !isHidden) continue;
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, isSwapped || isHidden ? "high" : "low", {
          ...said,
          isQuoted: false,
        }),
        message: "The text sends payments of the user to an account that the user did not name.",
      });
    }
  },
};
