export { type Database, type DatabaseOptions, openDatabase } from "./database.ts";
export { dataCodes } from "./diagnostics.ts";
export type { DatabaseKind, Migration } from "./migrations/index.ts";
export {
  checkSecretKey,
  encryptSecrets,
  eraseFreePages,
  hasSecretKey,
  secretContext,
} from "./secrets.ts";
export type { Flag, Moment, Tables } from "./tables/index.ts";
