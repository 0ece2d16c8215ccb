import type { Kysely } from "kysely";
import type { Tables } from "../tables/index.ts";

export type DatabaseKind = "sqlite" | "postgres";

/** One step from a version of the tables to the next. Once released it is never changed. */
export interface Migration {
  /** Orders the steps; steps that were made are known by it. */
  readonly id: string;
  /** The last of the steps that came to the same tables before: where it was made, and with it those before, this one is. */
  readonly replaces?: string;
  readonly up: (database: Kysely<Tables>, kind: DatabaseKind) => Promise<void>;
}
