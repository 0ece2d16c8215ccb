import type { ColumnType } from "kysely";
import type { Flag, Timestamp } from "./accounts.ts";

type Fixed<T> = ColumnType<T, T, never>;

/** What an administrator has decided; a flag without a row is as the settings say. */
export interface FeatureFlagTable {
  readonly key: Fixed<string>;
  readonly is_enabled: Flag;
}

/** The address of a page that runs a workflow for whoever knows it. */
export interface EmbedTable {
  readonly token_hash: Fixed<string>;
  readonly workflow_id: Fixed<string>;
  /** Whose runs they are. */
  readonly user_id: Fixed<string>;
  /** The personal token that made it, with which it ends. */
  readonly token_id: Fixed<string | null>;
  readonly created_at: Fixed<Timestamp>;
  readonly expires_at: Fixed<Timestamp>;
}
