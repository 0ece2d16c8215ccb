import type { ScanRule } from "../rule.ts";
import { findMixedWords } from "../views/lookalikes.ts";

const FEW = 12;
const SCRIPT = /[\u0370-\u058f]/;

export const lookalikeLetters: ScanRule = {
  code: "scan/lookalike-letters",
  title: "Words are written in the letters of one script.",
  severity: "medium",
  category: "obfuscation",
  hint: "Filters and people read different words. Write the word in plain letters.",
  check(context) {
    for (const file of context.files) {
      // Small capitals are an ornament; what they say is read all the same.
      const words = findMixedWords(file.text ?? "").filter(({ start, end }) =>
        SCRIPT.test(file.text?.slice(start, end) ?? ""),
      );
      // Texts in two languages have many such words by their nature; a trick needs few.
      if (words.length === 0 || words.length > FEW) continue;
      for (const { start, end, reads } of words)
        context.report({
          file: file.path,
          span: { start, end },
          evidence: reads,
          decoding: ["homoglyphs"],
          message: `A word that reads as \`${reads}\` contains letters of another script.`,
        });
    }
  },
};
