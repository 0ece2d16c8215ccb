import type { DatabaseKind, Migration } from "./migration.ts";
import { runStatements } from "./run-statements.ts";

export const market: Migration = {
  id: "009-market",
  up: async (database, kind) => {
    await runStatements(database, [
      ...PUBLISHERS,
      ...skills(kind),
      ...SKILL_INDEX,
      ...VERSIONS,
      ...OPINIONS,
      ...log(kind),
      ...COMING_AND_GOING,
      ...(kind === "postgres" ? POSTGRES_INDEX : SQLITE_INDEX),
    ]);
  },
};

const PUBLISHERS = [
  `create table market_publishers (
    handle text primary key,
    display_name text not null,
    user_id text unique,
    team_id text,
    is_official integer not null,
    reputation integer not null,
    created_at text not null
  )`,
  "create index market_publishers_team on market_publishers (team_id)",
  `create table market_members (
    handle text not null references market_publishers (handle) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    role text not null,
    primary key (handle, user_id)
  )`,
  "create index market_members_user on market_members (user_id)",
  `create table market_keys (
    key_id text primary key,
    public_key text not null,
    role text not null,
    handle text references market_publishers (handle) on delete cascade,
    added_at text not null
  )`,
  "create index market_keys_handle on market_keys (handle)",
];

/** The index of SQLite is read in the order of its rows, which `position` makes the order of quality. */
function skills(kind: DatabaseKind): readonly string[] {
  const number = kind === "sqlite" ? "number integer primary key," : "";
  // The order of slugs is that of their bytes, whatever language the database speaks.
  const bytes = kind === "postgres" ? 'collate "C"' : "";
  const position =
    kind === "sqlite"
      ? "position integer unique,"
      : "words tsvector, name_words tsvector, facet_words tsvector,";
  return [
    `create table market_skills (
      ${number}
      id text not null unique,
      publisher text not null references market_publishers (handle),
      slug text ${bytes} not null,
      plain_name text unique,
      display_name text not null,
      summary text not null,
      topics text not null,
      visibility text not null,
      latest_id text,
      is_listed integer not null,
      tier text not null,
      tags text not null,
      deprecation text,
      fork_of text,
      downloads integer not null,
      stars integer not null,
      rating_sum integer not null,
      ratings integer not null,
      rating double precision not null,
      versions integer not null,
      trend double precision not null,
      quality integer not null,
      ${position}
      created_at text not null,
      updated_at text not null,
      deleted_at text,
      unique (publisher, slug)
    )`,
  ];
}

const ORDERS = [
  "quality",
  "updated_at",
  "created_at",
  "downloads",
  "stars",
  "rating",
  "trend",
  "slug",
];

/** By what skills are listed and found. */
const SKILL_INDEX: readonly string[] = [
  ...ORDERS.map(
    (column) => `create index market_skills_${column} on market_skills (is_listed, ${column}, id)`,
  ),
  `create table market_texts (
      skill_id text primary key references market_skills (id) on delete cascade,
      name text not null,
      about text not null,
      body text not null,
      facets text not null
    )`,
  `create table market_facets (
      facet text not null,
      skill_id text not null references market_skills (id) on delete cascade,
      primary key (facet, skill_id)
    )`,
  "create index market_facets_skill on market_facets (skill_id)",
];

