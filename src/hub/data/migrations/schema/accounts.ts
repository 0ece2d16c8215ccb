/** People, their teams and logins, and the log of what they did. */
import type { ByKind } from "./types.ts";

/** Lines go when they are old; none is ever changed. */
export const auditRules: ByKind = {
  sqlite: [
    `create trigger audit_log_no_update before update on audit_log begin
      select raise(abort, 'lines of the audit log do not change');
    end`,
  ],
  postgres: [
    `create function audit_log_stays() returns trigger language plpgsql as $$
      begin raise exception 'lines of the audit log do not change'; end $$`,
    `create trigger audit_log_stays before update on audit_log
      for each statement execute function audit_log_stays()`,
  ],
};

export const accountTables: readonly string[] = [
  `create table users (
    id text primary key,
    email text not null unique,
    password_hash text not null,
    role text not null,
    is_active integer not null,
    created_at text not null,
    deleted_at text,
    is_unconfirmed integer not null default 0,
    is_proven integer not null default 0
  )`,
  `create table teams (
    id text primary key,
    name text not null unique,
    created_at text not null,
    source text
  )`,
  `create table team_members (
    team_id text not null references teams (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    role text not null,
    primary key (team_id, user_id)
  )`,
  `create table shares (
    kind text not null,
    item_id text not null,
    visibility text not null,
    team_id text references teams (id) on delete cascade,
    primary key (kind, item_id)
  )`,
  `create table sessions (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    expires_at text not null,
    token_hash text,
    spent_hash text,
    spent_at text,
    next_secret text
  )`,
  "create index sessions_end on sessions (expires_at)",
  "create index sessions_token on sessions (token_hash)",
  "create index sessions_user on sessions (user_id)",
  `create table api_tokens (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    name text not null,
    token_hash text not null unique,
    scopes text not null,
    created_at text not null,
    expires_at text,
    last_used_at text,
    revoked_at text,
    parent_id text,
    origin text,
    spent_hash text,
    spent_at text,
    next_secret text
  )`,
  "create index api_tokens_parent on api_tokens (parent_id)",
  "create index api_tokens_user on api_tokens (user_id)",
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
    expires_at text not null,
    address text not null default ''
  )`,
  `create table signing_keys (
    id text primary key,
    private_jwk text not null,
    public_jwk text not null,
    created_at text not null,
    retired_at text
  )`,
  `create table secret_checks (
    id text primary key,
    envelope text not null
  )`,
  `create table known_addresses (
    user_id text not null references users (id) on delete cascade,
    address_hash text not null,
    used_at text not null,
    primary key (user_id, address_hash)
  )`,
  "create index known_addresses_use on known_addresses (used_at)",
  `create table invitations (
    id text primary key,
    kind text not null,
    target text not null,
    email text not null,
    user_id text references users (id) on delete cascade,
    role text not null,
    invited_by text not null references users (id) on delete cascade,
    created_at text not null,
    unique (kind, target, email)
  )`,
  "create index invitations_by on invitations (invited_by, email)",
  "create index invitations_user on invitations (user_id)",
  `create table authenticators (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    secret text not null,
    last_step integer not null,
    created_at text not null,
    confirmed_at text
  )`,
  "create unique index authenticators_user on authenticators (user_id)",
  `create table recovery_codes (
    user_id text not null references users (id) on delete cascade,
    code_hash text not null,
    primary key (user_id, code_hash)
  )`,
  `create table passkeys (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    name text not null,
    site text not null,
    public_key text not null,
    counter integer not null,
    transports text not null,
    created_at text not null,
    used_at text
  )`,
  "create index passkeys_user on passkeys (user_id)",
  `create table account_words (
    word_hash text primary key,
    kind text not null,
    user_id text references users (id) on delete cascade,
    value text not null,
    expires_at text not null
  )`,
  "create index account_words_end on account_words (expires_at)",
  "create index account_words_user on account_words (user_id)",
  `create table identities (
    issuer text not null,
    subject text not null,
    user_id text not null references users (id) on delete cascade,
    primary key (issuer, subject)
  )`,
  "create index identities_user on identities (user_id)",
  `create table limits (
    key text primary key,
    count integer not null,
    expires_at text not null
  )`,
  "create index limits_expiry on limits (expires_at)",
  `create table feature_flags (
    key text primary key,
    is_enabled integer not null
  )`,
  `create table audit_log (
    {counted},
    at text not null,
    user_id text not null,
    actor text not null,
    via text not null,
    address text not null,
    action text not null,
    target text not null,
    publisher text,
    detail text not null
  )`,
  "create index audit_log_address on audit_log (user_id, address)",
  "create index audit_log_at on audit_log (at)",
  "create index audit_log_publisher on audit_log (publisher, number)",
  "create index audit_log_user on audit_log (user_id, number)",
  `create table audit_begun (
    id text primary key,
    at text not null,
    user_id text not null,
    actor text not null,
    via text not null,
    address text not null,
    action text not null,
    target text not null,
    detail text not null
  )`,
  "create index audit_begun_at on audit_begun (at)",
];
