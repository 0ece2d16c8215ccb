export { isBusy, openSqlite, type Sqlite } from "./open-sqlite.ts";
export { hasEnded, holdAlone, showLife, type SignOfLife } from "./presence.ts";
