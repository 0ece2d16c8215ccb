import type { ColumnType } from "kysely";
import type { Timestamp } from "./accounts.ts";

type Fixed<T> = ColumnType<T, T, never>;

/** What a user asked and was answered: JSON or text; null where it is not kept. */
type Content = ColumnType<string | null, string | null | undefined, null>;

/** What became of a run, written when it is over. */
export interface RunTable {
  readonly id: Fixed<string>;
  readonly user_id: Fixed<string>;
  readonly kind: Fixed<"skill" | "chat" | "workflow">;
  readonly skill: Fixed<string | null>;
  readonly session_id: Fixed<string | null>;
  readonly model: Fixed<string | null>;
  readonly status: Fixed<"success" | "error" | "cancelled">;
  readonly message: Fixed<string>;
  readonly input_tokens: Fixed<number | null>;
  readonly output_tokens: Fixed<number | null>;
  readonly cost: Fixed<number | null>;
  readonly started_at: Fixed<Timestamp>;
  readonly duration_ms: Fixed<number>;
  readonly first_token_ms: Fixed<number | null>;
  readonly request_id: Fixed<string>;
  readonly inputs: Content;
  readonly answer: Content;
  /** What was told on the way, but for the words of the answer. */
  readonly events: Content;
  /** Bytes of its content. */
  readonly size: ColumnType<number, number | undefined, number>;
}

/** A run that a server is at. */
export interface OpenRunTable {
  readonly id: Fixed<string>;
  /** The process that does it. */
  readonly owner: Fixed<string>;
  readonly user_id: Fixed<string>;
  readonly kind: Fixed<"skill" | "chat" | "workflow">;
  readonly skill: Fixed<string | null>;
  readonly session_id: Fixed<string | null>;
  readonly started_at: Fixed<Timestamp>;
  readonly request_id: Fixed<string>;
  readonly inputs: Content;
}
