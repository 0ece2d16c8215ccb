export { isBusy, openSqlite, type Sqlite } from "./open-sqlite.ts";
export { hasEnded, showLife } from "./presence.ts";
