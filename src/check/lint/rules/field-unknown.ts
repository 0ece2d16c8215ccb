import type { FileRule } from "../rule.ts";
import { violationRule } from "../violation-rule.ts";
import { isMisspelledTopKey, readersOf, sayReaders } from "../vocabulary.ts";

export const fieldUnknown: FileRule = violationRule("field-unknown", {
  title: "Only fields that the dialect knows, where it refuses others.",
  isSaid: ({ path }, { reading, isAskedFor }) =>
    path.length === 1 && isMisspelledTopKey(reading, String(path[0]), !isAskedFor),
  hint: ({ path }) => {
    const readers = readersOf(String(path[0]));
    return readers.length === 0 ? undefined : `${sayReaders(readers)} it.`;
  },
  whenGuessed: "info",
});
