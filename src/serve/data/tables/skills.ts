import type { ColumnType } from "kysely";
import type { Moment } from "./accounts.ts";

/** What a file does not say of itself. */
export interface SkillRecordTable {
  readonly name: ColumnType<string, string, never>;
  readonly created_at: Moment;
}
