import {
  ASKS_FOR_SECRET,
  DECEIVES,
  saidAmong,
  says,
  SENDS_TO_FIXED,
  strangeAddress,
} from "../deeds/index.ts";
import type { ScanRule } from "../rule.ts";
import { gravityOf, neighbours, statementPlace } from "../text/prose.ts";

const HANDS_ON =
  /\b(?:submit|send|post|forward|pass|relay|transmit|curl|report)\b[^.;]{0,60}(?:\b(?:it|them|both|these|that|this)\b|https?:|-d\b)/;

export const askedSecret: ScanRule = {
  code: "scan/asked-secret",
  title: "Nobody is asked for a password that goes to somebody else.",
  severity: "high",
  category: "credentials",
  hint: "This is how passwords are fished for. Let people type them where they belong.",
  check(context) {
    for (const statement of context.statements) {
      const said = says(context, statement, ASKS_FOR_SECRET);
      if (said === undefined) continue;
      const near = neighbours(context, statement, 1);
      const end = near.at(-1)?.span.end ?? statement.span.end;
      // The command that hands it on often stands in a block of its own below.
      const around = statement.view.text.slice(statement.span.start, end + 300);
      const isHandedOn =
        saidAmong(context, near, SENDS_TO_FIXED) !== undefined ||
        near.some(({ folded }) => HANDS_ON.test(folded));
      const isStranger = strangeAddress(around) !== undefined;
      const isFeigned = saidAmong(context, near, DECEIVES) !== undefined;
      if (!isHandedOn || (!isStranger && !isFeigned)) continue;
      context.report({
        ...statementPlace(statement),
        ...gravityOf(context, "high", { ...said, isQuoted: false }),
        message: "The text asks for a secret of the user, and hands it to a stranger.",
      });
    }
  },
};
