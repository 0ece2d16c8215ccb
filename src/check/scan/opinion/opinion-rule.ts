import type { ScanRule } from "../rule.ts";
import type { Opinion, Questions } from "./opinion.ts";

/** Tells what a model said; add it to the rules of a scan where somebody asked for a second opinion. */
export function opinionRule(
  opinions: readonly Opinion[],
  model: string,
  unread: Questions["unread"] = [],
): ScanRule {
  return {
    code: "scan/second-opinion",
    title: "A language model that was asked has nothing to object.",
    severity: "medium",
    category: "injection",
    confidence: "low",
    hint: "A model said this, and models err. Read the place yourself.",
    check(context) {
      for (const { file, read } of unread)
        context.report({
          file,
          severity: "low",
          message: `\`${model}\` was shown ${read === 0 ? "nothing" : `the first ${read} characters`} of \`${file}\`.`,
          hint: "The skill is longer than what is asked about. Look at the rest yourself.",
        });
      for (const { severity, file, quote, reason } of opinions) {
        const at = context.fileAt(file)?.text?.indexOf(quote) ?? -1;
        if (at === -1) continue;
        context.report({
          file,
          span: { start: at, end: at + quote.length },
          // Nobody is refused on the word of a model alone.
          severity: severity === "critical" ? "high" : severity,
          message: `\`${model}\` objects: ${reason.replace(/[.\s]{1,9}$/, "")}.`,
        });
      }
    },
  };
}
