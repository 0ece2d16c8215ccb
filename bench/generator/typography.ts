import type { Random, Weighted } from "./random.ts";

export type Typography = "ascii" | "light" | "heavy";

/**
 * Three of four real skills hold a dash, an arrow or an emoji. It matters for speed: one such
 * character makes the whole file a two-byte string, slower to decode and twice as large.
 */
export const typographies: Weighted<Typography> = [
  ["ascii", 26],
  ["light", 56],
  ["heavy", 18],
];

const swaps: readonly (readonly [plain: string, fancy: string])[] = [
  [", then ", " — then "],
  [", then ", " → "],
  [" and ", " — and "],
  [" -> ", " → "],
  ["- [ ]", "- ✅"],
  ["- **", "- ❌ **"],
  [" over ", " ≥ "],
  ["  ", "├── "],
  ["the ", "the “other” "],
];

/** The block with some of its plain marks exchanged for typographic ones. */
export function decorate(random: Random, text: string, typography: Typography): string {
  if (typography === "ascii") return text;
  if (typography === "light") {
    if (!random.chance(0.7)) return text;
    const [plain, fancy] = random.pick(swaps);
    return text.replace(plain, fancy);
  }
  let decorated = text;
  for (const [plain, fancy] of random.sample(swaps, 4)) {
    decorated = decorated.replaceAll(plain, fancy);
  }
  return decorated;
}
