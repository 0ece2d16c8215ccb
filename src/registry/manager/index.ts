/** Everything that is done with installed skills, for programs as for the command line. */
export {
  type InstallOptions as InstallManyOptions,
  type ManagerOptions,
  openManager,
  type OutdatedSkill,
  type SkillManager,
  type SkippedSkill,
  type UpdateOptions,
  type UpdateReport,
} from "./manager.ts";
export type { InstalledSkill } from "./list.ts";
export {
  type Bump,
  type Published,
  type PublishOptions,
  publishSkill,
  type SyncedSkill,
  type SyncOptions,
  syncSkill,
} from "./publish.ts";
