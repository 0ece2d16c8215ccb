export { settingsCodes } from "./diagnostics.ts";
export { loadConfig, usableConfig } from "./load.ts";
export { loadMerged } from "./merge.ts";
export { OWN_FILE, ownSettings } from "./own.ts";
export { readConfig, toLibraryConfig } from "./read.ts";
export { Secret } from "./secret.ts";
export type {
  AgentSettings,
  InstallSettings,
  LibraryConfig,
  LoadSettings,
  SecretReference,
  SecretValue,
  SkillEntry,
} from "./settings.ts";
