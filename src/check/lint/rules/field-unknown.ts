import type { FileRule } from "../rule.ts";
import { violationRule } from "../violation-rule.ts";
import { isMisspelledTopKey } from "../vocabulary.ts";

export const fieldUnknown: FileRule = violationRule("field-unknown", {
  title: "Only fields that the dialect knows, where it refuses others.",
  isSaid: ({ path }, { reading, isAskedFor }) =>
    path.length === 1 && isMisspelledTopKey(reading, String(path[0]), !isAskedFor),
  whenGuessed: "info",
});
