import type { Path, Range } from "../../skill/index.ts";

export type CellVerdict = "works" | "partial" | "refused";

export interface CellReason {
  readonly message: string;
  readonly path?: Path;
  readonly range?: Range;
  /** What would make the cell green. */
  readonly hint?: string;
}

export interface MatrixCell {
  readonly system: string;
  readonly verdict: CellVerdict;
  /** Program and release that confirmed the rules of the system: `codex 0.166.0`; null where none did. */
  readonly confirmedBy: string | null;
  /** Never empty where the verdict is not `works`. */
  readonly reasons: readonly CellReason[];
}
