import type { ColumnType } from "kysely";
import type { Timestamp } from "./accounts.ts";

/** Files of skills that are programs. */
interface SkillExecutableTable {
  readonly skill: ColumnType<string, string, never>;
  readonly path: ColumnType<string, string, never>;
}

/** What the tools of a skill were granted, for the files with that digest. */
interface SkillGrantTable {
  readonly skill: ColumnType<string, string, never>;
  readonly digest: string;
  /** A list as JSON. */
  readonly permissions: string;
  readonly granted_by: string;
  readonly granted_at: Timestamp;
}

/** What a file does not say of itself. */
interface SkillRecordTable {
  readonly name: ColumnType<string, string, never>;
  readonly created_at: Timestamp;
  /** Null if the file names no owner, or was not read yet. */
  readonly owner_id: string | null;
  /** Bytes of all files. */
  readonly size: number;
}

export interface SkillTables {
  readonly skill_records: SkillRecordTable;
  readonly skill_executables: SkillExecutableTable;
  readonly skill_grants: SkillGrantTable;
}
