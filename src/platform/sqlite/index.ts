export { isBusy, openSqlite, type Sqlite } from "./open-sqlite.ts";
export { hasEnded, lockExclusively, showLife, type SignOfLife } from "./presence.ts";
