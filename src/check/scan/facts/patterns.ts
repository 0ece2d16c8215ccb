import { COMPOUNDING } from "./compounding.ts";
import { INTENDING } from "./intending.ts";
import { PAIRING } from "./pairing.ts";
import type { Pattern } from "./pattern.ts";
import { TAKING } from "./taking.ts";
import { TURNING } from "./turning.ts";

/** Every pattern over facts; the first that fits a sentence is told. */
export const PATTERNS: readonly Pattern[] = [
  ...TAKING,
  ...TURNING,
  ...PAIRING,
  ...COMPOUNDING,
  ...INTENDING,
];
