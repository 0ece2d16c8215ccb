/** Everything that is done with installed skills, for programs as for the command line. */
export {
  type ManagerOptions,
  openManager,
  type OutdatedSkill,
  type SkillManager,
  type SkippedSkill,
  type UpdateReport,
} from "./manager.ts";
export type { InstalledSkill } from "./list.ts";
export {
  type Published,
  type PublishOptions,
  publishSkill,
  type SyncedSkill,
  syncSkill,
} from "./publish.ts";
