/** Skills that users keep: whose they are, and what was allowed to their tools. */

export const skillTables: readonly string[] = [
  `create table skill_records (
    name text primary key,
    created_at text not null,
    owner_id text,
    size integer not null default 0
  )`,
  "create index skill_records_owner on skill_records (owner_id)",
  `create table skill_grants (
    skill text primary key,
    digest text not null,
    permissions text not null,
    granted_by text not null references users (id) on delete cascade,
    granted_at text not null
  )`,
  `create table skill_executables (
    skill text not null,
    path text not null,
    primary key (skill, path)
  )`,
];
