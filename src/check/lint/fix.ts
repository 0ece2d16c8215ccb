import {
  applyEdits,
  decodeText,
  type Diagnostic,
  type Fix,
  type Range,
  readDocument,
  type TextEdit,
} from "../../skill/index.ts";
import { createLinter, type Linter, type LintOptions } from "./engine.ts";
import type { LintInput } from "./rule.ts";

export interface AppliedFix {
  readonly code: string;
  readonly title: string;
  /** In the text as it was when the fix was applied. */
  readonly range: Range | undefined;
}

/** A text after its fixes, and which of them were applied. */
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
/** How often it is tried anew without the fixes that did harm. */
const MAX_ATTEMPTS = 6;
/** Fixes that undo each other can double a text in every round. */
const MAX_GROWTH = 20_000;

/**
 * Applies fixes until nothing is left to fix; everything else in the text stays as it is. Fixes that never settle, and
 * safe ones after which a field is gone, are left to a person.
 */
export function fixText(
  input: LintInput,
  options: LintOptions = {},
  { unsafe = false }: FixOptions = {},
): FixedText {
  const linter = createLinter(options);
  const { text, applied, isPartial } = settle(linter, input, unsafe);
  if (!isPartial) return { text, applied };
  // What stood in the way of one fix may be gone with another.
  const rest = settle(linter, { ...input, text }, unsafe);
  return { text: rest.text, applied: [...applied, ...rest.applied] };
}

/** Fixes what can be fixed without a fix that does harm; `isPartial` where there was one and others were applied. */
function settle(
  linter: Linter,
  input: LintInput,
  unsafe: boolean,
): FixedText & { readonly isPartial: boolean } {
  const original = typeof input.text === "string" ? input.text : decodeText(input.text).text;
  const refused = new Set<string>();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const result = applyFixes(linter, input, original, { unsafe, refused });
    if ("applied" in result)
      return { ...result, isPartial: refused.size > 0 && result.applied.length > 0 };
    for (const code of result.harmful) refused.add(code);
  }
  return { text: original, applied: [], isPartial: false };
}

interface ApplyOptions {
  readonly unsafe: boolean;
  /** Codes whose fixes are left out. */
  readonly refused: ReadonlySet<string>;
}

/** The text after which nothing is left to fix, or the codes of the fixes that stand in the way. */
function applyFixes(
  linter: Linter,
  input: LintInput,
  original: string,
  { unsafe, refused }: ApplyOptions,
): FixedText | { readonly harmful: readonly string[] } {
  const rounds: (readonly Chosen[])[] = [];
  const applied: AppliedFix[] = [];
  let text = original;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    // The bytes are looked at once, since what was wrong with them is gone from the text.
    const source = pass === 0 ? input : { ...input, text };
    const found = linter.lintFile(source).diagnostics.filter(({ code }) => !refused.has(code));
    const chosen = chooseFixes(found, unsafe);
    const next = applyEdits(
      text,
      chosen.flatMap(({ fix }) => fix.edits),
    ).text;
    if (next === text) return { text, applied };
    rounds.push(chosen);
    if (!unsafe && fieldCount(next) < fieldCount(text)) return { harmful: listCodes([chosen]) };
    if (next.length > 2 * original.length + MAX_GROWTH) break;
    text = next;
    for (const { diagnostic, fix } of chosen)
      applied.push({ code: diagnostic.code, title: fix.title, range: diagnostic.range });
  }
  // Two that undo each other take turns.
  return { harmful: listCodes(rounds.slice(-2)) };
}

function listCodes(rounds: readonly (readonly Chosen[])[]): readonly string[] {
  return rounds.flat().map(({ diagnostic }) => diagnostic.code);
}

function fieldCount(text: string): number {
  return Object.keys(readDocument(text).frontmatter).length;
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
