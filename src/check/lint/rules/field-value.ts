import type { FileRule } from "../rule.ts";
import { valueHint } from "../suggest-value.ts";
import { violationRule } from "../violation-rule.ts";

export const fieldValue: FileRule = violationRule("field-value", {
  title: "Values are ones that the dialect knows.",
  hint: valueHint,
});
