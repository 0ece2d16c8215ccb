import type { FileRule } from "../rule.ts";
import { violationRule } from "../violation-rule.ts";

export const fieldMissing: FileRule = violationRule("field-missing", {
  title: "Required fields are there.",
  // Where nothing could be read, every field is missing for one and the same reason.
  isSaid: (_violation, { document, reading }) =>
    reading.refusals.length > 0 && Object.keys(document.frontmatter).length === 0,
});
