import type { FileRule } from "../rule.ts";
import { violationRule } from "../violation-rule.ts";

export const placeholderUndeclared: FileRule = violationRule("placeholder-undeclared", {
  title: "Every placeholder has an input.",
});
