export { type Database, openDatabase } from "./database.ts";
export { databaseTime } from "./database-time.ts";
export type { DatabaseKind } from "./migrations/index.ts";
export {
  checkSecretKey,
  encryptSecrets,
  eraseFreePages,
  hasSecretKey,
  secretContext,
} from "./secrets.ts";
export type { Timestamp, Tables } from "./tables/index.ts";
export { createSerial } from "./serial.ts";
export { type BucketSettings, inFolder, openStore } from "./stores.ts";
