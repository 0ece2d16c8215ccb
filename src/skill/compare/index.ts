export type { ComparedSkill, ReleaseLevel, SkillChange } from "./change.ts";
export { compareSkills } from "./compare.ts";
export {
  judgeRelease,
  type Release,
  type ReleaseJudgement,
  versionBefore,
} from "./judge-release.ts";
