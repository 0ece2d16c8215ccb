/** Documents in chunks. SQLite finds their words by an index that follows the table, whoever writes to it. */
import type { ByKind } from "./types.ts";

/** The index of SQLite follows the table by itself, whoever writes to it. */
export const wordIndex: ByKind = {
  sqlite: [
    `create virtual table chunk_words using fts5 (
      words, content = 'chunks', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 0'
    )`,
    `create trigger chunks_added after insert on chunks begin
      insert into chunk_words (rowid, words) values (new.number, new.words);
    end`,
    `create trigger chunks_gone after delete on chunks begin
      insert into chunk_words (chunk_words, rowid, words) values ('delete', old.number, old.words);
    end`,
  ],
  // New words go into the index at once: a search goes through all that wait, and so the planner would rather read the table.
  postgres: ["create index chunks_words on chunks using gin (lexemes) with (fastupdate = off)"],
};

export const knowledgeTables: readonly string[] = [
  `create table knowledge_bases (
    id text primary key,
    owner_id text not null references users (id) on delete cascade,
    name text not null,
    description text not null,
    created_at text not null,
    deleted_at text,
    revision integer not null default 0,
    unique (owner_id, name)
  )`,
  "create index knowledge_bases_deleted on knowledge_bases (deleted_at) where deleted_at is not null",
  `create table documents (
    id text primary key,
    base_id text not null references knowledge_bases (id) on delete cascade,
    name text not null,
    size integer not null,
    digest text not null,
    status text not null,
    error text,
    chunk_count integer not null,
    created_at text not null,
    updated_at text not null,
    attempts integer not null default 0,
    deleted_at text,
    chunk_bytes integer not null default 0,
    first_number integer,
    last_number integer,
    vector_status text not null default 'none',
    vector_model text,
    vector_count integer not null default 0,
    vector_error text,
    vector_generation integer not null default 0,
    vector_sign text
  )`,
  "create index documents_base on documents (base_id)",
  "create index documents_deleted on documents (deleted_at) where deleted_at is not null",
  "create index documents_digest on documents (base_id, digest)",
  "create index documents_size on documents (base_id, deleted_at, size, chunk_bytes)",
  "create index documents_vectors on documents (vector_status)",
  `create table document_tags (
    document_id text not null references documents (id) on delete cascade,
    tag text not null,
    primary key (document_id, tag)
  )`,
  `create table document_codes (
    document_id text not null references documents (id) on delete cascade,
    first integer not null,
    codes {blob} not null,
    primary key (document_id, first)
  )`,
  `create table chunks (
    {rowNumber},
    id text not null unique,
    base_id text not null references knowledge_bases (id) on delete cascade,
    document_id text not null references documents (id) on delete cascade,
    position integer not null,
    text text not null,
    words text not null,
    page integer
  )`,
  "create index chunks_base on chunks (base_id)",
  "create index chunks_document on chunks (document_id)",
  `create table chunk_vectors (
    chunk_id text primary key references chunks (id) on delete cascade,
    vector {blob} not null
  )`,
];
