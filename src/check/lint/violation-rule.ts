import type { Fix, Severity, Violation, ViolationRule } from "../../skill/index.ts";
import type { FileRule, RuleContext } from "./rule.ts";

export interface ViolationRuleOptions {
  readonly title: string;
  readonly fixable?: "safe" | "unsafe";
  readonly fix?: (violation: Violation, context: RuleContext) => Fix | undefined;
  /** True where another diagnostic already says it. */
  readonly isSaid?: (violation: Violation, context: RuleContext) => boolean;
  /** Added to what the dialect has to say. */
  readonly hint?: (violation: Violation, context: RuleContext) => string | undefined;
  /**
   * How loud it is where the dialect was only guessed: the file may be meant for systems that do
   * not mind.
   */
  readonly whenGuessed?: Severity;
}

/** A rule that passes on what the tables and rules of the dialect found under this name. */
export function violationRule(slug: ViolationRule, options: ViolationRuleOptions): FileRule {
  const { title, fixable } = options;
  return {
    code: `lint/${slug}`,
    title,
    severity: "error",
    ...(fixable === undefined ? {} : { fixable }),
    scope: "file",
    check: (context) => {
      for (const violation of context.violations)
        if (violation.rule === slug && options.isSaid?.(violation, context) !== true)
          context.report(toFinding(violation, context, options));
    },
  };
}

function toFinding(
  violation: Violation,
  context: RuleContext,
  options: ViolationRuleOptions,
): Parameters<RuleContext["report"]>[0] {
  const fix = options.fix?.(violation, context);
  const hints = [violation.hint, options.hint?.(violation, context)].filter(
    (words) => words !== undefined,
  );
  return {
    message: violation.message,
    path: violation.path,
    at: violation.at,
    severity: context.isAskedFor ? violation.severity : (options.whenGuessed ?? violation.severity),
    ...(violation.span === undefined ? {} : { span: violation.span }),
    ...(hints.length === 0 ? {} : { hint: hints.join(" ") }),
    ...(fix === undefined ? {} : { fix }),
  };
}
