export type {
  Conflict,
  ListedObject,
  Store,
  StoreChange,
  StoreEntry,
  StoreObject,
} from "./store.ts";
export { readConflict } from "./core.ts";
export { storeCodes } from "./diagnostics.ts";
export { openFolderStore } from "./folder.ts";
export { openMemoryStore } from "./memory.ts";
export { openS3Store, r2Endpoint, type S3StoreOptions } from "./s3.ts";
export { listSkills, selectSkills } from "./scope-list.ts";
export { openScopes, type Scopes } from "./scopes.ts";
