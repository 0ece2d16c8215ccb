export { type Database, openDatabase } from "./database.ts";
export { dataCodes } from "./diagnostics.ts";
export type { DatabaseKind } from "./migrations/index.ts";
export {
  checkSecretKey,
  encryptSecrets,
  eraseFreePages,
  hasSecretKey,
  secretContext,
} from "./secrets.ts";
export type { Moment, Tables } from "./tables/index.ts";
export { createSerial } from "./serial.ts";
