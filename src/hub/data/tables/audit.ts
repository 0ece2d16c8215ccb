import type { ColumnType, Generated } from "kysely";
import type { Timestamp } from "./accounts.ts";

type Fixed<T> = ColumnType<T, T, never>;

export interface AuditLogTable {
  readonly number: Generated<number>;
  readonly at: Fixed<Timestamp>;
  readonly user_id: Fixed<string>;
  /** The address of the account, as it was then. */
  readonly actor: Fixed<string>;
  readonly via: Fixed<string>;
  /** Where the request came from; empty: not known. */
  readonly address: Fixed<string>;
  readonly action: Fixed<string>;
  readonly target: Fixed<string>;
  /** Whose owners are told of it; null: nobody else. */
  readonly publisher: Fixed<string | null>;
  readonly detail: Fixed<string>;
}

/** A line of the audit log before what it tells of is done. */
export interface AuditBegunTable extends Omit<AuditLogTable, "number" | "publisher"> {
  readonly id: Fixed<string>;
}
