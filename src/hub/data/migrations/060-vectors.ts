import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/**
 * Vectors come after the words of a document, with a state of their own, and beside them their signs in blocks, which
 * a search reads in place of all vectors. Vectors from before stay, and only their signs are made.
 */
export const vectors: Migration = {
  id: "060-vectors",
  up: (database, kind) => {
    const blob = kind === "postgres" ? "bytea" : "blob";
    return runStatements(database, [
      "alter table knowledge_bases add column revision integer not null default 0",
      "alter table documents add column first_number integer",
      "alter table documents add column last_number integer",
      "alter table documents add column vector_status text not null default 'none'",
      "alter table documents add column vector_model text",
      "alter table documents add column vector_count integer not null default 0",
      "alter table documents add column vector_error text",
      "alter table documents add column vector_generation integer not null default 0",
      "alter table documents add column vector_sign text",
      "alter table chunks add column page integer",
      `create table chunk_vectors (
        chunk_id text primary key references chunks (id) on delete cascade,
        vector ${blob} not null
      )`,
      `create table document_codes (
        document_id text not null references documents (id) on delete cascade,
        first integer not null,
        codes ${blob} not null,
        primary key (document_id, first)
      )`,
      `create table document_tags (
        document_id text not null references documents (id) on delete cascade,
        tag text not null,
        primary key (document_id, tag)
      )`,
      "insert into chunk_vectors select id, vector from chunks where vector is not null",
      `update documents set vector_status = 'pending',
        vector_model = (select max(model) from chunks where document_id = documents.id)
        where exists (select 1 from chunks where document_id = documents.id and vector is not null)`,
      "drop index chunks_scan",
      "alter table chunks drop column vector",
      "alter table chunks drop column model",
      "create index documents_vectors on documents (vector_status)",
      "create index documents_digest on documents (base_id, digest)",
      ...(kind === "sqlite"
        ? [
            `update documents set
              first_number = (select min(number) from chunks where document_id = documents.id),
              last_number = (select max(number) from chunks where document_id = documents.id)`,
          ]
        : [
            // Stored, since a search that reads rows beside the index would split each text anew.
            "drop index chunks_words",
            `alter table chunks add column lexemes tsvector
              generated always as (to_tsvector('simple', words)) stored`,
            "create index chunks_words on chunks using gin (lexemes)",
          ]),
    ]);
  },
};
