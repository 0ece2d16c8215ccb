import { applyEdits, type Diagnostic } from "../../../src/skill/index.ts";

/** The text with the fix of a finding applied. */
export function applyFix(text: string, { fix }: Diagnostic): string {
  return fix === undefined ? text : applyEdits(text, fix.edits).text;
}
