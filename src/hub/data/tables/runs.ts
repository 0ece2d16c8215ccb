import type { ColumnType } from "kysely";
import type { Immutable, Timestamp } from "./accounts.ts";

/** What a user asked and was answered: JSON or text; null where it is not kept. */
type Content = ColumnType<string | null, string | null | undefined, null>;

/** What became of a run, written when it is over. */
interface RunTable {
  readonly id: Immutable<string>;
  readonly user_id: Immutable<string>;
  readonly kind: Immutable<"skill" | "chat" | "workflow">;
  readonly skill: Immutable<string | null>;
  readonly session_id: Immutable<string | null>;
  readonly model: Immutable<string | null>;
  readonly status: Immutable<"success" | "error" | "cancelled">;
  readonly message: Immutable<string>;
  readonly input_tokens: Immutable<number | null>;
  readonly output_tokens: Immutable<number | null>;
  readonly cost: Immutable<number | null>;
  readonly started_at: Immutable<Timestamp>;
  readonly duration_ms: Immutable<number>;
  readonly first_token_ms: Immutable<number | null>;
  readonly request_id: Immutable<string>;
  readonly inputs: Content;
  readonly answer: Content;
  /** What was told on the way, but for the words of the answer. */
  readonly events: Content;
  /** Bytes of its content. */
  readonly size: ColumnType<number, number | undefined, number>;
}

/** A run that a server is at. */
interface OpenRunTable {
  readonly id: Immutable<string>;
  /** The process that does it. */
  readonly owner: Immutable<string>;
  readonly user_id: Immutable<string>;
  readonly kind: Immutable<"skill" | "chat" | "workflow">;
  readonly skill: Immutable<string | null>;
  readonly session_id: Immutable<string | null>;
  readonly started_at: Immutable<Timestamp>;
  readonly request_id: Immutable<string>;
  readonly inputs: Content;
}

export interface RunTables {
  readonly runs: RunTable;
  readonly open_runs: OpenRunTable;
}
