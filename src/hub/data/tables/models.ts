import type { ColumnType } from "kysely";
import type { Timestamp } from "./accounts.ts";

type Fixed<T> = ColumnType<T, T, never>;

export interface ModelProviderTable {
  readonly id: Fixed<string>;
  /** What stands before the colon in the id of a model. */
  readonly name: string;
  readonly kind: Fixed<string>;
  readonly base_url: string | null;
  /** The key, encrypted; an empty text where there is none. */
  readonly secret: string;
  /** JSON: its models. */
  readonly models: string;
  readonly created_at: Fixed<Timestamp>;
  readonly updated_at: Timestamp;
}

/** One row: the default model, the order in which others take its place, budgets, and who may use which. */
export interface ModelRuleTable {
  readonly id: Fixed<string>;
  /** JSON. */
  readonly value: string;
}

/** What the models that a user asked have taken on the last day that they were asked, with what is expected of calls that are not over. */
export interface ModelSpendingTable {
  readonly user_id: Fixed<string>;
  /** Of UTC, such as `2026-11-16`. */
  readonly day: string;
  readonly tokens: number;
  readonly cost: number;
}
