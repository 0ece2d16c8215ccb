import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/** Bases and documents are marked before they are removed in parts; what is stored of a document counts for its user. */
export const knowledgeParts: Migration = {
  id: "024-knowledge-parts",
  up: (database) =>
    runStatements(database, [
      "alter table knowledge_bases add column deleted_at text",
      "alter table documents add column deleted_at text",
      "alter table documents add column chunk_bytes integer not null default 0",
      `update documents set chunk_bytes = coalesce((
        select sum(octet_length(text) + octet_length(words) + coalesce(octet_length(vector), 0))
        from chunks where document_id = documents.id
      ), 0)`,
      // With the sizes in it, so that rows need not be read to be counted.
      "create index documents_size on documents (base_id, deleted_at, size, chunk_bytes)",
      "create index knowledge_bases_deleted on knowledge_bases (deleted_at) where deleted_at is not null",
      "create index documents_deleted on documents (deleted_at) where deleted_at is not null",
    ]),
};
