export { isBusy, openSqlite, type Sqlite, type SqliteStatement } from "./open-sqlite.ts";
export { hasEnded, showLife, type SignOfLife } from "./presence.ts";
