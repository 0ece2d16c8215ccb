/** What searches in the registry read. */
import type { ByKind } from "./types.ts";

/** What is found, shown in order or counted changes with one of these. */
const WATCHED = [
  "is_listed",
  "visibility",
  "display_name",
  "quality",
  "downloads",
  "stars",
  "rating",
  "trend",
  "updated_at",
  "terms_at",
].join(", ");

/** The words of skills, and a number for each change, by which an index in memory learns what it has not seen. */
export const termIndex: ByKind = {
  sqlite: [
    // There is one writer at a time, so that later changes have greater numbers.
    ...["insert", `update of ${WATCHED}`].map(
      (
        event,
        index,
      ) => `create trigger market_skills_changed_${index} after ${event} on market_skills
        begin
          update market_skills set changed = 1 + (select max(changed) from market_skills)
          where number = new.number;
        end`,
    ),
    `create virtual table market_terms using fts5 (
      whole, name, about, body, content = '', contentless_delete = 1, detail = column,
      tokenize = "unicode61 remove_diacritics 0 tokenchars '='", prefix = '2 3'
    )`,
  ],
  postgres: [
    "create unique index market_skills_number on market_skills (number)",
    // The number of the transaction: a reader knows up to which of them nothing can be missing any more.
    `create function market_skill_changed() returns trigger language plpgsql as $$
      begin new.changed := pg_current_xact_id()::text::bigint; return new; end $$`,
    `create trigger market_skills_changed before insert or update of ${WATCHED} on market_skills
      for each row execute function market_skill_changed()`,
    `create table market_terms (
      number integer primary key,
      whole tsvector not null,
      name tsvector not null,
      about tsvector not null,
      body tsvector not null
    )`,
    ...["whole", "name", "about", "body"].map(
      (column) => `create index market_terms_${column} on market_terms using gin (${column})`,
    ),
  ],
};

export const searchTables: readonly string[] = [
  `create table market_facets (
    facet text not null,
    skill_id text not null references market_skills (id) on delete cascade,
    primary key (facet, skill_id)
  )`,
  "create index market_facets_skill on market_facets (skill_id)",
  // What a description means, and the signs of the numbers of its vector, which are compared first.
  `create table market_vectors (
    number integer primary key,
    model text not null,
    source text not null,
    code {blob} not null,
    vector {blob} not null
  )`,
  // Every word with itself and with what is left of it without one letter.
  `create table market_vocabulary (
    piece text {byteOrder} not null,
    word text {byteOrder} not null,
    primary key (piece, word)
  ) {withoutRowid}`,
];
