import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Which files of a skill are programs, and what the tools of a skill were granted. */
export const skillRights: Migration = {
  id: "011-skill-rights",
  up: (database) =>
    runStatements(database, [
      `create table skill_executables (
        skill text not null,
        path text not null,
        primary key (skill, path)
      )`,
      `create table skill_grants (
        skill text primary key,
        digest text not null,
        permissions text not null,
        granted_by text not null references users (id) on delete cascade,
        granted_at text not null
      )`,
    ]),
};
