import type { SuiteFile } from "../../check/eval/index.ts";

export interface FormatList {
  readonly formats: readonly {
    readonly id: string;
    readonly title: string;
    /** Where such a file lies as a rule, relative to the skill. */
    readonly file: string;
    /** Where one format was asked for. */
    readonly example?: readonly SuiteFile[];
  }[];
}
