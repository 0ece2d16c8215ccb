import type { ColumnType } from "kysely";
import type { Immutable, Timestamp } from "./accounts.ts";

interface ChatSessionTable {
  readonly id: Immutable<string>;
  readonly owner_id: Immutable<string>;
  readonly title: string;
  /** Bytes of all messages. */
  readonly size: ColumnType<number, number | undefined, number>;
  readonly created_at: Immutable<Timestamp>;
  readonly updated_at: Timestamp;
}

interface ChatMessageTable {
  readonly session_id: Immutable<string>;
  readonly position: Immutable<number>;
  readonly role: Immutable<"user" | "assistant">;
  readonly content: Immutable<string>;
  readonly created_at: Immutable<Timestamp>;
  /** Of a question, what became of it; null where that is not known. */
  readonly course: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface ChatTables {
  readonly chat_sessions: ChatSessionTable;
  readonly chat_messages: ChatMessageTable;
}