const VERSIONS = [
  `create table market_versions (
    id text primary key,
    skill_id text not null references market_skills (id) on delete cascade,
    version text not null,
    version_key text not null,
    state text not null,
    held_by text not null,
    tier text not null,
    claimed_tier text,
    name text not null,
    description text not null,
    author text,
    changelog text not null,
    license text,
    dialect text not null,
    permissions text not null,
    works_on text not null,
    topics text not null,
    dependencies text not null,
    frontmatter text not null,
    source text,
    deprecation text,
    files text not null,
    size integer not null,
    tree text not null,
    content_digest text not null,
    fingerprint text not null,
    package_key text,
    folder_digest text not null,
    folder_size integer not null,
    flat_digest text not null,
    flat_size integer not null,
    signature text,
    body_words text not null,
    audit text not null,
    downloads integer not null,
    published_by text not null,
    created_at text not null,
    unique (skill_id, version_key)
  )`,
  `create table market_digests (
    skill_id text not null references market_skills (id) on delete cascade,
    digest text not null,
    version_id text not null references market_versions (id) on delete cascade,
    primary key (skill_id, digest, version_id)
  )`,
  `create table market_audits (
    id text primary key,
    version_id text not null references market_versions (id) on delete cascade,
    report text not null,
    created_at text not null
  )`,
  "create index market_audits_version on market_audits (version_id, created_at)",
  `create table market_promotions (
    id text primary key,
    version_id text not null references market_versions (id) on delete cascade,
    from_tier text not null,
    to_tier text not null,
    state text not null,
    steps text not null,
    reason text not null,
    requested_by text not null,
    created_at text not null
  )`,
  "create index market_promotions_state on market_promotions (state, created_at, id)",
];

const OPINIONS = [
  `create table market_stars (
    skill_id text not null references market_skills (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    primary key (skill_id, user_id)
  )`,
  "create index market_stars_user on market_stars (user_id)",
  `create table market_reviews (
    skill_id text not null references market_skills (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    rating integer not null,
    text text not null,
    version text not null,
    created_at text not null,
    updated_at text not null,
    primary key (skill_id, user_id)
  )`,
  `create table market_reports (
    id text primary key,
    kind text not null,
    version_id text not null references market_versions (id) on delete cascade,
    user_id text not null,
    reason text not null,
    text text not null,
    state text not null,
    decision text,
    created_at text not null
  )`,
  "create index market_reports_state on market_reports (state, created_at, id)",
  "create index market_reports_version on market_reports (version_id, state)",
];

/** What is written there stays, whoever asks for something else. */
function log(kind: DatabaseKind): readonly string[] {
  const number =
    kind === "sqlite"
      ? "number integer primary key autoincrement"
      : "number bigint generated always as identity primary key";
  const table = [
    `create table market_log (
      ${number},
      at text not null,
      actor text not null,
      event text not null,
      skill_id text not null,
      full_name text not null,
      version text,
      from_state text,
      to_state text,
      reason text not null
    )`,
    "create index market_log_skill on market_log (skill_id, number)",
  ];
  if (kind === "sqlite")
    return [
      ...table,
      ...["update", "delete"].map(
        (what) =>
          `create trigger market_log_no_${what} before ${what} on market_log begin
            select raise(abort, 'the log of the market only grows');
          end`,
      ),
    ];
  return [
    ...table,
    `create function market_log_only_grows() returns trigger language plpgsql as $$
      begin raise exception 'the log of the market only grows'; end $$`,
    `create trigger market_log_only_grows before update or delete or truncate on market_log
      for each statement execute function market_log_only_grows()`,
  ];
}

const COMING_AND_GOING = [
  `create table market_downloads (
    version_id text not null references market_versions (id) on delete cascade,
    day text not null,
    client text not null,
    primary key (version_id, day, client)
  )`,
  "create index market_downloads_day on market_downloads (day)",
  `create table market_uploads (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    size integer,
    sha256 text,
    filled_sha256 text,
    created_at text not null
  )`,
  "create index market_uploads_created on market_uploads (created_at)",
  `create table device_logins (
    id text primary key,
    device_hash text not null unique,
    user_code text not null unique,
    scopes text not null,
    label text not null,
    state text not null,
    user_id text references users (id) on delete cascade,
    polled_at text,
    created_at text not null,
    expires_at text not null
  )`,
];

/**
 * Names and facets have an index of their own: how many have a word there, that of all words does not tell, and
 * a row that fails by its facets need not be read whole.
 */
const POSTGRES_INDEX = [
  "create index market_skills_words on market_skills using gin (words)",
  "create index market_skills_name_words on market_skills using gin (name_words)",
  "create index market_skills_facet_words on market_skills using gin (facet_words)",
];

const SQLITE_INDEX = [
  `create virtual table market_words using fts5 (
    name, about, body, facets, content = '', contentless_delete = 1,
    tokenize = 'unicode61 remove_diacritics 0', prefix = '2 3'
  )`,
];
