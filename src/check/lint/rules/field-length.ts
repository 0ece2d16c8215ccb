import type { FileRule } from "../rule.ts";
import { violationRule } from "../violation-rule.ts";

export const fieldLength: FileRule = violationRule("field-length", {
  title: "Texts keep within the limits of the dialect.",
});
