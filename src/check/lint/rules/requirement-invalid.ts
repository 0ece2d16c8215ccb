import type { FileRule } from "../rule.ts";
import { violationRule } from "../violation-rule.ts";

export const requirementInvalid: FileRule = violationRule("requirement-invalid", {
  title: "Requirements are well formed.",
});
