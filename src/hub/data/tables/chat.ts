import type { ColumnType } from "kysely";
import type { Timestamp } from "./accounts.ts";

type Fixed<T> = ColumnType<T, T, never>;

export interface ChatSessionTable {
  readonly id: Fixed<string>;
  readonly owner_id: Fixed<string>;
  readonly title: string;
  /** Bytes of all messages. */
  readonly size: ColumnType<number, number | undefined, number>;
  readonly created_at: Fixed<Timestamp>;
  readonly updated_at: Timestamp;
}

export interface ChatMessageTable {
  readonly session_id: Fixed<string>;
  readonly position: Fixed<number>;
  readonly role: Fixed<"user" | "assistant">;
  readonly content: Fixed<string>;
  readonly created_at: Fixed<Timestamp>;
  /** Of a question, what became of it; null where that is not known. */
  readonly course: ColumnType<string | null, string | null | undefined, string | null>;
}
