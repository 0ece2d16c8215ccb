/** Chats, runs of skills, and the models that they ask. */

export const runTables: readonly string[] = [
  `create table chat_sessions (
    id text primary key,
    owner_id text not null references users (id) on delete cascade,
    title text not null,
    created_at text not null,
    updated_at text not null,
    size integer not null default 0
  )`,
  "create index chat_sessions_owner on chat_sessions (owner_id, updated_at)",
  "create index chat_sessions_size on chat_sessions (owner_id, size)",
  `create table chat_messages (
    session_id text not null references chat_sessions (id) on delete cascade,
    position integer not null,
    role text not null,
    content text not null,
    created_at text not null,
    course text,
    primary key (session_id, position)
  )`,
  `create table open_runs (
    id text primary key,
    owner text not null,
    user_id text not null references users (id) on delete cascade,
    kind text not null,
    skill text,
    session_id text,
    started_at text not null,
    request_id text not null,
    inputs text
  )`,
  "create index open_runs_owner on open_runs (owner)",
  `create table runs (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    kind text not null,
    skill text,
    session_id text,
    model text,
    status text not null,
    message text not null,
    input_tokens integer,
    output_tokens integer,
    cost double precision,
    started_at text not null,
    duration_ms integer not null,
    first_token_ms integer,
    request_id text not null,
    inputs text,
    answer text,
    events text,
    size integer not null default 0
  )`,
  "create index runs_size on runs (user_id, started_at, id, size)",
  "create index runs_started on runs (started_at)",
  "create index runs_user on runs (user_id, started_at)",
  `create table model_providers (
    id text primary key,
    name text not null unique,
    kind text not null,
    base_url text,
    secret text not null,
    models text not null,
    created_at text not null,
    updated_at text not null
  )`,
  `create table model_rules (
    id text primary key,
    value text not null
  )`,
  `create table model_spending (
    user_id text primary key references users (id) on delete cascade,
    day text not null,
    tokens double precision not null,
    cost double precision not null
  )`,
];
