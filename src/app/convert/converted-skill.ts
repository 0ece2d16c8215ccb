import type { countOutcomes, LossReport } from "../../skill/convert/index.ts";
import type { Diagnostic } from "../../skill/index.ts";

/** A skill in another format. */
export interface ConvertedSkill {
  /** Of the source. */
  readonly path: string;
  readonly from: string;
  readonly to: string;
  /** What the target calls the skill, fallbacks included. */
  readonly name?: string;
  readonly text: string;
  /** Files to write beside the SKILL.md, by path. */
  readonly files: { readonly [path: string]: string };
  /** What became of every value. */
  readonly report: LossReport;
  readonly counts: ReturnType<typeof countOutcomes>;
  /** What the target still finds wrong with the result. */
  readonly diagnostics: readonly Omit<Diagnostic, "cause">[];
}
