export { recountSkills } from "./sizes.ts";
export type { InputDetail, StoredSkill, SkillDetail, SkillSummary } from "./detail.ts";
export { storedSkillCodes } from "./reading/diagnostics.ts";
export { listExecutables } from "./executables.ts";
export { lockRecord } from "./incarnation.ts";
export {
  deleteSkillFile,
  listSkillFiles,
  MOST_FILE_BYTES,
  readSkillFile,
  type SkillFile,
  writeSkillFile,
} from "./files.ts";
export { hostedDialect } from "./reading/hosted-dialect.ts";
export { listStored, listNewest, listSkills, surveySkills } from "./list.ts";
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
  type VersionedSkill,
} from "./stored-skills.ts";
export { storeNewSkill } from "./store-new-skill.ts";
export { openStoredSkills, type StoredSkillPorts } from "./ports.ts";
export type { StagedFacts } from "./staged-facts.ts";
