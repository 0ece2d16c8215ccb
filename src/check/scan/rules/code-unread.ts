import type { CodeProblem } from "../code/facts.ts";
import { codeOf } from "../code/telling.ts";
import type { ScanSeverity } from "../finding.ts";
import type { ScanRule } from "../rule.ts";

const REASONS: Readonly<
  Partial<Record<CodeProblem["reason"], readonly [what: string, severity: ScanSeverity]>>
> = {
  "too-large": ["it is too large", "low"],
  "too-deep": ["it is nested too deeply", "medium"],
  "too-slow": ["it takes too many steps to read", "medium"],
  "too-much": ["there is too much code", "low"],
};

/** What was not followed is told, so that nobody hides behind what no reader gets through. */
export const codeUnread: ScanRule = {
  code: "scan/code-unread",
  title: "Code can be read as a whole.",
  severity: "medium",
  category: "obfuscation",
  confidence: "medium",
  hint: "This code was searched as text alone. Look at it yourself, or ask for readable source code.",
  check(context) {
    const { problems } = codeOf(context);
    // A grammar that one file has brought down reads none of the others.
    const isDown = problems.some(({ reason }) => reason === "too-deep");
    for (const { file, reason } of problems) {
      const found = reason === "unavailable" && isDown ? REASONS["too-deep"] : REASONS[reason];
      if (found === undefined) continue;
      context.report({
        file,
        severity: found[1],
        message: `The code in \`${file}\` could not be followed to its end: ${found[0]}.`,
      });
    }
  },
};
