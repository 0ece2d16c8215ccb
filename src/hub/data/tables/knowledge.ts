import type { ColumnType, Generated } from "kysely";
import type { Timestamp } from "./accounts.ts";

type Fixed<T> = ColumnType<T, T, never>;

export interface KnowledgeBaseTable {
  readonly id: Fixed<string>;
  readonly owner_id: Fixed<string>;
  readonly name: string;
  readonly description: string;
  readonly created_at: Fixed<Timestamp>;
  /** From then on nobody sees it, and it is removed part by part. */
  readonly deleted_at: Generated<Timestamp | null>;
  /** Changes whenever there is more or less to find in it, or a document has come further. */
  readonly revision: Generated<number>;
}

export type VectorStatus = "none" | "pending" | "processing" | "completed" | "failed" | "cancelled";

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
  readonly deleted_at: Generated<Timestamp | null>;
  readonly created_at: Fixed<Timestamp>;
  readonly updated_at: Timestamp;
  /** Numbers of its first and last chunk, where chunks have some. */
  readonly first_number: Generated<number | null>;
  readonly last_number: Generated<number | null>;
  /** How far the vectors are, which come after the words. */
  readonly vector_status: Generated<VectorStatus>;
  /** The model that makes them. */
  readonly vector_model: Generated<string | null>;
  /** Chunks that have one, from the first on. */
  readonly vector_count: Generated<number>;
  readonly vector_error: Generated<string | null>;
  /** Changes when they are made anew, and with each attempt: whoever holds an older one has lost its claim. */
  readonly vector_generation: Generated<number>;
  /** When whoever makes them last gave a sign of life. */
  readonly vector_sign: Generated<Timestamp | null>;
}

export interface DocumentTagTable {
  readonly document_id: Fixed<string>;
  readonly tag: Fixed<string>;
}

export interface ChunkTable {
  readonly id: Fixed<string>;
  readonly base_id: Fixed<string>;
  readonly document_id: Fixed<string>;
  readonly position: Fixed<number>;
  readonly text: Fixed<string>;
  /** Words by which it is found, with blanks between. */
  readonly words: Fixed<string>;
  /** The page or slide on which it stands, where the document has some. */
  readonly page: Generated<number | null>;
}

export interface ChunkVectorTable {
  readonly chunk_id: Fixed<string>;
  /** Numbers of 32 bits, little end first. */
  readonly vector: Fixed<Uint8Array>;
}

/** The signs of the numbers of vectors, for some chunks of a document that follow each other. */
export interface DocumentCodeTable {
  readonly document_id: Fixed<string>;
  /** Position of the first of them. */
  readonly first: Fixed<number>;
  readonly codes: Fixed<Uint8Array>;
}
