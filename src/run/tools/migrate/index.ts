export { adaptSkill, readAdapted } from "./adapter.ts";
export { type MigratedSkill, migrateSkill, missingHandlers } from "./migrate-skill.ts";
export { renderMigrationReport } from "./report.ts";
