export {
  openFolderSkill,
  readFolderFile,
  readFolderSkill,
  saveFolderSkill,
} from "./folder-skill.ts";
export { createLibraryView, type LibraryView } from "./view.ts";
export {
  type AgentFiles,
  type AgentsView,
  toStoredSkillRow,
  type SkillRow,
  type SystemState,
} from "./rows.ts";
