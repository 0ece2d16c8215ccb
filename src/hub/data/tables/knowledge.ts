import type { ColumnType, Generated } from "kysely";
import type { Moment } from "./accounts.ts";

type Fixed<T> = ColumnType<T, T, never>;

export interface KnowledgeBaseTable {
  readonly id: Fixed<string>;
  readonly owner_id: Fixed<string>;
  readonly name: string;
  readonly description: string;
  readonly created_at: Fixed<Moment>;
  /** From then on nobody sees it, and it is removed part by part. */
  readonly deleted_at: Generated<Moment | null>;
}

export interface DocumentTable {
  readonly id: Fixed<string>;
  readonly base_id: Fixed<string>;
  readonly name: Fixed<string>;
  readonly size: Fixed<number>;
  readonly digest: Fixed<string>;
  readonly status: "pending" | "processing" | "completed" | "failed";
  readonly error: string | null;
  readonly chunk_count: number;
  /** How often it was begun to be processed, since it was uploaded or retried. */
  readonly attempts: number;
  /** Bytes of its chunks with their words and vectors. */
  readonly chunk_bytes: Generated<number>;
  /** From then on nobody sees it, and it is removed part by part. */
  readonly deleted_at: Generated<Moment | null>;
  readonly created_at: Fixed<Moment>;
  readonly updated_at: Moment;
}

export interface ChunkTable {
  readonly id: Fixed<string>;
  readonly base_id: Fixed<string>;
  readonly document_id: Fixed<string>;
  readonly position: Fixed<number>;
  readonly text: Fixed<string>;
  /** Words by which it is found, with blanks between. */
  readonly words: Fixed<string>;
  /** The model of the vector, where there is one. */
  readonly model: string | null;
  /** Numbers of 32 bits, little end first. */
  readonly vector: Uint8Array | null;
}
