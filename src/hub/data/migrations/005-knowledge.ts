import type { Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

export const knowledge: Migration = {
  id: "005-knowledge",
  up: async (database, kind) => {
    const blob = kind === "postgres" ? "bytea" : "blob";
    // The index of SQLite points at rows by a number, which only such a column keeps for good.
    const number = kind === "sqlite" ? "number integer primary key," : "";
    await runStatements(database, [
      `create table knowledge_bases (
        id text primary key,
        owner_id text not null references users (id) on delete cascade,
        name text not null,
        description text not null,
        created_at text not null,
        unique (owner_id, name)
      )`,
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
        updated_at text not null
      )`,
      "create index documents_base on documents (base_id)",
      `create table chunks (
        ${number}
        id text not null unique,
        base_id text not null references knowledge_bases (id) on delete cascade,
        document_id text not null references documents (id) on delete cascade,
        position integer not null,
        text text not null,
        words text not null,
        model text,
        vector ${blob}
      )`,
      "create index chunks_base on chunks (base_id)",
      "create index chunks_document on chunks (document_id)",
      ...(kind === "postgres" ? POSTGRES_INDEX : SQLITE_INDEX),
    ]);
  },
};

/** Words come split already, so the plainest of the configurations takes them as they are. */
const POSTGRES_INDEX = [
  "create index chunks_words on chunks using gin (to_tsvector('simple', words))",
];

/** The index follows the table by itself, whoever writes to it. */
const SQLITE_INDEX = [
  `create virtual table chunk_words using fts5 (
    words, content = 'chunks', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 0'
  )`,
  `create trigger chunks_added after insert on chunks begin
    insert into chunk_words (rowid, words) values (new.number, new.words);
  end`,
  `create trigger chunks_gone after delete on chunks begin
    insert into chunk_words (chunk_words, rowid, words) values ('delete', old.number, old.words);
  end`,
];
