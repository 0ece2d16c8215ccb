import { describe, expect, it } from "vitest";
import { findHidden, nameHidden } from "./hidden.ts";

describe("hidden characters", () => {
  it.each([
    ["a\u202eb", "direction", 1, 2],
    ["a\u2066b\u2069", "direction", 1, 2],
    ["a\u{e0041}\u{e0042}b", "tag", 1, 5],
    ["a\u{e0100}b", "selector", 1, 3],
    ["☺\ufe0f\ufe01b", "selector", 1, 3],
    ["a\u200bb", "zero-width", 1, 2],
    ["a\u200b\u202eb", "direction", 1, 3],
    ["a\u200db", "zero-width", 1, 2],
    ["a\ufeffb", "zero-width", 1, 2],
    ["a\u200eb", "zero-width", 1, 2],
    ["a\u0007b", "control", 1, 2],
    ["a\u2028b", "control", 1, 2],
    ["a\u00a0b", "typography", 1, 2],
    ["a\u0085b", "typography", 1, 2],
  ])("in %j are of the kind %s", (text, kind, start, end) => {
    expect(findHidden(text)[0]).toMatchObject({ kind, start, end });
  });

  it.each([
    "Plain text,\twith tabs\r\nand lines.",
    "Übergröße — “quoted” … ✓ → 漢字 Кот",
    "👩\u200d💻 👨🏽\u200d🚀 🏳\ufe0f\u200d🌈 ❤\ufe0f",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "می\u200cخواهم",
    "שלום\u200f!",
    "क्\u200dष",
    "ภาษา\u200bไทย",
    "葛\u{e0100}",
    "\ufeff---",
  ])("are not seen in %j", (text) => {
    expect(findHidden(text)).toEqual([]);
  });

  it("are named by code point and by what they are", () => {
    expect(nameHidden([0x202e, 0x202e, 0x200b])).toBe(
      "`U+202E` (direction override), `U+200B` (zero-width space)",
    );
    expect(nameHidden([0xe0041, 0xe0042, 0xe0043, 0xe0044, 0xe0045])).toMatch(/ and others$/u);
  });
});
