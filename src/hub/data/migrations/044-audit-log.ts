import type { DatabaseKind, Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** What accounts did that others can feel. Lines go when they are old; none is ever changed. */
export const auditLog: Migration = {
  id: "044-audit-log",
  up: (database, kind) => runStatements(database, [...TABLE(kind), ...UNCHANGED[kind]]),
};

const NUMBER: Readonly<Record<DatabaseKind, string>> = {
  sqlite: "number integer primary key autoincrement",
  postgres: "number bigint generated always as identity primary key",
};

const TABLE = (kind: DatabaseKind): readonly string[] => [
  `create table audit_log (
    ${NUMBER[kind]},
    at text not null,
    user_id text not null,
    actor text not null,
    via text not null,
    address text not null,
    action text not null,
    target text not null,
    publisher text,
    detail text not null
  )`,
  "create index audit_log_at on audit_log (at)",
  "create index audit_log_user on audit_log (user_id, number)",
  "create index audit_log_publisher on audit_log (publisher, number)",
];

const UNCHANGED: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: [
    `create trigger audit_log_no_update before update on audit_log begin
      select raise(abort, 'lines of the audit log do not change');
    end`,
  ],
  postgres: [
    `create function audit_log_stays() returns trigger language plpgsql as $$
      begin raise exception 'lines of the audit log do not change'; end $$`,
    `create trigger audit_log_stays before update on audit_log
      for each statement execute function audit_log_stays()`,
  ],
};
