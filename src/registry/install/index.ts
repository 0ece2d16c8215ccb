export type { Installed, InstallOptions } from "./install-skill.ts";
export { installSkill } from "./install-skill.ts";
export type { OriginRecord } from "./origin-file.ts";
export type { NestedSkill, Risks } from "./risks.ts";
export { RiskySkillError } from "./scan-fetched.ts";
