import type { Generated } from "kysely";
import type { Immutable, Timestamp } from "./accounts.ts";

interface KnowledgeBaseTable {
  readonly id: Immutable<string>;
  readonly owner_id: Immutable<string>;
  readonly name: string;
  readonly description: string;
  readonly created_at: Immutable<Timestamp>;
  /** From then on it is hidden, and removed part by part. */
  readonly deleted_at: Generated<Timestamp | null>;
  /** Changes whenever there is more or less to find in it, or a document has come further. */
  readonly revision: Generated<number>;
}

export type VectorStatus = "none" | "pending" | "processing" | "completed" | "failed" | "cancelled";

interface DocumentTable {
  readonly id: Immutable<string>;
  readonly base_id: Immutable<string>;
  readonly name: Immutable<string>;
  readonly size: Immutable<number>;
  readonly digest: Immutable<string>;
  readonly status: "pending" | "processing" | "completed" | "failed";
  readonly error: string | null;
  readonly chunk_count: number;
  /** How often it was begun to be processed, since it was uploaded or retried. */
  readonly attempts: number;
  /** Bytes of its chunks with their words and vectors. */
  readonly chunk_bytes: Generated<number>;
  /** From then on it is hidden, and removed part by part. */
  readonly deleted_at: Generated<Timestamp | null>;
  readonly created_at: Immutable<Timestamp>;
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

interface DocumentTagTable {
  readonly document_id: Immutable<string>;
  readonly tag: Immutable<string>;
}

interface ChunkTable {
  readonly id: Immutable<string>;
  readonly base_id: Immutable<string>;
  readonly document_id: Immutable<string>;
  readonly position: Immutable<number>;
  readonly text: Immutable<string>;
  /** Words by which it is found, with blanks between. */
  readonly words: Immutable<string>;
  /** The page or slide on which it stands, where the document has some. */
  readonly page: Generated<number | null>;
}

interface ChunkVectorTable {
  readonly chunk_id: Immutable<string>;
  /** Numbers of 32 bits, little end first. */
  readonly vector: Immutable<Uint8Array>;
}

/** The signs of the numbers of vectors, for some chunks of a document that follow each other. */
interface DocumentCodeTable {
  readonly document_id: Immutable<string>;
  /** Position of the first of them. */
  readonly first: Immutable<number>;
  readonly codes: Immutable<Uint8Array>;
}

export interface KnowledgeTables {
  readonly knowledge_bases: KnowledgeBaseTable;
  readonly documents: DocumentTable;
  readonly document_tags: DocumentTagTable;
  readonly document_codes: DocumentCodeTable;
  readonly chunks: ChunkTable;
  readonly chunk_vectors: ChunkVectorTable;
}
