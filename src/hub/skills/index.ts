export { recountSkills } from "./sizes.ts";
export type { InputDetail, KeptSkill, SkillDetail, SkillSummary } from "./detail.ts";
export { shelfCodes } from "./reading/diagnostics.ts";
export { executablesOf } from "./executables.ts";
export { holdRecord } from "./incarnation.ts";
export {
  deleteSkillFile,
  listSkillFiles,
  MOST_FILE_BYTES,
  readSkillFile,
  type SkillFile,
  writeSkillFile,
} from "./files.ts";
export { hostedDialect } from "./reading/hosted-dialect.ts";
export { listKept, listNewest, listSkills, surveySkills } from "./list.ts";
export {
  changeRecorded,
  createSkill,
  deleteSkill,
  findSkill,
  listSkillVersions,
  readSkillDetail,
  readSkillSharing,
  readSkillVersion,
  shareSkill,
  updateSkill,
  type Versioned,
} from "./shelf.ts";
export { takeInSkill } from "./take-in.ts";
export { openShelf, type ShelfPorts } from "./ports.ts";
export type { StagedFacts } from "./staged-facts.ts";
