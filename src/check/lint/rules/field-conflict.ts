import type { FileRule } from "../rule.ts";
import { violationRule } from "../violation-rule.ts";

export const fieldConflict: FileRule = violationRule("field-conflict", {
  title: "Fields do not contradict each other.",
});
