import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { loadTokenCounter } from "./tokens.ts";

describe("loadTokenCounter", () => {
  it("counts as the encoding does", async () => {
    const count = await loadTokenCounter();
    for (const text of ["", "One sentence.\n\nAnother one, isn't it?", "<|endoftext|>"])
      expect(count(text)).toBe(countTokens(text, { disallowedSpecial: new Set() }));
  });

  it("[BX-14] takes no longer for one long word than for many", async () => {
    const count = await loadTokenCounter();
    expect(count("a".repeat(2_000_000))).toBeGreaterThan(100_000);
    expect(count(" ".repeat(2_000_000))).toBeGreaterThan(1000);
    expect(count("字".repeat(200_000))).toBeGreaterThan(100_000);
  });
});
