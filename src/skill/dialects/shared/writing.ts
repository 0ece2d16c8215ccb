import type { ProblemKind } from "../../text/index.ts";
import type { FenceRule } from "../dialect.ts";

/** Fences on lines of their own, blanks after them allowed; a file without complete frontmatter is refused. */
export const refusingFence: FenceRule = {
  byteOrderMark: "dropped",
  opener: "blanks",
  closer: "blanks",
  whenMissing: "refused",
  whenUnclosed: "refused",
  whenEmpty: "refused",
  body: "verbatim",
};

/** Oddities of writing that change nothing for a reader of lines. */
export const harmlessOddities: readonly ProblemKind[] = [
  "byte-order-mark",
  "opener-blanks",
  "closer-blanks",
  "mixed-line-ends",
  "carriage-return",
];
