import type { Immutable, Timestamp } from "./accounts.ts";

interface ModelProviderTable {
  readonly id: Immutable<string>;
  /** What stands before the colon in the id of a model. */
  readonly name: string;
  readonly kind: Immutable<string>;
  readonly base_url: string | null;
  /** The key, encrypted; an empty text where there is none. */
  readonly secret: string;
  /** JSON: its models. */
  readonly models: string;
  readonly created_at: Immutable<Timestamp>;
  readonly updated_at: Timestamp;
}

/** One row: the default model, the order in which others take its place, budgets, and who may use which. */
interface ModelRuleTable {
  readonly id: Immutable<string>;
  /** JSON. */
  readonly value: string;
}

/** What the models that a user asked have taken on the last day that they were asked, with what is expected of calls that are not over. */
interface ModelSpendingTable {
  readonly user_id: Immutable<string>;
  /** Of UTC, such as `2026-11-16`. */
  readonly day: string;
  readonly tokens: number;
  readonly cost: number;
}

export interface ModelTables {
  readonly model_providers: ModelProviderTable;
  readonly model_rules: ModelRuleTable;
  readonly model_spending: ModelSpendingTable;
}
