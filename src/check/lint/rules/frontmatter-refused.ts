import type { Problem, Span } from "../../../skill/index.ts";
import type { FileRule, RuleContext } from "../rule.ts";

/** What the system refuses and no `parse/…` diagnostic already says. */
export const frontmatterRefused: FileRule = {
  code: "lint/frontmatter-refused",
  title: "The system can read the frontmatter.",
  severity: "error",
  scope: "file",
  check: (context) => {
    const { document, dialect, reading, isAskedFor, report } = context;
    if (context.isSaidUnreadable) return;
    if (reading.refusals.length === 0) reportRules(context);
    for (const refusal of reading.refusals) {
      if (document.problems.some((problem) => problem.kind === refusal.kind)) continue;
      const words = [refusal.hint, `${dialect.title} refuses the file because of it.`];
      report({
        message: refusal.message,
        span: spanOf(refusal, context),
        hint: words.filter((word) => word !== undefined).join(" "),
        // The file may be meant for systems that read it all the same.
        ...(isAskedFor ? {} : { severity: "info" }),
      });
    }
  },
};

/** Some systems read the file and then refuse what they have read. */
function reportRules({ violations, dialect, report }: RuleContext): void {
  for (const violation of violations) {
    if (violation.rule !== "frontmatter-refused") continue;
    const words = [violation.hint, `${dialect.title} refuses the file because of it.`];
    report({
      message: violation.message,
      path: violation.path,
      at: violation.at,
      hint: words.filter((word) => word !== undefined).join(" "),
    });
  }
}

/** Systems look at the text with other line ends; a question of style is asked again of the file. */
function spanOf(refusal: Problem, { document, dialect }: RuleContext): Span {
  const { fence, text } = document;
  if (fence === undefined) return refusal;
  const { start, end } = fence.inner;
  const style = dialect.refusedStyle?.(text.slice(start, end));
  if (style?.message !== refusal.message) return refusal;
  return { start: start + style.start, end: start + style.end };
}
