/** Writing converted skills where the files of the caller are. */
import type { ConvertedSkill } from "./converted-skill.ts";

/** Everything that one converted skill brings into the new folder. */
export interface OutputPlan {
  readonly folder: string;
  /** Where the text will be, as it is shown. */
  readonly place: string;
  /** Texts that the conversion made, by their paths in the folder. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files that are copied as they are, by their paths in both folders. */
  readonly copies: readonly string[];
  readonly sourceFolder: string;
  /** Of all files together. */
  readonly bytes: number;
  /** What stays behind, and why. */
  readonly left: readonly { readonly path: string; readonly reason: string }[];
}

export interface LocalConverter {
  /** Decides what is written for a skill; nothing is written yet. */
  readonly plan: (
    skill: Pick<ConvertedSkill, "path" | "text" | "files" | "name">,
    directory: string | undefined,
    out: string,
  ) => OutputPlan;
  /** Writes the plans, and gives the paths of the files as they are shown. */
  readonly write: (
    plans: readonly OutputPlan[],
    options: { readonly isForced: boolean; readonly isDryRun: boolean },
  ) => Promise<readonly string[]>;
}
