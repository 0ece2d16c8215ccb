import { oneLine } from "../../platform/index.ts";
import { askForYes, canAsk } from "../../platform/process/index.ts";
import type { ReviewOptions } from "../../registry/install/index.ts";
import type { Context } from "../context.ts";

const MOST_SHOWN = 5;

/** What the scanner wants a person to look at: accepted by the option, or by whoever sits there and is shown it. */
export function reviewsOf(context: Context): ReviewOptions {
  const { options } = context;
  if (options.flag("accept-review")) return { acceptsReview: true };
  // `--yes` agrees to permissions: it must not wave through what nobody has looked at.
  if (options.flag("yes") || options.flag("frozen") || !canAsk()) return {};
  return {
    agreeToReview: async (name, { findings, reason }) => {
      context.err(`The scanner wants a person to look at \`${oneLine(name)}\`: ${reason}\n`);
      const grave = findings.filter(({ severity }) => severity === "high");
      for (const { file, range, message, evidence } of grave.slice(0, MOST_SHOWN)) {
        const line = range === undefined ? "" : `:${range.start.line}`;
        context.err(oneLine(`  ${file}${line}: ${message}`) + "\n");
        if (evidence !== undefined)
          context.err(oneLine(`    ${evidence.text.replaceAll(/\s+/gu, " ")}`) + "\n");
      }
      const more = grave.length - MOST_SHOWN;
      if (more > 0) context.err(`  and ${more} more of this kind\n`);
      return await askForYes("Install it nevertheless?");
    },
  };
}
