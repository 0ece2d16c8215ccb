import { SkillError } from "../../skill/model/index.ts";
import { registryCodes, registryProblem } from "../errors.ts";
import type { MergeConflict } from "./merge.ts";

const WORDS: { readonly [Kind in MergeConflict["kind"]]: string } = {
  text: "the same lines were changed here and in the new version",
  binary: "it was changed here and in the new version, and is no text",
  "deleted-here": "it was deleted here and changed in the new version",
  "deleted-there": "it was changed here and deleted in the new version",
  "added-twice": "it was added here and in the new version",
};

/** Changes on both sides that only a person can join. */
export class MergeConflictError extends SkillError {
  readonly skill: string;
  readonly conflicts: readonly MergeConflict[];

  constructor(name: string, path: string, conflicts: readonly MergeConflict[]) {
    const paths = conflicts.map((conflict) => `\`${conflict.path}\``).join(", ");
    super(
      {
        ...registryProblem(
          registryCodes.mergeConflict,
          `Your changes and the new version of \`${name}\` conflict in ${paths}.`,
          {
            file: path,
            hint: "Nothing was written. Make your copy agree with the new version, or decide with `--prefer local` or `--prefer new`.",
          },
        ),
        related: conflicts.map((conflict) => ({
          message: `\`${conflict.path}\`: ${WORDS[conflict.kind]}`,
        })),
      },
      { exit: 1, more: { skill: name, conflicts } },
    );
    this.skill = name;
    this.conflicts = conflicts;
  }
}
