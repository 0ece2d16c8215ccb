import type { Flag, Immutable, Timestamp } from "./accounts.ts";

/** What an administrator has decided; a flag without a row is as the settings say. */
interface FeatureFlagTable {
  readonly key: Immutable<string>;
  readonly is_enabled: Flag;
}

/** The address of a page that runs a workflow for whoever knows it. */
interface EmbedTable {
  readonly token_hash: Immutable<string>;
  readonly workflow_id: Immutable<string>;
  /** Whose runs they are. */
  readonly user_id: Immutable<string>;
  /** The personal token that made it, with which it ends. */
  readonly token_id: Immutable<string | null>;
  readonly created_at: Immutable<Timestamp>;
  readonly expires_at: Immutable<Timestamp>;
}

export interface FeatureTables {
  readonly feature_flags: FeatureFlagTable;
  readonly embeds: EmbedTable;
}
