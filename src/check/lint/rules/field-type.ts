import { booleanWord } from "../boolean-word.ts";
import { quoteValue } from "../edits.ts";
import type { FileRule } from "../rule.ts";
import { typeHint } from "../suggest-value.ts";
import { violationRule } from "../violation-rule.ts";
import { shapeAt } from "../vocabulary.ts";

export const fieldType: FileRule = violationRule("field-type", {
  title: "Values have the type that the dialect reads.",
  fixable: "safe",
  fix: ({ path }, { document, reading }) => {
    const isText = shapeAt(reading, path)?.kind === "text";
    return isText ? quoteValue(document, path) : undefined;
  },
  hint: typeHint,
  isSaid: (violation, context) => booleanWord(violation, context) !== undefined,
});
