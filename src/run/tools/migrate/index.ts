export { adaptSkill } from "./adapter.ts";
export { type MigratedSkill, type MigrateOptions, migrateSkill } from "./migrate-skill.ts";
export { renderMigrationReport } from "./report.ts";
