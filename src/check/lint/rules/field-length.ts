import type { FileRule } from "../rule.ts";
import { lengthHint } from "../suggest-value.ts";
import { violationRule } from "../violation-rule.ts";

export const fieldLength: FileRule = violationRule("field-length", {
  title: "Texts keep within the limits of the dialect.",
  hint: lengthHint,
});
