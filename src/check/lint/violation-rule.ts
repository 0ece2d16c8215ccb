import type { Fix, Severity, Violation, ViolationRule } from "../../skill/index.ts";
import type { FileRule, RuleContext } from "./rule.ts";

export interface ViolationRuleOptions {
  readonly title: string;
  readonly fixable?: "safe" | "unsafe";
  readonly fix?: (violation: Violation, context: RuleContext) => Fix | undefined;
  /** True where another diagnostic already says it. */
  readonly isSaid?: (violation: Violation, context: RuleContext) => boolean;
  readonly severity?: (violation: Violation, context: RuleContext) => Severity;
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
          context.report(findingOf(violation, context, options));
    },
  };
}

function findingOf(
  violation: Violation,
  context: RuleContext,
  options: ViolationRuleOptions,
): Parameters<RuleContext["report"]>[0] {
  const fix = options.fix?.(violation, context);
  return {
    message: violation.message,
    path: violation.path,
    at: violation.at,
    severity: options.severity?.(violation, context) ?? violation.severity,
    ...(violation.hint === undefined ? {} : { hint: violation.hint }),
    ...(fix === undefined ? {} : { fix }),
  };
}
