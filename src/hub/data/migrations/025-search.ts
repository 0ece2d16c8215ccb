import type { DatabaseKind, Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

/**
 * The index of searches. The tables are made here and filled by the server while it runs: skills that were there
 * before have `terms_at` 0 until their turn comes.
 */
export const search: Migration = {
  id: "025-search",
  up: (database, kind) =>
    runStatements(database, [
      ...dropped(kind),
      ...(kind === "postgres" ? POSTGRES : SQLITE),
      "create index market_skills_changed on market_skills (changed)",
      "create index market_skills_unfilled on market_skills (number) where is_listed = 1 and terms_at = 0",
      ...shared(kind),
    ]),
};

/** The index that this one takes the place of: found words alone, and only among the best by quality. */
function dropped(kind: DatabaseKind): readonly string[] {
  const tables = ["drop table market_texts"];
  if (kind === "postgres")
    return [
      ...tables,
      ...["words", "name_words", "facet_words"].map(
        (column) => `alter table market_skills drop column ${column}`,
      ),
    ];
  // A column that is unique cannot be dropped in SQLite; it stays empty.
  return [...tables, "drop table market_words", "update market_skills set position = null"];
}

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

const SQLITE = [
  "alter table market_skills add column changed integer not null default 0",
  "alter table market_skills add column terms_at integer not null default 0",
  // There is one writer at a time, so that later changes have greater numbers.
  ...["insert", `update of ${WATCHED}`].map(
    (event, index) => `create trigger market_skills_changed_${index} after ${event} on market_skills
      begin
        update market_skills set changed = 1 + (select max(changed) from market_skills)
        where number = new.number;
      end`,
  ),
  `create virtual table market_terms using fts5 (
    whole, name, about, body, content = '', contentless_delete = 1, detail = column,
    tokenize = "unicode61 remove_diacritics 0 tokenchars '='", prefix = '2 3'
  )`,
];

const POSTGRES = [
  "alter table market_skills add column number integer generated always as identity",
  "alter table market_skills add column changed bigint not null default 0",
  "alter table market_skills add column terms_at bigint not null default 0",
  "create unique index market_skills_number on market_skills (number)",
  // The number of the transaction: a reader knows up to which of them nothing can be missing any more.
  `create function market_skill_changed() returns trigger language plpgsql as $$
    begin new.changed := pg_current_xact_id()::text::bigint; return new; end $$`,
  `create trigger market_skills_changed before insert or update of ${WATCHED} on market_skills
    for each row execute function market_skill_changed()`,
  `create table market_terms (
    number integer primary key, whole tsvector not null, name tsvector not null,
    about tsvector not null, body tsvector not null
  )`,
  ...["whole", "name", "about", "body"].map(
    (column) => `create index market_terms_${column} on market_terms using gin (${column})`,
  ),
];

function shared(kind: DatabaseKind): readonly string[] {
  const [bytes, text, end] =
    kind === "postgres" ? ["bytea", 'text collate "C"', ""] : ["blob", "text", "without rowid"];
  return [
    // Every word with itself and with what is left of it without one letter.
    `create table market_vocabulary (
      piece ${text} not null, word ${text} not null, primary key (piece, word)
    ) ${end}`,
    // What a description means, and the signs of the numbers of its vector, which are compared first.
    `create table market_vectors (
      number integer primary key, model text not null, source text not null,
      code ${bytes} not null, vector ${bytes} not null
    )`,
  ];
}
