export { settingsCodes, settingsProblem } from "./diagnostics.ts";
export { loadConfig, usableConfig } from "./load.ts";
export { loadMerged } from "./merge.ts";
export { OWN_FILE, ownSettings } from "./own.ts";
export { readConfig, toLibraryConfig } from "./read.ts";
export { Secret } from "./secret.ts";
export { toConfig } from "./typed.ts";
export { type ResolveSecret, secretFrom, unresolvedSecrets } from "./unresolved.ts";
export type { LibraryConfig, SkillEntry } from "./settings.ts";
