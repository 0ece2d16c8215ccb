export { isBusy, openSqlite, type Sqlite, type SqliteStatement } from "./open-sqlite.ts";
