import {
  applyEdits,
  decodeText,
  type Diagnostic,
  type Fix,
  type Range,
  type TextEdit,
} from "../../skill/index.ts";
import { createLinter, type LintOptions } from "./engine.ts";
import type { LintInput } from "./rule.ts";

export interface AppliedFix {
  readonly code: string;
  readonly title: string;
  /** In the text as it was when the fix was applied. */
  readonly range: Range | undefined;
}

export interface FixedText {
  readonly text: string;
  readonly applied: readonly AppliedFix[];
}

export interface FixOptions {
  /** Also applies fixes that need a person's eye. */
  readonly unsafe?: boolean;
}

/** A fix may bring another to light; ten rounds are more than any file has needed. */
const MAX_PASSES = 10;

/** Applies fixes until nothing is left to fix; everything else in the text stays as it is. */
export function fixText(
  input: LintInput,
  options: LintOptions = {},
  { unsafe = false }: FixOptions = {},
): FixedText {
  const linter = createLinter(options);
  const applied: AppliedFix[] = [];
  let text = typeof input.text === "string" ? input.text : decodeText(input.text).text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    // The bytes are looked at once, since what was wrong with them is gone from the text.
    const source = pass === 0 ? input : { ...input, text };
    const chosen = chooseFixes(linter.lintFile(source).diagnostics, unsafe);
    const edits = chosen.flatMap(({ fix }) => fix.edits);
    const next = applyEdits(text, edits).text;
    if (next === text) break;
    text = next;
    for (const { diagnostic, fix } of chosen)
      applied.push({ code: diagnostic.code, title: fix.title, range: diagnostic.range });
  }
  return { text, applied };
}

interface Chosen {
  readonly diagnostic: Diagnostic;
  readonly fix: Fix;
}

/** Whole fixes that do not touch each other; the others wait for the next round. */
function chooseFixes(diagnostics: readonly Diagnostic[], unsafe: boolean): readonly Chosen[] {
  const chosen: Chosen[] = [];
  const taken: TextEdit[] = [];
  for (const diagnostic of diagnostics) {
    const { fix } = diagnostic;
    if (fix === undefined || (fix.safety === "unsafe" && !unsafe)) continue;
    if (fix.edits.some((edit) => taken.some((other) => touches(edit, other)))) continue;
    chosen.push({ diagnostic, fix });
    taken.push(...fix.edits);
  }
  return chosen;
}

function touches(a: TextEdit, b: TextEdit): boolean {
  return a.start <= b.end && b.start <= a.end;
}
