export { isBusy, openSqlite, type Sqlite } from "./open-sqlite.ts";
export {
  isPresenceGone as hasEnded,
  lockExclusively,
  holdPresence as showLife,
  type PresenceLock as SignOfLife,
} from "./presence.ts";
