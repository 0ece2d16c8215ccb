import { readSkill } from "../../skill/index.ts";
import { judgeRelease, type ReleaseJudgement } from "../../skill/compare/index.ts";

interface ReleasedManifest<Version> {
  readonly version: Version;
  /** Of its SKILL.md. */
  readonly bytes: Uint8Array;
}

export interface ReleaseComparison {
  /** Where the file stands, for what depends on its folder. */
  readonly path: string;
  readonly before: ReleasedManifest<string>;
  /** Without a version one is proposed. */
  readonly after: ReleasedManifest<string | undefined>;
  /** Versions that there are. */
  readonly taken: readonly string[];
}

export type JudgeRelease = (comparison: ReleaseComparison) => ReleaseJudgement | undefined;

/** Undefined where one of the two cannot be read as a skill. */
export const judgeManifests: JudgeRelease = ({ path, before, after, taken }) => {
  const had = readSkill(before.bytes, { path }).value;
  const has = readSkill(after.bytes, { path }).value;
  if (had === undefined || has === undefined) return undefined;
  const { version } = after;
  return judgeRelease(
    { skill: had.skill, dialect: had.dialect, version: before.version },
    { skill: has.skill, dialect: has.dialect, ...(version === undefined ? {} : { version }) },
    taken,
  );
};
