export { openFolderSkill, readFolderFile, saveFolderSkill } from "./folder-skill.ts";
export { createLibraryView, type LibraryView } from "./view.ts";
export {
  type AgentFiles,
  type AgentsView,
  rowOfShelf,
  type SkillRow,
  type SystemState,
} from "./rows.ts";
