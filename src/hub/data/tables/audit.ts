import type { Generated } from "kysely";
import type { Immutable, Timestamp } from "./accounts.ts";

interface AuditLogTable {
  readonly number: Generated<number>;
  readonly at: Immutable<Timestamp>;
  readonly user_id: Immutable<string>;
  /** The address of the account, as it was then. */
  readonly actor: Immutable<string>;
  readonly via: Immutable<string>;
  /** Where the request came from; empty: not known. */
  readonly address: Immutable<string>;
  readonly action: Immutable<string>;
  readonly target: Immutable<string>;
  /** The publisher whose owners see it as well. */
  readonly publisher: Immutable<string | null>;
  readonly detail: Immutable<string>;
}

/** A line of the audit log before what it tells of is done. */
interface AuditBegunTable extends Omit<AuditLogTable, "number" | "publisher"> {
  readonly id: Immutable<string>;
}

export interface AuditTables {
  readonly audit_begun: AuditBegunTable;
  readonly audit_log: AuditLogTable;
}
