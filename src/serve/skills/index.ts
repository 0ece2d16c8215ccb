export type { InputDetail, KeptSkill, SkillDetail, SkillSummary } from "./detail.ts";
export { shelfCodes } from "./diagnostics.ts";
export { hostedDialect } from "./hosted-dialect.ts";
export {
  createSkill,
  deleteSkill,
  findSkill,
  listSkills,
  type NewSkill,
  readSkillDetail,
  type ShelfPorts,
  type SkillUpdate,
  updateSkill,
  type Versioned,
} from "./shelf.ts";
